package org.waybill.cli.node;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.client.HumanUnits;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import picocli.CommandLine.Option;

/** What bounds a pairing, as both sides may say it; and how a grant is shown. */
final class GrantOptions {
    @Option(
            names = "--path",
            paramLabel = "P",
            description = "Limit access to this directory below the node's data directory, such as /incoming.")
    private @Nullable String path;

    @Option(names = "--read-only", description = "Do not allow writing.")
    private boolean readOnly;

    @Option(names = "--no-relay", description = "Do not allow relaying, or sending the node's files to other nodes.")
    private boolean noRelay;

    /** @param start what is bounded */
    Grant bounded(Grant start, long quotaBytes) {
        Set<Right> rights = EnumSet.copyOf(start.rights());
        if (readOnly) {
            rights.removeAll(Set.of(Right.WRITE, Right.MODIFY));
        }
        if (noRelay) {
            rights.remove(Right.RELAY);
        }
        try {
            return new Grant(rights, path == null ? List.of() : Grant.names(path), quotaBytes);
        } catch (IllegalArgumentException e) {
            throw Invalid.usage("--path " + path + ": " + e.getMessage());
        }
    }

    boolean readOnly() {
        return readOnly;
    }

    /** For people: {@code read, write, relay under /incoming, 10 GB}. */
    static String text(Grant grant) {
        List<String> parts = new ArrayList<>();
        parts.add(names(grant).collect(Collectors.joining(", ")) + " under " + grant.pathText());
        if (grant.quotaBytes() > 0) {
            parts.add("quota " + HumanUnits.decimalSize(grant.quotaBytes()));
        }
        return String.join(", ", parts);
    }

    /** For programs. */
    static Map<String, @Nullable Object> document(Grant grant) {
        Long quota = grant.quotaBytes() == 0 ? null : grant.quotaBytes();
        return Json.object("rights", names(grant).toList(), "path", grant.pathText(), "quotaBytes", quota);
    }

    private static Stream<String> names(Grant grant) {
        return grant.rights().stream().sorted().map(right -> right.name().toLowerCase(Locale.ROOT));
    }
}

package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.engine.NetworkPaths;
import org.waybill.protocol.Protocol;

/** What {@code --via} means. */
final class ViaOption {
    private static final String AUTO = "auto";
    private static final int MOST_PATHS = 8;

    private ViaOption() {}

    /**
     * The paths that were requested, null where nothing was said.
     *
     * @param known paths over relays that could be used, asked for only where the choice is ours
     */
    static @Nullable NetworkPaths parse(List<String> options, Supplier<List<List<String>>> known) {
        if (options.isEmpty()) {
            return null;
        }
        if (options.size() == 1 && options.getFirst().regionMatches(true, 0, AUTO, 0, AUTO.length())) {
            String rest = options.getFirst().substring(AUTO.length());
            if (rest.isEmpty()) {
                return NetworkPaths.amongPaths(known.get());
            }
            if (rest.startsWith(":")) {
                return NetworkPaths.among(relays(rest.substring(1)));
            }
        }
        if (options.size() > MOST_PATHS) {
            throw Invalid.usage(options.size() + " paths are more than " + MOST_PATHS);
        }
        List<List<String>> paths = new ArrayList<>();
        for (String option : options) {
            paths.add(option.equalsIgnoreCase("none") ? List.of() : relays(option));
        }
        return new NetworkPaths(paths, List.of());
    }

    private static List<String> relays(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(relay -> HostPort.parse(relay.strip(), Protocol.NODE_PORT).toString())
                .toList();
    }
}

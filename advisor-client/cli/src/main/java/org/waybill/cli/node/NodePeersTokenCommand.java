package org.waybill.cli.node;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.identity.PairingTokens;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill node peers token}. */
@Command(
        name = "token",
        header = "Create a one-time token that pairs another machine with this node.",
        description = "Prints only the token on standard output. It works once, within an hour, also with a node "
                + "that is already running.",
        footer = {
            "waybill node peers token --name 'beamline 3' --path /incoming/b3 --quota 2TB --no-relay",
            "waybill node peers token --read-only | ssh user@host waybill pair dtn.example.org:7411"
        })
final class NodePeersTokenCommand extends WaybillCommand {
    @Mixin
    private final GrantOptions bounds = new GrantOptions();

    @Option(names = "--modify", description = "Also allow deleting, renaming and overwriting the files of others.")
    private boolean modify;

    @Option(
            names = "--quota",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "Storage quota for the client's files, such as 2TB.")
    private @Nullable Long quota;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name for the client that uses this token, shown by 'node peers list'.")
    private @Nullable String name;

    @Override
    protected int run(Session session) throws IOException {
        if (modify && bounds.readOnly()) {
            throw Invalid.usage("--read-only and --modify cannot be combined");
        }
        if (quota != null && quota == 0) {
            throw Invalid.value("--quota", 0, "more than 0; use --read-only to forbid writing");
        }
        Set<Right> rights = EnumSet.copyOf(Grant.USUAL.rights());
        if (modify) {
            rights.add(Right.MODIFY);
        }
        Grant grant = bounds.bounded(new Grant(rights, Grant.USUAL.path(), 0), quota == null ? 0 : quota);
        String token = new PairingTokens(session.home().root(), InstantSource.system())
                .issue(grant, name == null ? "" : name)
                .text();
        session.note("token for " + GrantOptions.text(grant) + "; works once, within "
                + PairingTokens.LIFETIME.toMinutes() + " minutes; enter it at the prompt of 'waybill pair HOST:PORT':");
        long seconds = PairingTokens.LIFETIME.toSeconds();
        Object document = Json.object(
                "pairingToken", token, "pairingTokenSeconds", seconds, "grant", GrantOptions.document(grant));
        return session.answer(document, out -> out.println(token));
    }
}

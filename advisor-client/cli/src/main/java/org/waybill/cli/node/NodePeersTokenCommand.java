package org.waybill.cli.node;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.identity.PairingTokens;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill node peers token}. */
@Command(
        name = "token",
        header = "Make a one-time token that pairs another machine with this node.",
        description = {
            "",
            "Prints the token, and nothing else, on standard output. It works once, within an hour, also with a node "
                    + "that runs already.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill node peers token --name 'beamline 3' --path /incoming/b3 --quota 2TB --no-relay",
            "  waybill node peers token --read-only | ssh user@host waybill pair dtn.example.org:7411"
        })
final class NodePeersTokenCommand extends WaybillCommand {
    @Mixin
    private final GrantOptions bounds = new GrantOptions();

    @Option(names = "--modify", description = "Delete, rename and overwrite what others wrote as well.")
    private boolean modify;

    @Option(
            names = "--quota",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "How much of what it wrote may lie there at once, such as 2TB.")
    private @Nullable Long quota;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What 'node peers list' shall call who uses the token.")
    private @Nullable String name;

    NodePeersTokenCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws IOException {
        if (modify && bounds.readOnly()) {
            throw new CommandFailure(Reason.BAD_INPUT, "--read-only and --modify exclude each other");
        }
        if (quota != null && quota == 0) {
            throw new CommandFailure(Reason.BAD_INPUT, "a quota of 0 lets nothing be written: use --read-only");
        }
        Set<Right> rights = EnumSet.copyOf(Grant.USUAL.rights());
        if (modify) {
            rights.add(Right.MODIFY);
        }
        Grant grant = bounds.bounded(new Grant(rights, Grant.USUAL.path(), 0), quota == null ? 0 : quota);
        String token = new PairingTokens(session.home().root(), InstantSource.system())
                .issue(grant, name == null ? "" : name)
                .text();
        session.note("for " + GrantOptions.text(grant) + "; good once, for " + PairingTokens.LIFETIME.toMinutes()
                + " minutes; enter it where 'waybill pair HOST:PORT' asks for it:");
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pairingToken", token);
        document.put("pairingTokenSeconds", PairingTokens.LIFETIME.toSeconds());
        document.put("grant", GrantOptions.document(grant));
        session.answer(document, out -> out.println(token));
        return 0;
    }
}

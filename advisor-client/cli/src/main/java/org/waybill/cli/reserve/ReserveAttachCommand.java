package org.waybill.cli.reserve;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.Attachment;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve attach SYSTEM [SUBJECT POINT]}. */
@Command(
        name = "attach",
        header = "Say where a host or a site is attached to a provisioning system.",
        description = {"", "Without a host or site, shows what is attached where.", ""},
        footer = {
            "",
            "Examples:",
            "  waybill reserve attach 'Our circuits' dtn.lab.example lbl-mr2",
            "  waybill reserve attach 'Our circuits' dtn.lab.example --remove"
        })
final class ReserveAttachCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Its name in the catalogue.")
    private String system = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SUBJECT",
            description = "A host by name or address, or the name of a site.")
    private @Nullable String subject;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "POINT",
            description = "In the system's words: a node, an STP's URN (NSI), PORT or PORT?vlan=N (OSCARS).")
    private @Nullable String point;

    @Option(names = "--remove", description = "It is no longer attached.")
    private boolean remove;

    ReserveAttachCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        if (subject != null) {
            if (remove == (point != null)) {
                throw new CommandFailure(
                        Reason.BAD_INPUT, "say where " + PrintableText.of(subject) + " is attached, or --remove");
            }
            session.advisor().attach(new Attachment(system, subject, point == null ? "" : point));
        }
        List<Attachment> all = session.advisor().attachments(system);
        session.answer(Map.of("attachments", all), out -> {
            Table table = new Table("subject", "point");
            all.forEach(one -> table.row(one.subject(), one.point()));
            table.print(out, session.terminal().outStyle());
        });
        return 0;
    }
}

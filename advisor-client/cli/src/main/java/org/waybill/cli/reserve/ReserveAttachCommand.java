package org.waybill.cli.reserve;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.Attachment;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve attach SYSTEM [SUBJECT POINT]}. */
@Command(
        name = "attach",
        header = "Set or list where hosts and sites are attached to a provisioning system.",
        description = "Without SUBJECT, lists all attachments of SYSTEM.",
        footer = {
            "waybill reserve attach 'Our circuits' dtn.lab.example lbl-mr2",
            "waybill reserve attach 'Our circuits' dtn.lab.example --remove"
        })
final class ReserveAttachCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Name of the provisioning system in the catalogue.")
    private String system = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SUBJECT",
            description = "Name or address of a host, or name of a site.")
    private @Nullable String subject;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "POINT",
            description = "Attachment point in the notation of the system: a node, an STP's URN (NSI), PORT or "
                    + "PORT?vlan=N (OSCARS), a port of a switch (USN).")
    private @Nullable String point;

    @Option(names = "--remove", description = "Remove the attachment.")
    private boolean remove;

    @Override
    protected int run(Session session) {
        if (subject != null) {
            if (remove == (point != null)) {
                throw Invalid.usage("expected either POINT or --remove after " + PrintableText.of(subject));
            }
            session.advisor().attach(new Attachment(system, subject, point == null ? "" : point));
        }
        List<Attachment> all = session.advisor().attachments(system);
        return session.answer(Map.of("attachments", all), out -> {
            Table table = new Table("subject", "point");
            all.forEach(one -> table.row(one.subject(), one.point()));
            table.print(out, session.terminal().outStyle());
        });
    }
}

package org.waybill.cli.storage;

import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageFacts;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill storage look SURL}. */
@Command(
        name = "look",
        header = "Show a storage system's version, transfer protocols and the files at a path.",
        description = "The system must be in the catalogue, and the operator must have allowed calls to it.",
        footer = "waybill storage look 'srm://srm.example.org:8443/srm/managerv2?SFN=/data'")
final class StorageLookCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "SURL", description = "SRM URL: srm://host:8443/srm/managerv2?SFN=/path")
    private String surl = "";

    @Override
    protected int run(Session session) {
        StorageFacts facts = session.advisor().storage(surl);
        return session.answer(facts, out -> {
            out.println(PrintableText.of(facts.system()) + ": SRM " + PrintableText.of(facts.version())
                    + "; transfer protocols " + PrintableText.of(String.join(", ", facts.protocols())));
            Table table = new Table("path", "size", "type", "locality");
            for (StorageEntry entry : facts.entries()) {
                table.row(
                        PrintableText.of(entry.path()),
                        entry.bytes() == null ? "?" : HumanUnits.binarySize(entry.bytes()),
                        entry.type(),
                        entry.locality());
            }
            table.print(out, session.terminal().outStyle());
            if (!facts.problem().isEmpty()) {
                out.println(PrintableText.of(facts.problem()));
            }
        });
    }
}

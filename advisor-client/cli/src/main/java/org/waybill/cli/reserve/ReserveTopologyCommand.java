package org.waybill.cli.reserve;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.TextFiles;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve topology SYSTEM F}. */
@Command(
        name = "topology",
        header = "Import the topology of a provisioning system into the service.",
        description = "Reads OSCARS JSON, NML, CtrlPlane XML, or CSV from,to,bitsPerSecond[,metric]. Links that "
                + "the file lacks are marked down; reservations are kept.",
        footer = "waybill reserve topology 'Our circuits' topology.json")
final class ReserveTopologyCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Name of the provisioning system in the catalogue.")
    private String system = "";

    @Parameters(index = "1", paramLabel = "F", description = "The topology file, at most 7 MiB.")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "oscars-json, nml, ctrl-plane or csv. Default: detected from the content.")
    private @Nullable String format;

    @Override
    protected int run(Session session) {
        String text = TextFiles.read(file);
        TopologyReport report = session.advisor().importTopology(system, format(text), text);
        // the service knows the text, and not the file
        report.problems()
                .forEach(problem -> session.note(
                        problem.startsWith("topology:") ? file + problem.substring("topology".length()) : problem));
        return session.answer(
                report,
                out -> out.println(report.nodes() + " nodes, " + report.links() + " links: " + report.added() + " new, "
                        + report.changed() + " changed, " + report.removed() + " down"));
    }

    private TopologyFormat format(String content) {
        if (format != null) {
            return Invalid.choice(TopologyFormat.class, "--format", format);
        }
        String text = content.stripLeading();
        if (text.startsWith("{")) {
            return TopologyFormat.OSCARS_JSON;
        }
        if (text.startsWith("<")) {
            return text.contains("schemas.ogf.org/nml") ? TopologyFormat.NML : TopologyFormat.CTRL_PLANE;
        }
        return TopologyFormat.CSV;
    }
}

package org.waybill.cli.reserve;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.TextFiles;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill reserve topology SYSTEM F}. */
@Command(
        name = "topology",
        header = "Give the service the topology of a provisioning system.",
        description = {
            "",
            "OSCARS JSON, NML, CtrlPlane XML, or CSV from,to,bitsPerSecond[,metric]. Links that are no longer in it "
                    + "are down; what is reserved stays.",
            ""
        },
        footer = {"", "Example:", "  waybill reserve topology 'Our circuits' topology.json"})
final class ReserveTopologyCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "Its name in the catalogue.")
    private String system = "";

    @Parameters(index = "1", paramLabel = "F", description = "The file, at most 7 MiB.")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "oscars-json, nml, ctrl-plane or csv. Default: what the file looks like.")
    private @Nullable String format;

    ReserveTopologyCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        String text = TextFiles.read(file);
        TopologyReport report = session.advisor().importTopology(system, format(text), text);
        // the service knows the text, and not the file
        report.problems()
                .forEach(problem -> session.note(
                        problem.startsWith("topology:") ? file + problem.substring("topology".length()) : problem));
        session.answer(
                report,
                out -> out.println(report.nodes() + " nodes, " + report.links() + " links: " + report.added() + " new, "
                        + report.changed() + " changed, " + report.removed() + " down"));
        return 0;
    }

    private TopologyFormat format(String text) {
        if (format == null) {
            return guess(text.stripLeading());
        }
        try {
            return TopologyFormat.valueOf(format.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "'" + PrintableText.of(format) + "' is no format: write oscars-json, nml, ctrl-plane or csv",
                    e);
        }
    }

    private static TopologyFormat guess(String text) {
        if (text.startsWith("{")) {
            return TopologyFormat.OSCARS_JSON;
        }
        if (text.startsWith("<")) {
            return text.contains("schemas.ogf.org/nml") ? TopologyFormat.NML : TopologyFormat.CTRL_PLANE;
        }
        return TopologyFormat.CSV;
    }
}

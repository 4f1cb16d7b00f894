package org.waybill.cli.service;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.waybill.api.catalog.CatalogSource;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.RowError;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.TextFiles;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill service import SOURCE F}. */
@Command(
        name = "import",
        header = "Take other people's catalogue of sites and transfer services over into the service's own.",
        description = {
            "",
            "Adds what is missing and changes nothing that people entered. A site that the list puts far from where "
                    + "the catalogue knows its hosts' domain to be is believed to be there.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill service import --dry-run osg-topology resources.csv",
            "  waybill service import gocdb get_service_endpoint.xml"
        })
final class ServiceImportCommand extends WaybillCommand {
    private static final int MOST_PROBLEMS_SHOWN = 20;

    @Parameters(index = "0", paramLabel = "SOURCE", description = "osg-topology (CSV) or gocdb (XML).")
    private String source = "";

    @Parameters(index = "1", paramLabel = "F", description = "The file, at most 7 MiB.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Say what would be added, and add nothing.")
    private boolean dryRun;

    ServiceImportCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        CatalogSource from = source();
        String text = TextFiles.read(file);
        ImportReport report = AdvisorClientFactory.catalogue(session.home(), session.advisorClient())
                .importFrom(from, text, dryRun);
        report.errors().stream().limit(MOST_PROBLEMS_SHOWN).forEach(problem -> session.note(line(problem)));
        if (report.errors().size() > MOST_PROBLEMS_SHOWN) {
            session.note("and " + (report.errors().size() - MOST_PROBLEMS_SHOWN) + " more");
        }
        session.answer(
                report,
                out -> out.println((dryRun ? "would add " : "added ") + report.added() + ", "
                        + (dryRun ? "complete " : "completed ") + report.changed() + "; " + report.unchanged()
                        + " were known"));
        return 0;
    }

    private static String line(RowError problem) {
        return (problem.row() == 0 ? "" : "row " + problem.row() + ": ") + problem.message();
    }

    private CatalogSource source() {
        try {
            return CatalogSource.valueOf(source.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "'" + PrintableText.of(source) + "' is no source: write "
                            + Arrays.stream(CatalogSource.values())
                                    .map(one ->
                                            one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                                    .collect(Collectors.joining(" or ")),
                    e);
        }
    }
}

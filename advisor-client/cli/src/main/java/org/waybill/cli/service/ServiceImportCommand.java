package org.waybill.cli.service;

import java.nio.file.Path;
import org.waybill.api.catalog.CatalogSource;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.RowError;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.TextFiles;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.remote.AdvisorClientFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill service import SOURCE F}. */
@Command(
        name = "import",
        header = "Import an external catalogue of sites and transfer services (OSG, GOCDB).",
        description = "Adds missing entries and coordinates, and changes no others. A site gets the coordinates of "
                + "the catalogue's site for its hosts' domain, if those in the file differ from them by more than "
                + "300 km.",
        footer = {
            "waybill service import --dry-run osg-topology resources.csv",
            "waybill service import gocdb get_service_endpoint.xml"
        })
final class ServiceImportCommand extends WaybillCommand {
    private static final int MOST_PROBLEMS_SHOWN = 20;

    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            description = "Format of the file: osg-topology (CSV) or gocdb (XML).")
    private String source = "";

    @Parameters(index = "1", paramLabel = "F", description = "The file to import, at most 7 MiB.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Show what would be added, and change nothing.")
    private boolean dryRun;

    @Override
    protected int run(Session session) {
        CatalogSource from = Invalid.choice(CatalogSource.class, "SOURCE", source);
        String text = TextFiles.read(file);
        ImportReport report = AdvisorClientFactory.catalogue(session.home(), session.advisorClient())
                .importFrom(from, text, dryRun);
        report.errors().stream().limit(MOST_PROBLEMS_SHOWN).forEach(problem -> session.note(line(problem)));
        if (report.errors().size() > MOST_PROBLEMS_SHOWN) {
            session.note("and " + (report.errors().size() - MOST_PROBLEMS_SHOWN) + " more");
        }
        return session.answer(
                report,
                out -> out.println((dryRun ? "would add " : "added ") + report.added() + ", "
                        + (dryRun ? "complete " : "completed ") + report.changed() + ", leave " + report.unchanged()
                        + " unchanged"));
    }

    private static String line(RowError problem) {
        return (problem.row() == 0 ? "" : "row " + problem.row() + ": ") + problem.message();
    }
}

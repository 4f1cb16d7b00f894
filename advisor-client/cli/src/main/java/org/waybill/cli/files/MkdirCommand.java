package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.files.CreateAndRename;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill mkdir}. */
@Command(
        name = "mkdir",
        header = "Make directories at any endpoint.",
        description = "",
        footer = {
            "",
            "Examples:",
            "  waybill mkdir -p user@dtn.example.org:/data/run7/raw",
            "  waybill mkdir waybill://dtn.example.org/incoming/run7"
        })
public final class MkdirCommand extends FilesCommand {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = ONE_PLACE)
    private List<String> directories = List.of();

    @Option(
            names = {"-p", "--parents"},
            description = "Create parent directories as needed; no error if the directory exists.")
    private boolean parents;

    /**
     * {@code mkdir --json}.
     *
     * @param status {@code OK}, or why the first of {@code failed} was not made
     * @param made as they were named; with -p also those that were there
     */
    record Made(String status, List<String> made, List<Failed> failed) {}

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        List<String> made = new ArrayList<>();
        List<Place> all = new ArrayList<>();
        for (String directory : directories) {
            all.add(places.open(directory));
        }
        each(all, place -> {
            CreateAndRename.makeDirectory(place.at(), place.text(), parents);
            made.add(place.text());
        });
        answer(session, new Made(status(), made, failed()), _ -> {});
    }
}

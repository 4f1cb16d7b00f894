package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.HelpOption;
import org.waybill.cli.command.Session;
import org.waybill.client.HumanUnits;
import org.waybill.client.files.TreeSize;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill du}. */
@Command(
        name = "du",
        header = "Count the files in directories and their bytes, at any endpoint.",
        description = {
            "",
            "Bytes of the files' contents (as with 'du --apparent-size --bytes'), number of files, name; a directory "
                    + "comes after those in it. Links are counted as files and not followed.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill du -sh user@dtn.example.org:/data/run7",
            "  waybill du waybill://dtn.example.org/incoming/"
        })
public final class DuCommand extends FilesCommand {
    @Parameters(arity = "0..*", paramLabel = "PATH", description = PLACE + " Default: this directory.")
    private List<String> paths = List.of(".");

    @Option(
            names = {"-s", "--summarize"},
            description = "One line for each PATH.")
    private boolean summarize;

    @Option(
            names = {"-h", "--human-readable"},
            description = "Sizes in KiB, MiB and so on.")
    private boolean human;

    DuCommand() {
        super(new HelpOption.InFull());
    }

    /**
     * {@code du --json}.
     *
     * @param status {@code OK}, or why the first of {@code failed} is not counted
     */
    record Sizes(String status, List<Size> sizes, List<Failed> failed) {}

    /**
     * What one directory holds, with all below it; or one file.
     *
     * @param place as it was named on the command line
     * @param path absolute at its end
     * @param bytes of the files whose size is known
     * @param files with links and other things that are not directories
     * @param directories with itself
     */
    record Size(String place, String path, long bytes, long files, long directories) {}

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        List<Size> sizes = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        each(open(places, paths), place -> {
            List<NotTransferred> unread = new ArrayList<>();
            List<TreeSize> all = TreeSize.of(place.store(), place.entry(), unread);
            for (TreeSize one : summarize ? List.of(all.getLast()) : all) {
                sizes.add(new Size(place.text(), one.path(), one.bytes(), one.files(), one.directories()));
                lines.add(String.format(
                        "%-10s  %-10s  %s",
                        human ? HumanUnits.binarySize(one.bytes()) : one.bytes(),
                        one.files() + (one.files() == 1 ? " file" : " files"),
                        place.shown(one.path())));
            }
            fail(place, unread);
        });
        answer(session, new Sizes(status(), sizes, failed()), out -> lines.forEach(out));
    }
}

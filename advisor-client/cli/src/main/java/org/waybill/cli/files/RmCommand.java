package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.HumanUnits;
import org.waybill.client.files.ProtectedPaths;
import org.waybill.client.files.TreeSize;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill rm}. */
@Command(
        name = "rm",
        header = "Remove files and links, and with -r directories, at any endpoint.",
        description = {
            "",
            "A directory needs -r. On a terminal its size is then shown and you are asked, except with --yes, --json "
                    + "or --quiet. Files are removed without a question, as with rm, and so is everything in scripts.",
            "",
            "Links are removed and never followed. /, home directories and their parents, and the root of a node's"
                + " data are never removed: if one is given, nothing is removed (exit code 12). An entry that cannot"
                + " be removed is kept, with the directories above it, and is listed.",
            "",
            "At a node you may remove files that you have written, and more if your pairing includes it.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill rm user@dtn.example.org:/data/old.h5",
            "  waybill rm -r --dry-run waybill://dtn.example.org/incoming/run6",
            "  waybill rm -r --yes dtn:run6"
        })
public final class RmCommand extends FilesCommand {
    @Parameters(arity = "1..*", paramLabel = "PATH", description = PLACE)
    private List<String> paths = List.of();

    @Option(
            names = {"-r", "-R", "--recursive"},
            description = "Remove directories too, with their contents.")
    private boolean recursive;

    @Option(
            names = {"-f", "--force"},
            description = "Ignore places that do not exist.")
    private boolean force;

    @Option(
            names = {"-y", "--yes"},
            description = "Remove directories without a question.")
    private boolean yes;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Show what would be removed, and remove nothing.")
    private boolean dryRun;

    /**
     * {@code rm --json}.
     *
     * @param status {@code OK}, {@code PLANNED} of a dry run, or why the first of {@code failed} stays
     * @param files files and links that are gone, or would be
     * @param bytes of the files that would be removed; null where they were
     * @param failed what stays
     */
    record Removed(
            String status,
            boolean dryRun,
            long files,
            long directories,
            @Nullable Long bytes,
            List<Failed> failed) {}

    private record Doomed(Place place, Entry entry) {}

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        List<Place> all = open(places, paths);
        for (Place place : all) {
            ProtectedPaths.check(place.end(), place.at(), session.userHome());
        }
        List<Doomed> doomed = new ArrayList<>();
        each(all, place -> look(place).ifPresent(entry -> doomed.add(new Doomed(place, entry))));
        if (dryRun) {
            plan(session, doomed);
            return;
        }
        if (!yes
                && session.asks()
                && doomed.stream().anyMatch(one -> one.entry().isDirectory())) {
            confirm(session, doomed);
        }
        RemovedTree removed = new RemovedTree();
        for (Doomed one : doomed) {
            RemovedTree here = new RemovedTree();
            each(List.of(one.place()), place -> ProtectedPaths.remove(place.at(), one.entry(), here));
            removed.add(here.files(), here.directories());
            fail(one.place(), here.kept());
        }
        answer(session, new Removed(status(), false, removed.files(), removed.directories(), null, failed()), _ -> {});
    }

    private Optional<Entry> look(Place place) throws TransferException, InterruptedException {
        Optional<Entry> entry = place.store().look(place.path());
        if (entry.isEmpty() && !force) {
            throw place.absent();
        }
        if (entry.isPresent() && entry.get().isDirectory() && !recursive) {
            throw new TransferException(
                    Reason.BAD_INPUT, place.text() + " is a directory: -r removes it with its contents");
        }
        return entry;
    }

    private TreeSize sizes(List<Doomed> doomed, Consumer<String> line) throws TransferException, InterruptedException {
        long[] sums = new long[3];
        for (Doomed one : doomed) {
            List<NotTransferred> unread = new ArrayList<>();
            TreeSize size =
                    TreeSize.of(one.place().store(), one.entry(), unread).getLast();
            sums[0] += size.bytes();
            sums[1] += size.files();
            sums[2] += size.directories();
            line.accept(one.place().text()
                    + (one.entry().isDirectory()
                            ? ": " + size.files()
                                    + (size.files() == 1 ? " file, " : " files, ") + size.directories()
                                    + (size.directories() == 1 ? " directory, " : " directories, ")
                                    + HumanUnits.binarySize(size.bytes())
                            : ""));
            fail(one.place(), unread);
        }
        return new TreeSize("", sums[0], sums[1], sums[2]);
    }

    private void plan(Session session, List<Doomed> doomed) throws TransferException, InterruptedException {
        List<String> lines = new ArrayList<>();
        TreeSize size = sizes(doomed, line -> lines.add("would remove " + line));
        answer(
                session,
                new Removed(
                        failed().isEmpty() ? "PLANNED" : status(),
                        true,
                        size.files(),
                        size.directories(),
                        size.bytes(),
                        failed()),
                out -> lines.forEach(out));
    }

    private void confirm(Session session, List<Doomed> doomed) throws TransferException, InterruptedException {
        sizes(doomed, line -> session.note("will be removed: " + line));
        if (!session.isConfirmed("remove " + (doomed.size() == 1 ? "it" : "all of these"))) {
            throw CommandFailure.unsafe("nothing was removed: the answer was not yes");
        }
    }
}

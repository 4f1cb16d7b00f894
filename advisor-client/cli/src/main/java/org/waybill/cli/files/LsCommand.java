package org.waybill.cli.files;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.HelpOption;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.HumanUnits;
import org.waybill.client.files.FileTree;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill ls}. */
@Command(
        name = "ls",
        header = "List the files in a directory of any endpoint.",
        description = {
            "",
            "One name a line, in order of names, hidden files too; a directory's name ends in a slash. Control"
                + " characters are written as escapes; --json has names as they are. Links are listed, not followed;"
                + " only PATH itself is followed.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill ls -lh user@dtn.example.org:/data/",
            "  waybill ls -R waybill://dtn.example.org/incoming/",
            "  waybill ls --json https://dav.example.org/archive/"
        })
public final class LsCommand extends FilesCommand {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());
    private static final String BITS = "rwxrwxrwx";

    @Parameters(arity = "0..*", paramLabel = "PATH", description = PLACE + " Default: this directory.")
    private List<String> paths = List.of(".");

    @Option(
            names = "-l",
            description = "Permissions, size in bytes and time too; ? where the endpoint does not report them.")
    private boolean isLong;

    @Option(
            names = {"-R", "--recursive"},
            description = "All entries below, with their paths.")
    private boolean recursive;

    @Option(
            names = {"-h", "--human-readable"},
            description = "With -l: sizes in KiB, MiB and so on.")
    private boolean human;

    @Option(
            names = {"-d", "--directory"},
            description = "The directory itself, not its entries.")
    private boolean itself;

    @Option(names = "-t", description = "Newest first.")
    private boolean byTime;

    @Option(names = "-S", description = "Largest first.")
    private boolean bySize;

    @Option(
            names = {"-r", "--reverse"},
            description = "In reverse order: 'ls -lrt' ends with the newest.")
    private boolean reversed;

    @Option(
            names = {"-a", "-A", "-1", "--all", "--almost-all"},
            hidden = true,
            description = "As for ls: hidden files are always listed, one name a line.")
    @SuppressWarnings("UnusedVariable") // habit may write it
    private boolean[] all = {};

    LsCommand() {
        super(new HelpOption.InFull());
    }

    /**
     * {@code ls --json}.
     *
     * @param status {@code OK}, or why the first of {@code failed} could not be listed
     */
    record Listing(String status, List<Listed> entries, List<Failed> failed) {}

    /**
     * One entry.
     *
     * @param place as it was named on the command line
     * @param path absolute at its endpoint
     * @param kind {@code FILE}, {@code DIRECTORY}, {@code LINK}, {@code SPECIAL}, or {@code UNNAMEABLE} for a name that
     *     is not UTF-8
     * @param bytes of a file
     * @param permissions such as {@code rw-r--r--}
     */
    record Listed(
            String place,
            String path,
            String kind,
            @Nullable Long bytes,
            @Nullable Instant modified,
            @Nullable String permissions) {
        static Listed of(Place place, Entry entry) {
            return new Listed(
                    place.text(),
                    entry.path(),
                    entry.kind().name(),
                    entry.isFile() && entry.sizeBytes() >= 0 ? entry.sizeBytes() : null,
                    entry.modified(),
                    bits(entry.permissions()));
        }

        private static @Nullable String bits(int permissions) {
            StringBuilder text = new StringBuilder(BITS);
            for (int i = 0; i < BITS.length(); i++) {
                if ((permissions >> (BITS.length() - 1 - i) & 1) == 0) {
                    text.setCharAt(i, '-');
                }
            }
            return permissions < 0 ? null : text.toString();
        }
    }

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        List<Listed> entries = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        List<Place> all = open(places, paths);
        List<Listed> named = new ArrayList<>();
        each(all, place -> {
            Entry entry = place.entry();
            if (itself || !entry.isDirectory()) {
                named.add(Listed.of(place, entry));
                return;
            }
            List<Entry> found = new ArrayList<>();
            if (recursive) {
                fail(place, FileTree.walk(place.store(), entry.path(), found::add));
            } else {
                found.addAll(FileTree.list(place.store(), entry.path()));
            }
            if (all.size() > 1) {
                lines.addAll(lines.isEmpty() ? List.of(place.text() + ":") : List.of("", place.text() + ":"));
            }
            List<Listed> told =
                    sorted(found.stream().map(one -> Listed.of(place, one)).toList());
            lines.addAll(lines(told, one -> place.below(one.path())));
            entries.addAll(told);
        });
        // as ls: what was named and is not a directory to look into comes first, in one order
        entries.addAll(0, sorted(named));
        if (!named.isEmpty() && !lines.isEmpty()) {
            lines.addFirst("");
        }
        lines.addAll(0, lines(sorted(named), Listed::place));
        answer(session, new Listing(status(), entries, failed()), out -> lines.forEach(out));
    }

    /** What has no time or size comes last, or first in reverse; equal ones are in order of their names. */
    private List<Listed> sorted(List<Listed> found) {
        List<Listed> all = new ArrayList<>(found);
        if (bySize) {
            all.sort(Comparator.comparing(
                    one -> Objects.requireNonNullElse(one.bytes(), -1L), Comparator.reverseOrder()));
        }
        if (byTime) {
            all.sort(Comparator.comparing(
                    one -> Objects.requireNonNullElse(one.modified(), Instant.MIN), Comparator.reverseOrder()));
        }
        return reversed ? all.reversed() : all;
    }

    private List<String> lines(List<Listed> all, Function<Listed, String> names) {
        List<String> sizes = all.stream().map(this::size).toList();
        int widest = sizes.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            Listed one = all.get(i);
            String name = names.apply(one);
            boolean slash = one.kind().equals(Entry.Kind.DIRECTORY.name()) && !name.endsWith("/");
            String size = " ".repeat(widest - sizes.get(i).length()) + sizes.get(i);
            lines.add((isLong ? mode(one) + " " + size + " " + time(one) + " " : "") + name + (slash ? "/" : ""));
        }
        return lines;
    }

    private String size(Listed one) {
        Long bytes = one.bytes();
        return bytes == null
                ? one.kind().equals(Entry.Kind.FILE.name()) ? "?" : "-"
                : human ? HumanUnits.binarySize(bytes) : bytes.toString();
    }

    private static String mode(Listed one) {
        String kind =
                switch (Entry.Kind.valueOf(one.kind())) {
                    case FILE -> "-";
                    case DIRECTORY -> "d";
                    case LINK -> "l";
                    default -> "?";
                };
        String bits = one.permissions();
        return kind + (bits == null ? "?".repeat(BITS.length()) : bits);
    }

    private static String time(Listed one) {
        Instant modified = one.modified();
        return modified == null ? "?               " : TIME.format(modified);
    }
}

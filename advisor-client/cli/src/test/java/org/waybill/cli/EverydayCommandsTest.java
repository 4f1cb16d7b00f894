package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.Packages;

/** What docs/coming-from.md says of other places.tools' everyday commands: both columns are run, and do the same. */
class EverydayCommandsTest {
    private static final int ENOUGH = 60;
    private static final Pattern ROW = Pattern.compile("\\| `(.*)` \\| `waybill (.*)` \\|");
    private static final Pattern NAME = Pattern.compile("[\\w-]+\\.(?:h5|txt|tmp|dat)\\b");
    /** What those that cannot be run here do, as a command that can. */
    private static final Map<String, String> LIKE = Map.ofEntries(
            Map.entry("globus transfer --recursive --dry-run", "true"),
            Map.entry("globus transfer --recursive --sync-level checksum", "rsync -ac run7/ dtn:/data/run7/"),
            Map.entry(
                    "globus transfer --recursive --delete-destination-extra",
                    "rsync -a --delete run7/ dtn:/data/run7/"),
            Map.entry(
                    "globus transfer --recursive --exclude", "rsync -a --exclude *.tmp run7/ dtn:/data/incoming/run7"),
            Map.entry("globus transfer --recursive SRC", "rsync -a run7/ dtn:/data/incoming/run7"),
            Map.entry("globus transfer SRC", "rsync -a notes.txt dtn:/data/incoming/"),
            Map.entry("globus ls", "rsync --list-only dtn:/data/run7/"),
            Map.entry("globus mkdir", "mkdir /data/new"),
            Map.entry("globus rename", "mv /data/notes.txt /data/n.txt"),
            Map.entry("globus rm", "rm -r /data/run7"),
            Map.entry("duck --upload", "scp notes.txt dtn:/data/incoming/"),
            Map.entry("duck --download", "scp -r dtn:/data/run7 results/"),
            Map.entry("duck --list", "rsync --list-only dtn:/data/run7/"),
            Map.entry("duck --delete", "rm /data/notes.txt"));

    @TempDir
    private static Path directory;

    private static DocumentedPlaces places;

    @BeforeAll
    static void start() throws Exception {
        places = new DocumentedPlaces(directory);
        assertThat(places.cli
                        .run("remote", "add", "store", "sftp://dtn" + places.there)
                        .code())
                .isZero();
    }

    @AfterAll
    static void stop() {
        places.close();
    }

    static List<Arguments> rows() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("waybill.root", "../.."), "docs/coming-from.md"));
        return ROW.matcher(page)
                .results()
                .map(row -> Arguments.of(row.group(1).replace("\\|", "|"), row.group(2)))
                .toList();
    }

    @Test
    void thePageHasEnoughOfThem() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(ENOUGH);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void bothDoTheSame(String theirs, String ours) throws Exception {
        boolean link = theirs.startsWith("rsync") || theirs.startsWith("globus"); // others leave them out, or follow
        places.prepare(link);
        Ran tool = tool(theirs);
        assertThat(tool.code).as(tool.said).isIn(0, differs(theirs));
        Map<String, String> expected = places.seen();

        places.prepare(link);
        Cli.Result waybill = places.waybill(ours);
        String said = waybill.err() + waybill.out();
        assertThat(waybill.code()).as(said).isEqualTo(tool.code == 0 && !theirs.contains("-anci") ? 0 : 11);
        assertThat(places.seen()).as(said).isEqualTo(expected);
        if (Stream.of("ls", "cat", "hash", "check", "remote list").anyMatch(ours::startsWith)) {
            assertThat(names(waybill.out())).as(said).containsAll(names(tool.out));
        }
    }

    /** rclone's check reports a difference by its exit code; rsync's list of them does not. */
    private static int differs(String theirs) {
        return theirs.startsWith("rclone check") ? 1 : 0;
    }

    private static List<String> names(String text) {
        return NAME.matcher(text).results().map(MatchResult::group).distinct().toList();
    }

    private record Ran(int code, String out, String said) {}

    private static Ran tool(String line) throws Exception {
        String known = LIKE.entrySet().stream()
                .filter(one -> line.startsWith(one.getKey()))
                .sorted((a, b) -> b.getKey().length() - a.getKey().length())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(line);
        Packages.require(known.split(" ")[0], known.split(" ")[0]);
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-c",
                        known.startsWith("rm") || known.startsWith("mv") || known.startsWith("mkdir")
                                ? known.replace("/data/", places.there + "/")
                                : places.far(known))
                .directory(places.here.toFile());
        builder.environment()
                .putAll(Map.of(
                        "RSYNC_RSH",
                        places.tools.resolve("ssh").toString(),
                        "RCLONE_CONFIG",
                        places.tools.resolve("rclone.conf").toString(),
                        "PATH",
                        places.tools + ":" + System.getenv("PATH"),
                        "LFTP_HOME",
                        places.tools.toString(),
                        "RCLONE_ASK_PASSWORD",
                        "false"));
        Path out = Files.createTempFile(places.tools, "out", ".txt");
        Path err = Files.createTempFile(places.tools, "err", ".txt");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(line).isTrue();
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}

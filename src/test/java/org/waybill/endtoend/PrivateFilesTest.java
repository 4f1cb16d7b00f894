package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.RcloneRemotes;

/** Under an umask that grants everything to everyone, only the user may use what Waybill makes for itself. */
@Timeout(240)
class PrivateFilesTest {
    private static final List<String> OPEN = List.of("sh", "-c", "umask 000; exec \"$@\"", "sh");
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    private static final Pattern LISTENING = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    private Path directory;

    private Commands commands;

    @BeforeEach
    void prepare() throws IOException {
        commands = new Commands(directory);
    }

    private Commands.Result open(String... arguments) throws IOException, InterruptedException {
        Commands.Started started = commands.under(OPEN, arguments);
        assertThat(started.process().waitFor(100, TimeUnit.SECONDS)).isTrue();
        return started.result();
    }

    /** Path and mode of what others may use. */
    private static TreeMap<String, String> openToOthers(Path root) throws IOException {
        TreeMap<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.filter(path -> !Files.isSymbolicLink(path)).toList()) {
                Set<PosixFilePermission> modes = Files.getPosixFilePermissions(path);
                if (!OWNER.containsAll(modes)) {
                    found.put(root.relativize(path).toString(), PosixFilePermissions.toString(modes));
                }
            }
        }
        return found;
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void nothingInAHomeNorWhatAUserAsksForIsOpenToOthersAndDataGetTheirSourcesModes() throws Exception {
        Path work = commands.work();
        Path tree = Files.createDirectory(work.resolve("tree"));
        Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (String modes : List.of("rw-------", "rw-rw-r--")) {
            Files.setPosixFilePermissions(
                    Files.writeString(tree.resolve(modes), "data"), PosixFilePermissions.fromString(modes));
        }
        Files.writeString(work.resolve("password"), "open sesame\n");
        Commands.Started node = commands.under(OPEN, "node", "--listen", "127.0.0.1:0");
        Commands.Started service = commands.under(OPEN, "service", "--listen", "127.0.0.1:0");
        try {
            String there = "waybill://127.0.0.1:" + port(node) + "/";
            assertThat(open("move", "tree", there, "--transport", "tcp", "--report", "report", "--events", "events"))
                    .returns(0, Commands.Result::code);
            assertThat(open("script", "tree", "copy", "-o", "script.sh")).returns(0, Commands.Result::code);
            assertThat(open("account", "add", "ann@dtn.example", "--password-file", "password")
                            .code())
                    .isZero();
            port(service);
        } finally {
            for (Commands.Started each : List.of(node, service)) {
                each.process().destroy();
                each.process().waitFor();
            }
        }
        assertThat(commands.home()).isDirectoryRecursivelyContaining("glob:**.mv.db");
        // the umask of the user hides nothing of what is data
        assertThat(openToOthers(commands.home()))
                .isEqualTo(Map.of("data/tree", "rwxrwxrwx", "data/tree/rw-rw-r--", "rw-rw-r--"));
        for (String file : List.of("report", "events")) {
            assertThat(mode(work.resolve(file))).as(file).isEqualTo("rw-------");
        }
        assertThat(mode(work.resolve("script.sh"))).isEqualTo("rwx------");
    }

    /** At which a node or service that was just started listens. */
    static String port(Commands.Started daemon) throws IOException, InterruptedException {
        while (daemon.process().isAlive()) {
            Matcher said =
                    LISTENING.matcher(daemon.result().out() + daemon.result().err());
            if (said.find() && !said.group(1).equals("0")) {
                return said.group(1);
            }
            Thread.sleep(50);
        }
        throw new AssertionError(daemon.result().toString());
    }

    @Test
    void aPartialFileIsItsOwnersAloneWhileItIsWrittenAndAfterABreak() throws Exception {
        Path source = commands.work().resolve("source");
        Files.write(source, new byte[40 << 20]);
        Path target = Files.createDirectory(directory.resolve("target"));
        Commands.Started move =
                commands.under(OPEN, "move", "source", target + "/x", "--transport", "local", "--rate", "80Mbit");
        for (int i = 0; ownFiles(target).stream().noneMatch(file -> size(file) > 18 << 20); i++) {
            assertThat(i).as("hundredths of a second until it is under way").isLessThan(6000);
            Thread.sleep(10);
        }
        assertThat(ownFiles(target)).hasSizeGreaterThan(1);
        move.process().destroyForcibly().waitFor();
        assertThat(openToOthers(target).keySet()).containsExactly("");
    }

    /** What a backend of rclone makes on this machine is data. */
    @Test
    void whatRcloneWritesHasTheUmaskOfTheUser() throws Exception {
        Path target = commands.work().resolve("new/b");
        Files.writeString(commands.work().resolve("a"), "data");
        assertThat(open("copy", "a", RcloneRemotes.text(target.toString()))).returns(0, Commands.Result::code);
        assertThat(mode(target)).isEqualTo("rw-rw-rw-");
        assertThat(mode(target.getParent())).isEqualTo("rwxrwxrwx");
    }

    private static List<Path> ownFiles(Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.toList();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHomeThatWasOpenIsClosedByTheNextCommand() throws Exception {
        Path home = commands.emptyHome();
        Files.createFile(home.resolve("service.lock"));
        Files.writeString(home.resolve("bookmarks"), "");
        Files.createFile(Files.createDirectory(home.resolve("logs")).resolve("waybill-0.0.log"));
        try (Stream<Path> all = Files.walk(home)) {
            for (Path file : all.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }

        assertThat(open("account", "list").code()).isZero();

        assertThat(openToOthers(home)).isEmpty();
    }
}

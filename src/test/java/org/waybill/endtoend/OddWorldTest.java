package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.endtoend.Rig.Protocol;
import org.waybill.engine.testserver.Packages;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clocks that jump, and homes of another user. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class OddWorldTest {
    private static final List<Path> FAKETIME = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int NOBODY = 65_534;
    private static final String NODE = "a file at the node";

    @AutoClose
    private Rig rig;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        rig = new Rig(directory);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    @Tag("nightly")
    void aClockThatIsSetBackAnHourDisturbsNoMove(Protocol protocol) throws Exception {
        Path library = faketime();
        Path work = rig.commands.work();
        Path source = rig.sources(protocol).of(0);
        Path clock = Files.writeString(work.resolve("clock-" + protocol), "+0\n");
        Path events = work.resolve("events-" + protocol);
        rig.fresh(protocol, "clock-" + protocol);
        Commands clocked = rig.commands.with(Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                clock.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1"));
        Commands.Started started = clocked.waybill(ScaleTest.move(
                protocol,
                source.toString(),
                rig.url(protocol, "clock-" + protocol + "/copy"),
                "--rate",
                "100M",
                "--events",
                events.toString()));
        for (int i = 0;
                i < 3000
                        && started.process().isAlive()
                        && !(Files.exists(events) && Files.readString(events).contains("\"moving\""));
                i++) {
            Thread.sleep(10);
        }
        Files.writeString(clock, "-3600\n");

        assertThat(started.process().waitFor(60, TimeUnit.SECONDS))
                .as("ends as if nothing had been")
                .isTrue();

        Commands.Result result = started.result();
        if (protocol == Protocol.GSIFTP && result.code() != 0) {
            // the proxy is minutes old: by that clock its time is to come, for data connections made from then on
            assertThat(result.code()).as(result.err()).isEqualTo(6);
            assertThat(result.err()).contains("look at this machine's clock");
            return;
        }
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(rig.served(protocol).resolve("clock-" + protocol + "/copy")).satisfies(sameContentAs(source));
        List<String> lines = Files.readAllLines(events);
        JsonNode report = JsonMapper.shared().readTree(lines.getLast()).get("result");
        assertThat(lines.getFirst().substring(0, 60))
                .as("the clock was set back: " + lines.getLast())
                .isNotEqualTo(lines.getLast().substring(0, 60));
        assertThat(report.get("seconds").asDouble()).isBetween(1.0, 60.0);
        assertThat(report.get("goodputBitsPerSecond").asDouble()).isBetween(1e6, 120e6);
    }

    /** Their locks are their own: what must not be is a file of both under the final name. */
    @Test
    void ofTwoHomesThatWriteOneLocalTargetOneWholeFileIsLeft() throws Exception {
        Path work = rig.commands.work();
        Path target = Files.createDirectory(work.resolve("two-homes")).resolve("copy");
        List<Path> sources = new ArrayList<>();
        List<Commands.Started> both = new ArrayList<>();
        for (String one : List.of("one", "two")) {
            Path source = KillSources.random(work.resolve("from-home-" + one), 12 << 20);
            sources.add(source);
            both.add(rig.commands
                    .with(Map.of("WAYBILL_HOME", work.resolve("home-" + one).toString()))
                    .waybill(
                            "move",
                            "--quiet",
                            "--transport",
                            "local",
                            "--rate",
                            "60M",
                            source.toString(),
                            target.toString()));
        }
        while (both.stream().anyMatch(one -> one.process().isAlive())) {
            if (Files.exists(target)) {
                assertIsOneOf(target, sources);
            }
            Thread.sleep(20);
        }
        for (Commands.Started one : both) {
            assertThat(one.result().code()).as(one.result().err()).isIn(0, 14);
        }
        assertIsOneOf(target, sources);
        try (Stream<Path> files = Files.list(target.getParent())) {
            assertThat(files).as("nothing of ours is left").containsExactly(target);
        }
    }

    private static void assertIsOneOf(Path target, List<Path> sources) throws IOException {
        byte[] content = Files.readAllBytes(target);
        assertThat(sources).as("the whole of one source").anyMatch(source -> {
            try {
                return Arrays.equals(content, Files.readAllBytes(source));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void success(Commands commands, String... line) throws Exception {
        Commands.Result result = commands.run(line);
        assertThat(result.code()).as(List.of(line) + ": " + result.err()).isZero();
    }

    private static Path faketime() {
        return FAKETIME.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> Packages.missing("libfaketime is not installed: apt-get install faketime"));
    }

    /** Root without root's powers, since another user could not read the classes either. */
    @ParameterizedTest
    @MethodSource("commandsThatWrite")
    void aHomeOfAnotherUserIsRefusedInOneLine(List<String> line) throws Exception {
        Packages.requireRoot("another user is wanted");
        Path home = Files.createTempDirectory(
                rig.commands.work(),
                "home-of-nobody",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(home, "unix:uid", NOBODY);

        assertRefused(line, home, List.of("setpriv", "--bounding-set=-all"), "home-of-nobody");
    }

    @ParameterizedTest
    @MethodSource("commandsThatWrite")
    @Tag("nightly")
    void aReadOnlyHomeIsSaidToBeOne(List<String> line) throws Exception {
        onDisk("size=1m,ro", home -> assertRefused(line, home, List.of(), "read-only"));
    }

    @ParameterizedTest
    @MethodSource("commandsThatWrite")
    @Tag("nightly")
    void aFullHomeIsSaidToBeFull(List<String> line) throws Exception {
        onDisk("size=64k", home -> {
            fill(home);
            assertRefused(line, home, List.of(), "no space left");
        });
    }

    @Test
    void aTransferOfAHomeThatGotFullSaysThatTheHistoryWillNotKnowOfIt() throws Exception {
        onDisk("size=256k", home -> {
            Commands commands = rig.commands.with(Map.of("WAYBILL_HOME", home.toString()));
            Path source = Files.writeString(rig.commands.work().resolve("data"), "data");
            success(commands, "move", "--quiet", source.toString(), "copy-1");
            fill(home);

            Commands.Result result = commands.run("move", source.toString(), "copy-2");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(rig.commands.work().resolve("copy-2")).satisfies(sameContentAs(source));
            assertThat(result.err())
                    .contains("cannot record this transfer in the history")
                    .contains(home.toString());
            assertThat(result.err()).doesNotContain("Exception");
        });
    }

    static List<List<String>> commandsThatWrite() {
        return List.of(
                List.of("account", "add", "user@host.example", "--password-file", "-"),
                List.of("node", "peers", "token"),
                List.of("history", "show"),
                List.of("move", "--quiet", "--transport", "tcp", "/etc/hostname", NODE));
    }

    private void assertRefused(List<String> line, Path home, List<String> under, String said) throws Exception {
        Commands other = rig.commands.with(Map.of("WAYBILL_HOME", home.toString()));
        String node = rig.url(Protocol.TCP, "small");
        Commands.Started started = other.under(
                under,
                line.stream().map(word -> word.equals(NODE) ? node : word).toArray(String[]::new));
        try (var in = started.process().outputWriter()) {
            in.write("secret\n");
        } catch (IOException _) {
            // it could not read it
        }

        Commands.Result result = Commands.ended(started);

        assertThat(result.code()).as(result.out() + result.err()).isIn(6, 7);
        assertThat(result.err().lines()).as(result.err()).hasSize(1);
        assertThat(result.err())
                .startsWith("waybill: ")
                .containsIgnoringCase(said)
                .contains(home.toString())
                .doesNotContain("\tat ")
                .doesNotContain("Exception");
    }

    /** Runs a check with a home on a small disk of its own. */
    private void onDisk(String options, HomeCheck check) throws Exception {
        Packages.requireRoot("file systems are mounted");
        Path home = Files.createTempDirectory(rig.commands.work(), "home");
        system("mount", "-t", "tmpfs", "-o", options, "none", home.toString());
        try {
            check.of(home);
        } finally {
            system("umount", "-l", home.toString());
        }
    }

    @FunctionalInterface
    private interface HomeCheck {
        void of(Path home) throws Exception;
    }

    private static void fill(Path home) throws IOException {
        try (var out = Files.newOutputStream(home.resolve("filler"))) {
            while (true) {
                out.write(new byte[512]);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static void system(String... line) throws Exception {
        assertThat(new ProcessBuilder(line).inheritIO().start().waitFor())
                .as(String.join(" ", line))
                .isZero();
    }
}

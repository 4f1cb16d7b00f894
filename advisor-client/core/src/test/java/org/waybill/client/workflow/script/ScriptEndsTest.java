package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.Location;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.Packages;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** What a script leaves when it is ended early or runs twice, in the shells that sh may be; its tools take their time. */
class ScriptEndsTest {
    private static final Pattern LOCK = Pattern.compile("lock=(\\S+)");

    @TempDir
    Path directory;

    private Path bin;
    private Path work;
    private Path temporary;
    private Path record;
    private Path started;
    /** What changes the user. */
    private List<String> as = List.of();

    @BeforeEach
    void prepare() throws IOException {
        bin = Files.createDirectory(directory.resolve("bin"));
        work = Files.createDirectory(directory.resolve("work"));
        temporary = Files.createDirectory(directory.resolve("temporary"));
        record = directory.resolve("record");
        started = directory.resolve("started");
        Files.createDirectories(work.resolve("tree/sub"));
        Files.writeString(work.resolve("tree/sub/b"), "b");
        Files.writeString(work.resolve("tree/a\\b\nc"), "a");
        program(
                "waybill",
                "echo \"$*\" >> '" + record + "'\ncase \"$*\" in *'storage get'*) echo gsiftp://pool/1;; esac");
    }

    private void program(String name, String body) throws IOException {
        Files.setPosixFilePermissions(
                Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n"),
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A tool that does not end by itself. */
    private void slow(String name, String first) throws IOException {
        program(name, first + "\n: > '" + started + "'\nexec sleep 60");
    }

    private static Candidate local(String from, String to) {
        return option(Tool.CP, Protocol.WAYBILL, "local", Location.local(from), Location.local(to));
    }

    private static Candidate option(Tool tool, Protocol protocol, String transport, Location from, Location to) {
        return new Candidate(tool, protocol, transport, from, to, List.of(), 1, false, true, true);
    }

    private static String script(Candidate candidate, boolean tree) throws Exception {
        return ScriptWriter.write(candidate, tree, TemporaryNames.ofThisProcess());
    }

    /** In a group of its own, as a terminal starts it; SIGINT may be ignored where the tests run. */
    private Process start(String shell, String script, Path tools) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "--default-signal", "/usr/bin/setsid"));
        command.addAll(as);
        List<String> words = List.of(shell.split(" "));
        command.add(Packages.require(words.getFirst(), words.getFirst()).toString());
        command.addAll(words.subList(1, words.size()));
        Path file = Files.writeString(Files.createTempFile(directory, "script", ".sh"), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        command.add(file.toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().put("PATH", bin + ":" + tools);
        builder.environment().put("TMPDIR", temporary.toString());
        return builder.start();
    }

    private Process start(String shell, String script) throws IOException {
        return start(shell, script, Path.of("/usr/bin:/bin"));
    }

    private int end(Process process) throws Exception {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(output()).isTrue();
        return process.exitValue();
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output"));
    }

    /** Waits until the slow tool runs, and sends a signal to all of the script, as Ctrl-C does. */
    private int signalled(String signal, Process process) throws Exception {
        for (int i = 0; i < 1000 && !Files.exists(started); i++) {
            Thread.sleep(20);
        }
        assertThat(started).as(output()).exists();
        assertThat(new ProcessBuilder("sh", "-c", "kill -" + signal + " -" + process.pid())
                        .start()
                        .waitFor())
                .isZero();
        return end(process);
    }

    private static Path lock(String script) {
        Matcher found = LOCK.matcher(script);
        assertThat(found.find()).isTrue();
        return Path.of(found.group(1));
    }

    private static List<String> names(Path directory) throws IOException {
        try (var all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dash, INT, 130",
        "dash, TERM, 143",
        "dash, HUP, 129",
        "busybox sh, INT, 130",
        "busybox sh, TERM, 143",
        "busybox sh, HUP, 129",
        "bash, INT, 130",
        "bash, TERM, 143"
    })
    void aSignalReleasesTheCircuit(String shell, String signal, int code) throws Exception {
        slow("cp", ":");
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        PlannedCircuit circuit = new PlannedCircuit(
                "Lab",
                ProvisioningKind.OSCARS_REST,
                PlannedCircuit.Aim.BOTH,
                QuoteBasis.AVAILABILITY,
                "a.example",
                "b.example",
                "a",
                "b",
                start,
                start.plusSeconds(600),
                2e9,
                2e9,
                null,
                List.of("a", "b"),
                null,
                1,
                1);
        String script = script(local("tree/sub/b", "target").over(circuit), false);
        assertThat(signalled(signal, start(shell, script))).as(output()).isEqualTo(code);
        assertThat(Files.readAllLines(record).getLast()).matches("reserve release [0-9a-f-]{36}");
        assertThat(lock(script)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"dash, INT, 130", "busybox sh, TERM, 143", "bash, HUP, 129"})
    void aSignalRemovesTheListsOfATree(String shell, String signal, int code) throws Exception {
        slow("xargs", "ls '" + temporary + "' > '" + record + "'");
        String script = script(local("tree", "target"), true);
        assertThat(signalled(signal, start(shell, script))).as(output()).isEqualTo(code);
        assertThat(Files.readAllLines(record)).hasSize(1);
        assertThat(names(temporary)).isEmpty();
        assertThat(lock(script)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"dash, INT, 130", "busybox sh, TERM, 143", "bash, HUP, 129", "dash, none, 0", "busybox sh, none, 0"})
    void aStorageSystemsRequestIsEnded(String shell, String signal, int code) throws Exception {
        String fetches = "for last; do :; done\necho data > \"${last#file://}\"";
        boolean ends = signal.equals("none");
        if (ends) {
            program("globus-url-copy", fetches);
        } else {
            slow("globus-url-copy", fetches);
        }
        Location tape = new Location("srm", null, "srm.example", 8443, "/data/f1");
        // missing directories are made
        Path made = work.resolve("made/for/it");
        String script = script(
                option(Tool.GLOBUS_URL_COPY, Protocol.SRM, "srm+gsiftp", tape, Location.local(made + "/f1")), false);
        Process process = start(shell, script);
        assertThat(ends ? end(process) : signalled(signal, process))
                .as(output())
                .isEqualTo(code);
        assertThat(Files.readAllLines(record))
                .last()
                .isEqualTo("storage release " + (ends ? "" : "--failed ") + "-- " + StorageSystemSteps.surl(tape));
        assertThat(names(made)).isEqualTo(ends ? List.of("f1") : List.of());
        assertThat(lock(script)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"dash", "busybox sh", "bash"})
    void theSecondOfTwoRunsDoesNotWriteTheFirstOnesFile(String shell) throws Exception {
        slow("cp", ":");
        String script = script(local("tree/sub/b", "target"), false);
        Process first = start(shell, script);
        for (int i = 0; i < 1000 && !Files.exists(started); i++) {
            Thread.sleep(20);
        }
        assertThat(end(start(shell, script))).isEqualTo(14);
        assertThat(output()).contains("another run is writing the destination: process " + first.pid());
        assertThat(signalled("KILL", first)).isEqualTo(137);
        assertThat(lock(script)).as("what was killed leaves").isSymbolicLink();
        Files.delete(bin.resolve("cp"));
        assertThat(end(start(shell, script))).as(output()).isZero();
        assertThat(work.resolve("target")).hasContent("b");
        assertThat(lock(script)).doesNotExist();
    }

    /** In a container each run may have the number of the one before; after a reboot another process has it. */
    @ParameterizedTest
    @CsvSource({"dash", "busybox sh", "bash"})
    void aNumberThatAnotherProcessHasNowKeepsNoOneOut(String shell) throws Exception {
        String script = script(local("tree/sub/b", "target"), false);
        String own = script.replaceFirst("mine=", "ln -s \"process \\$\\$ since 1\" \"\\$lock\"; mine=");
        assertThat(own).isNotEqualTo(script);
        assertThat(end(start(shell, own))).as(output()).isZero();
        long other = ProcessHandle.current().pid();
        Files.createSymbolicLink(lock(script), Path.of("process " + other + " since 1"));
        assertThat(end(start(shell, script))).as(output()).isZero();
        assertThat(lock(script)).doesNotExist();
    }

    @Test
    void aReadOnlyFileIsCopiedAgainAfterAKill() throws Exception {
        if (Packages.isRoot()) {
            as = List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        }
        for (Path open : List.of(directory, work, work.resolve("tree"), work.resolve("tree/sub"))) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(work.resolve("tree/sub/b"), PosixFilePermissions.fromString("r--r--r--"));
        String script = script(local("tree/sub/b", "copy"), false);
        String killed = script.replace("mv -f -- \"$part\" \"$whole\"", "kill -KILL $$");
        assertThat(end(start("dash", killed))).as(output()).isEqualTo(137);
        assertThat(end(start("dash", script))).as(output()).isZero();
        assertThat(work.resolve("copy")).hasContent("b");
        String tree = script(local("tree", "tree copied"), true);
        for (int times = 0; times < 2; times++) {
            assertThat(end(start("dash", tree))).as(output()).isZero();
        }
    }

    /** Where nothing else is installed. */
    private Path busyBox(String without) throws IOException {
        List<String> applets = List.of(
                "awk",
                "cat",
                "cmp",
                "cp",
                "cut",
                "find",
                "ln",
                "mkdir",
                "mktemp",
                "mv",
                "readlink",
                "rm",
                "sed",
                "sh",
                "sha256sum",
                "tail",
                "tr",
                "xargs");
        return Shell.busyBox(
                directory.resolve("without " + without),
                applets.stream().filter(applet -> !applet.equals(without)).toList());
    }

    @Test
    void busyBoxComparesATree() throws Exception {
        String script = script(local("tree", "target"), true);
        Path all = busyBox("nothing");
        assertThat(end(start("busybox sh", script, all))).as(output()).isZero();
        assertThat(work.resolve("target/sub/b")).hasContent("b");
        String tampered = script.replaceFirst("if .*verify.*\n", "printf x >> target/sub/b\n$0");
        assertThat(tampered).isNotEqualTo(script);
        assertThat(end(start("busybox sh", tampered, all))).isEqualTo(11);
        assertThat(output()).contains("the copy differs from the source: ./sub/b");
        assertThat(end(start("busybox sh", script, busyBox("sha256sum")))).isEqualTo(7);
        assertThat(output()).contains("needs shasum (or sha256sum").hasLineCount(1);
        String mute =
                script.replaceFirst("(?s)(mkdir.*)sha=sha256sum; command -v \\$sha", "$1sha=false; command -v \\$sha");
        assertThat(mute).isNotEqualTo(script);
        assertThat(end(start("busybox sh", mute, all))).isEqualTo(11);
        assertThat(output()).contains("copied, but not verified: a host cannot compute the SHA-256");
    }

    @Test
    void perlsShasumWillDo() throws Exception {
        Path perl = Packages.require("shasum", "perl");
        Path tools = busyBox("sha256sum");
        Files.copy(perl, tools.resolve("shasum"), StandardCopyOption.COPY_ATTRIBUTES);
        String script = script(local("tree", "target"), true);
        assertThat(end(start("dash", script, Path.of(tools + ":/nowhere"))))
                .as(output())
                .isZero();
        assertThat(work.resolve("target/sub/b")).hasContent("b");
    }
}

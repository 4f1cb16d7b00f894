package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** What the tests of tasks share: a home, its agent, which is a process of its own, and a file to copy. */
abstract class TaskLab {
    static final int BYTES = 16 << 20;
    /** With it, {@link #BYTES} take 67 s: no test lets a copy end under it. */
    static final String SLOW = "[defaults]\nrate = 2M\n";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(150);
    static final String CANARY = "c4n4ry-s3cret";

    @TempDir
    Path directory;

    Cli cli;
    Path file;
    Path data;

    @BeforeEach
    void start() throws IOException {
        cli = new Cli(directory).with("WAYBILL_SERVICE_TOKEN", CANARY);
        CommandJvm.launcher(directory.resolve("waybill"));
        byte[] content = new byte[BYTES];
        new Random(18).nextBytes(content);
        file = Files.write(directory.resolve("big.bin"), content);
        data = Files.createDirectory(directory.resolve("data"));
    }

    @AfterEach
    void stop() throws Exception {
        for (JsonNode one : cli.run("task", "list", "--json").json().get("tasks")) {
            if (one.at("/task/endedAt").isNull()) {
                cli.run("task", "cancel", one.at("/task/id").asString());
            }
            Path lock = task(one.at("/task/id").asString()).resolve("lock");
            await(() -> processOf(lock).isEmpty());
        }
        agent().ifPresent(TaskLab::kill);
        System.clearProperty("waybill.launcher");
    }

    void changeLauncher(String part, String changed) throws IOException {
        Path launcher = directory.resolve("waybill");
        Files.writeString(launcher, Files.readString(launcher).replace(part, changed));
    }

    static List<String> names(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(one -> one.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void submitSlowly(String id, WaybillNode node) throws IOException {
        Files.createDirectories(cli.home());
        Files.writeString(cli.home().resolve("config"), SLOW);
        submit(id, node);
        await(() -> bytesDone(id) > 3 << 18);
    }

    String submit(String id, WaybillNode node) {
        String url = "waybill://127.0.0.1:" + node.address().getPort() + "/big.bin";
        Cli.Result result = cli.runLine("copy --background --id %s --transport tcp %s %s", id, file, url);
        assertThat(result.code()).as(result.err()).isZero();
        return url;
    }

    void config(String defaults) throws IOException {
        Files.writeString(cli.home().resolve("config"), "[defaults]\n" + defaults);
    }

    void quickly() throws IOException {
        Files.delete(cli.home().resolve("config"));
    }

    void assertDoneBySecondAttempt(String id) throws IOException {
        JsonNode ended = cli.run("task", "wait", id, "--json").json();
        assertThat(ended.at("/task/attempts").asInt()).isEqualTo(2);
        assertResumed(id);
    }

    void assertResumed(String id) throws IOException {
        assertThat(Files.mismatch(file, data.resolve("big.bin"))).isEqualTo(-1);
        assertThat(Files.readString(task(id).resolve("events"))).containsPattern("\"resumedBytes\":[1-9]");
    }

    void letIn(SshServer ssh) throws IOException {
        Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        if (!Files.exists(keys.resolve("known_hosts"))) {
            Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
        }
    }

    Path task(String id) {
        return cli.home().resolve("tasks").resolve(id);
    }

    JsonNode shown(String id) {
        return cli.run("task", "show", "--json", id).json();
    }

    String state(String id) {
        return shown(id).at("/task/state").asString();
    }

    int attempts(String id) {
        return shown(id).at("/task/attempts").asInt();
    }

    long bytesDone(String id) {
        JsonNode progress = shown(id).get("progress");
        return progress.isNull() ? 0 : progress.get("bytesDone").asLong();
    }

    Properties address() throws IOException {
        Properties address = new Properties();
        Path published = cli.home().resolve("agent").resolve(WaybillHome.thisMachine());
        if (Files.exists(published)) {
            try (var in = Files.newInputStream(published)) {
                address.load(in);
            }
        }
        return address;
    }

    Optional<ProcessHandle> agent() throws IOException {
        String pid = address().getProperty("pid");
        return pid == null ? Optional.empty() : alive(Long.parseLong(pid));
    }

    static Optional<ProcessHandle> processOf(Path lock) {
        try {
            return Files.exists(lock)
                    ? alive(Long.parseLong(Files.readString(lock).split(" ")[0]))
                    : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** One that is dead may stay in the table of processes until its parent, or the first process, looks. */
    static Optional<ProcessHandle> alive(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status")).contains("State:\tZ")
                    ? Optional.empty()
                    : ProcessHandle.of(pid);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static void kill(ProcessHandle process) {
        process.destroyForcibly();
        await(() -> alive(process.pid()).isEmpty());
    }

    Process agentProcess(String... options) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(Stream.concat(Stream.of(directory + "/waybill", "agent"), Stream.of(options))
                        .toList());
        builder.environment().put("WAYBILL_HOME", cli.home().toString());
        builder.environment().remove("XDG_RUNTIME_DIR");
        return builder.start();
    }

    Stream<Path> filesWith(String text) throws IOException {
        return Files.walk(cli.home()).filter(Files::isRegularFile).filter(one -> {
            try {
                return Files.readString(one, StandardCharsets.ISO_8859_1).contains(text);
            } catch (IOException e) {
                return false;
            }
        });
    }

    static void await(BooleanSupplier condition) {
        await(LONGEST_WAIT, condition);
    }

    static void await(Duration limit, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("waited in vain for " + limit.toSeconds() + " s");
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("waited in vain", e);
            }
        }
    }
}

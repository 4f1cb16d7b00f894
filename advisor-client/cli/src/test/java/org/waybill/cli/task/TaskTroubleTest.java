package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;

/** What may go wrong around tasks: their files, their disk, their sources, their agents, their secrets. */
@Timeout(300)
class TaskTroubleTest extends TaskLab {
    private static final String PASSWORD = "s3cret-in-a-url";
    private static final int MOST_FILES = 256;

    @Test
    void aDistributionIsMadeOnceAlsoIfItsAgentIsKilledBeforeItEnds() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        try (WaybillNode one = cli.node(data);
                WaybillNode two = cli.node(second)) {
            Cli.Result submitted = cli.runLine("distribute --background --id d %s %s %s", file, at(one), at(two));
            assertThat(submitted.code()).as(submitted.err()).isZero();
            await(() -> processOf(task("d").resolve("lock")).isPresent());
            kill(agent().orElseThrow());
            await(() -> processOf(task("d").resolve("lock")).isEmpty());

            assertThat(cli.run("task", "wait", "d", "--json").code()).isZero();
            assertThat(attempts("d")).isEqualTo(1);
            assertThat(cli.run("task", "log", "d").out()).containsOnlyOnce("2 of 2 in ");
            for (Path there : List.of(data, second)) {
                assertThat(Files.mismatch(file, there.resolve("big.bin"))).isEqualTo(-1);
            }
        }
    }

    private static String at(WaybillNode node) {
        return "waybill://127.0.0.1:" + node.address().getPort() + "/";
    }

    /** A full disk of the home is not one of the data. */
    @Test
    void aFullHomeKeepsNewTasksOutAndHarmsNoneThatRuns() throws Exception {
        try (SmallDisk _ = SmallDisk.mount(cli.home(), 32);
                AutoCloseable _ = () -> agent().ifPresent(TaskLab::kill);
                WaybillNode node = cli.node(data)) {
            config("rate = 40M\n"); // 3 s
            submit("a", node);
            await(() -> !names(data).isEmpty());
            Path filler = fill();
            await(() -> Files.exists(data.resolve("big.bin")));

            Cli.Result refused = cli.runLine("copy --background --id b %s %s", file, data.resolve("b.bin"));
            assertThat(refused.code()).as(refused.err()).isEqualTo(7);
            assertThat(refused.err()).hasLineCount(1);
            assertThat(cli.run("task", "list").out()).doesNotContain("b.bin");
            assertThat(task("b")).doesNotExist();
            Files.delete(filler);
            assertThat(cli.run("task", "wait", "a").code()).isZero();
            assertThat(Files.mismatch(file, data.resolve("big.bin"))).isEqualTo(-1);
            assertThat(cli.runLine("copy --background --id b %s %s", file, data.resolve("b.bin"))
                            .code())
                    .isZero();
            assertThat(cli.run("task", "wait", "b").code()).isZero();
        }
    }

    private Path fill() throws IOException {
        Path filler = cli.home().resolve("filler");
        byte[] some = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(some);
            }
        } catch (IOException full) {
            return filler;
        }
    }

    @Test
    void ofAgentsThatStartAtOnceOneRunsAndItTakesThePlaceOfADeadOne() throws Exception {
        assertThat(cli.runLine("copy --background --id a %s %s", file, data).code())
                .isZero();
        assertThat(cli.run("task", "wait", "a").code()).isZero();
        ProcessHandle dead = agent().orElseThrow();
        kill(dead);
        assertThat(Path.of(address().getProperty("socket"))).exists();

        List<Process> agents = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            agents.add(agentProcess("--json"));
        }
        await(() -> agents.stream().filter(Process::isAlive).count() == 1);
        Process running = agents.stream().filter(Process::isAlive).findFirst().orElseThrow();
        agents.remove(running);
        for (Process other : agents) {
            assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"ran\" : false");
        }
        await(() -> agentNow().isPresent());
        assertThat(cli.runLine("copy --background --id b %s %s", file, data.resolve("b"))
                        .code())
                .isZero();
        assertThat(cli.run("task", "wait", "b").code()).isZero();
        assertThat(agentNow().map(ProcessHandle::pid)).contains(running.pid());
    }

    private Optional<ProcessHandle> agentNow() {
        try {
            return agent();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Test
    void anAgentWithMoreConnectionsThanFilesGoesOn() throws Exception {
        Packages.requireRoot("it counts the files of a process that hides itself");
        changeLauncher("exec ", "ulimit -n " + MOST_FILES + "; exec ");
        changeLauncher("/java'", "/java' -XX:-MaxFDLimit");
        assertThat(cli.runLine("copy --background --id a %s %s", file, data).code())
                .isZero();
        ProcessHandle agent = agent().orElseThrow();
        UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(address().getProperty("socket"));
        List<SocketChannel> silent = new ArrayList<>();
        await(() -> {
            connect(socket, silent);
            return !agent.isAlive()
                    || names(Path.of("/proc/" + agent.pid() + "/fd")).size() >= MOST_FILES;
        });
        connect(socket, silent);
        for (SocketChannel one : silent) {
            one.close();
        }
        assertThat(cli.run("task", "wait", "a").code()).isZero();
        assertThat(agent()).contains(agent);
    }

    /** One connection more, unless as many as may wait do. */
    private static void connect(UnixDomainSocketAddress socket, List<SocketChannel> silent) {
        try {
            SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
            silent.add(one);
            one.configureBlocking(false);
            one.connect(socket);
        } catch (IOException waiting) {
            // the agent accepts no more for now
        }
    }

    @Test
    void aPasswordInAUrlIsRefusedAndNothingOfItIsKept() throws Exception {
        String url = "sftp://user:" + PASSWORD + "@127.0.0.1/big.bin";
        for (String[] line : List.of(
                Cli.words("copy --background %s %s", file, url),
                Cli.words("copy --background %s %s", url, data),
                Cli.words("sync --background %s %s", data, url),
                Cli.words("distribute --background %s %s", file, url),
                Cli.words("copy --background --service https://user:%s@127.0.0.1/ %s %s", PASSWORD, file, data),
                Cli.words("copy --background --service=https://user:%s@127.0.0.1/ %s %s", PASSWORD, file, data))) {
            Cli.Result refused = cli.run(line);
            assertThat(refused.code()).as(refused.arguments()).isEqualTo(2);
            assertThat(refused.err())
                    .contains("a password", "'waybill account add'")
                    .doesNotContain(PASSWORD)
                    .hasLineCount(1);
        }
        assertThat(filesWith(PASSWORD)).isEmpty();
        assertThat(cli.run("task", "list").out()).startsWith("no tasks");
        assertThat(agent()).isEmpty();
    }

    /** What is in the environment of a task is for its processes; not even other processes of the user see the agent's. */
    @Test
    void aSecretOfATaskIsInNoFileAndNoArgumentAndTheAgentsMemoryIsItsOwn() throws Exception {
        String unprivileged = String.join(" ", unprivileged());
        changeLauncher("exec ", "exec " + unprivileged + " ");
        try (WaybillNode node = cli.node(data)) {
            submitSlowly("a", node);
            ProcessHandle copy = processOf(task("a").resolve("lock")).orElseThrow();
            ProcessHandle agent = agent().orElseThrow();
            assertThat(filesWith(CANARY)).isEmpty();
            for (ProcessHandle one : List.of(copy, agent)) {
                assertThat(Files.readString(Path.of("/proc/" + one.pid() + "/cmdline")))
                        .contains("org.waybill")
                        .doesNotContain(CANARY);
            }
            assertThat(environmentOf(copy)).contains(CANARY);
            assertThat(environmentOf(agent)).isEmpty();
        }
    }

    private static String environmentOf(ProcessHandle process) throws IOException {
        List<String> line = new ArrayList<>(unprivileged());
        line.addAll(List.of("/bin/cat", "/proc/" + process.pid() + "/environ"));
        Process read = new ProcessBuilder(line).start();
        return new String(read.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** What makes root a user like others. */
    private static List<String> unprivileged() {
        return Packages.isRoot()
                ? List.of(
                        Packages.require("setpriv", "util-linux").toString(),
                        "--bounding-set",
                        "-all",
                        "--inh-caps",
                        "-all")
                : List.of();
    }

    @Test
    void timesThatMakeNoSenseAreRefused() {
        assertThat(cli.run("agent", "--idle", "-5").err()).contains("invalid --idle '-5': expected 1 s or more");
        assertThat(cli.run("copy", "--background", "--at", "soon", file.toString(), data.toString())
                        .err())
                .contains("--at", "expected 90m");
    }
}

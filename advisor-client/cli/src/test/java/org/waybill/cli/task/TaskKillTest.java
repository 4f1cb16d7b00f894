package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import org.waybill.platform.PrivateFiles;

/** {@code kill -9} of the agent and of the processes of tasks at random moments, and tasks by the thousand. */
@Timeout(900)
class TaskKillTest extends TaskLab {
    /** So many, and as many kills, take some half a minute; at night there are more. */
    private static final int FEW = 3;

    private static final int MANY = 10;
    private static final int FILE_BYTES = 2 << 20;
    private static final int LONGEST_PAUSE_MILLIS = 700;
    private static final int NIGHTLY_TASKS = 10_000;

    @Test
    void eachTaskIsDoneOnceAndVerifiedWhateverIsKilled() throws Exception {
        killAndCheck(19, FEW);
    }

    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void eachTaskIsDoneOnceAlsoWithOtherSeeds(long seed) throws Exception {
        killAndCheck(seed, MANY);
    }

    private void killAndCheck(long seed, int tasks) throws Exception {
        Random random = new Random(seed);
        try (WaybillNode node = cli.node(data)) {
            Files.createDirectories(cli.home());
            config("rate = 16M\n"); // 1 s a file
            List<Path> files = submitted(random, node, tasks);
            for (int kill = 0; kill < tasks; kill++) {
                Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
                Optional<ProcessHandle> victim = random.nextInt(3) == 0 ? agent() : anyProcess(random, tasks);
                victim.ifPresent(TaskLab::kill);
                cli.run("task", "list");
            }
            for (int i = 0; i < tasks; i++) {
                Cli.Result ended = cli.run("task", "wait", "t" + i);
                assertThat(ended.code()).as("seed %d: %s", seed, ended.out()).isZero();
                assertThat(Files.mismatch(files.get(i), data.resolve("f" + i))).isEqualTo(-1);
            }
            assertNothingIsDoneAgain(tasks);
        }
    }

    private List<Path> submitted(Random random, WaybillNode node, int tasks) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            byte[] content = new byte[FILE_BYTES];
            random.nextBytes(content);
            files.add(Files.write(directory.resolve("f" + i), content));
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/f" + i;
            Cli.Result result = cli.runLine("copy --background --id t%s --transport tcp %s %s", i, files.get(i), url);
            assertThat(result.code()).as(result.err()).isZero();
        }
        return files;
    }

    private Optional<ProcessHandle> anyProcess(Random random, int tasks) {
        List<ProcessHandle> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            processOf(task("t" + i).resolve("lock")).ifPresent(all::add);
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** Neither by the agent nor by the next one; and nothing is left beside what was copied. */
    private void assertNothingIsDoneAgain(int tasks) throws IOException {
        String before = cli.run("task", "list", "--json").out();
        kill(agent().orElseThrow());
        Process next = agentProcess("--idle", "1");
        await(() -> !next.isAlive());
        assertThat(cli.run("task", "list", "--json").out()).isEqualTo(before);
        assertThat(names(data)).hasSize(tasks).allMatch(name -> name.startsWith("f"));
    }

    /** Their variables, 200 KB each, are more than the agent's memory: it has each of them once. */
    @Test
    void manyTasksWithTheSameVariablesNeedLittleMemory() throws Exception {
        changeLauncher("/java'", "/java' -Xmx48m");
        cli.with("MODULES", "m".repeat(100_000)).with("MANPATH", "p".repeat(100_000));
        submitForLater(400);
        assertThat(cli.run("task", "list").out()).hasLineCount(401);
        kill(agent().orElseThrow());
        assertThat(cli.run("task", "why", "t399").out()).startsWith("waiting, START_TIME");
        removeAll();
    }

    @Test
    @Tag("nightly")
    void tenThousandTasksAreSubmittedListedAndTakenUpByTheNextAgent() throws Exception {
        long startNs = System.nanoTime();
        long[] ns = submitForLater(NIGHTLY_TASKS);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        Arrays.sort(ns);
        System.out.printf(
                "%d tasks in %.1f s; a submission took %.1f ms (median), %.1f ms (1 in 100), %.1f ms (longest); %s%n",
                NIGHTLY_TASKS,
                seconds,
                ns[NIGHTLY_TASKS / 2] / 1e6,
                ns[NIGHTLY_TASKS * 99 / 100] / 1e6,
                ns[NIGHTLY_TASKS - 1] / 1e6,
                memory());
        tell("task list", "task", "list");
        tell("task list --json", "task", "list", "--json");
        tell("task show", "task", "show", "t77");
        kill(agent().orElseThrow());
        tell("task list, which starts an agent", "task", "list");
        tell("task why", "task", "why", "t9999");
        System.out.println(memory());
        tell("task resume", "task", "resume", "t5000");
        assertThat(cli.run("task", "wait", "t5000").code()).isZero();
        removeAll();
    }

    private void tell(String what, String... command) {
        long startNs = System.nanoTime();
        assertThat(cli.run(command).code()).isZero();
        System.out.printf("%s: %.0f ms%n", what, (System.nanoTime() - startNs) / 1e6);
    }

    private String memory() throws IOException {
        return "agent: "
                + Files.readString(Path.of("/proc/" + agent().orElseThrow().pid() + "/status"))
                        .lines()
                        .filter(line -> line.startsWith("VmRSS"))
                        .findFirst()
                        .orElse("");
    }

    private long[] submitForLater(int count) {
        long[] ns = new long[count];
        for (int i = 0; i < count; i++) {
            long startNs = System.nanoTime();
            Cli.Result result = cli.runLine("copy --background --at 2h --id t%s %s %s", i, file, data);
            ns[i] = System.nanoTime() - startNs;
            assertThat(result.code()).as(result.err()).isZero();
        }
        return ns;
    }

    private void removeAll() throws IOException {
        kill(agent().orElseThrow());
        PrivateFiles.removeTree(cli.home().resolve("tasks"));
    }
}

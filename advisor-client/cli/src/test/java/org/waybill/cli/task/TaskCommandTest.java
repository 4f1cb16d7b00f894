package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;

/** Real agents and real processes of tasks, which are killed; the commands run in this process. */
@Timeout(300)
class TaskCommandTest extends TaskLab {
    @Test
    void aCopyInTheBackgroundIsListedShownWaitedForAndSubmittedOnce() throws Exception {
        SshServer ssh = SshServer.start(directory);
        try (ssh) {
            letIn(ssh);
            String url = "sftp://127.0.0.1:" + ssh.port() + data + "/";
            String submit = "copy --background --id run7 --transport sftp %s %s";
            assertThat(cli.runLine(submit, file, url).code()).isZero();
            assertThat(cli.runLine(submit + " --json", file, url)
                            .json()
                            .at("/task/id")
                            .asString())
                    .isEqualTo("run7");
            Cli.Result other = cli.runLine(submit + " --verify none", file, url);
            assertThat(other.code()).isEqualTo(2);
            assertThat(other.err()).contains("was submitted with another command");

            assertThat(cli.run("task", "wait", "run").code()).isZero();
            assertThat(Files.mismatch(file, data.resolve("big.bin"))).isEqualTo(-1);
            assertThat(cli.run("task", "list").out()).contains("run7  done", "16.0 MiB of 16.0 MiB");
            assertThat(cli.run("task", "show", "run7").out()).contains("attempts   1", "progress   16.0 MiB");
            assertThat(cli.run("task", "why", "run7").out()).startsWith("done: ");
            assertThat(cli.run("task", "log", "run7").out()).contains("verified, sha256");
            assertThat(cli.run("task", "log", "run7", "--json").code()).isZero();
            Cli.Result again = cli.runLine(submit, file, url);
            assertThat(again.code()).isZero();
            assertThat(again.out()).isEqualTo("task run7 is done; it is not run again: give another --id\n");
            assertThat(cli.run("task", "pause", "run7").err()).contains("is done: expected one that is not over");
            assertThat(cli.run("task", "show", "no").code()).isEqualTo(3);
        }
        assertThat(filesWith(CANARY)).isEmpty();
    }

    @Test
    void aTaskWhoseAgentIsKilledGoesOnIsStoppedByTheNextOneAndGoesOnAtAnotherRate() throws Exception {
        try (WaybillNode node = cli.node(data)) {
            submitSlowly("a", node);
            ProcessHandle first = agent().orElseThrow();
            ProcessHandle copy = processOf(task("a").resolve("lock")).orElseThrow();
            kill(first);

            assertThat(cli.run("task", "show", "a", "--json")
                            .json()
                            .at("/task/state")
                            .asString())
                    .isEqualTo("RUNNING");
            assertThat(agent().orElseThrow()).isNotEqualTo(first);
            assertThat(copy.isAlive()).isTrue();
            assertThat(cli.run("task", "pause", "a").out()).startsWith("task a is paused; ");
            await(() -> processOf(task("a").resolve("lock")).isEmpty());
            assertThat(cli.run("task", "resume", "a").code()).isZero();
            // in this order: the bytes of the attempt before are gone once this one is running
            await(() -> state("a").equals("RUNNING") && bytesDone("a") > 0);
            assertThat(cli.run("task", "limit", "a", "2G").out()).startsWith("task a is queued");
            assertThat(cli.run("task", "wait", "a").code()).isZero();
            assertResumed("a");
            assertThat(cli.run("task", "show", "a").out())
                    .contains("copy --rate 2G --transport tcp ", "attempts   3", "16.0 MiB of 16.0 MiB");
        }
    }

    @Test
    void whenEverythingIsKilledTheNextCommandGoesOnWhateverTaskFilesCannotBeRead() throws Exception {
        try (WaybillNode node = cli.node(data)) {
            submitSlowly("a", node);
            kill(agent().orElseThrow());
            kill(processOf(task("a").resolve("lock")).orElseThrow());
            quickly();
            String copied = Files.readString(task("a").resolve("task"));
            for (String broken : List.of("{", "{}", "", copied)) {
                Path other = Files.createDirectory(task("c" + broken.length()));
                Files.writeString(other.resolve("task"), broken);
            }

            assertDoneBySecondAttempt("a");
            assertThat(cli.run("task", "show", "c1").err())
                    .contains("c1/task is damaged, or of a later version")
                    .hasLineCount(1);
            assertThat(cli.run("task", "list").out()).hasLineCount(2);
        }
    }

    @Test
    void whatCannotBeATaskIsRefused() throws Exception {
        assertThat(cli.runLine("copy --background - %s", data).err()).contains("name a file in place of -");
        assertThat(cli.runLine("copy --id x %s %s", file, data).err()).contains("use it with --background");
        assertThat(cli.runLine("copy --background --id ../x %s %s", file, data).code())
                .isEqualTo(2);
        assertThat(cli.runLine("copy -n --background %s %s", file, data).err())
                .contains("--dry-run copies nothing and needs no task");
        assertThat(cli.runLine("sync --dry-run --background %s %s", file, data).code())
                .isEqualTo(2);
        assertThat(cli.runLine("copy --background --overwrite ask %s %s", file, data)
                        .err())
                .contains("a task asks nothing");
        for (String line : List.of("copy", "sync", "copy --at 2020-01-01T08:00:00Z", "distribute")) {
            String there = line.equals("distribute") ? "waybill://127.0.0.1:1/" : data.toString();
            Cli.Result missing = cli.runLine(line + " --background %s %s", directory.resolve("no file"), there);
            assertThat(missing.code()).as(line).isEqualTo(3);
            assertThat(missing.err()).isEqualTo("waybill: no such file or directory: " + directory + "/no file\n");
        }
        Cli.Result unmatched = cli.runLine("copy --background %s/*.h5 %s", directory, data);
        assertThat(unmatched.code()).isEqualTo(3);
        assertThat(unmatched.err()).contains("nothing matches ");
        assertThat(cli.run("task", "list").out()).startsWith("no tasks");
        assertThat(agent()).isEmpty();
    }
}

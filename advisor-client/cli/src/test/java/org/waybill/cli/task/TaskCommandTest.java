package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

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
            assertThat(cli.run("task", "list").out()).contains("run7  done", "48.0 MiB of 48.0 MiB");
            assertThat(cli.run("task", "show", "run7").out()).contains("attempts   1", "progress   48.0 MiB");
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
    void aTaskWhoseAgentIsKilledGoesOnAndIsStoppedByTheNextOne() throws Exception {
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
            assertThat(cli.run("task", "pause", "a").out()).isEqualTo("task a is paused\n");
            await(() -> processOf(task("a").resolve("lock")).isEmpty());
            assertThat(cli.run("task", "why", "a", "--json")
                            .json()
                            .get("reason")
                            .asString())
                    .isEqualTo("PAUSED");
            quickly();
            assertThat(cli.run("task", "resume", "a").code()).isZero();
            assertDoneBySecondAttempt("a");
        }
    }

    @Test
    void whenEverythingIsKilledTheNextCommandGoesOn() throws Exception {
        try (WaybillNode node = cli.node(data)) {
            submitSlowly("a", node);
            kill(agent().orElseThrow());
            kill(processOf(task("a").resolve("lock")).orElseThrow());
            quickly();

            assertDoneBySecondAttempt("a");
        }
    }

    @Test
    void aTaskThatIsCancelledMayBeRetriedAndTheLimitHoldsOthersBack() throws Exception {
        try (WaybillNode node = cli.node(data)) {
            Files.createDirectories(cli.home());
            config("task-limit = 1\nrate = 4M\n");
            String first = submit("a", node);
            await(() -> bytesDone("a") > 0);
            assertThat(cli.runLine("copy --background --id b %s %s", file, directory.resolve("b.bin"))
                            .out())
                    .contains("is queued");
            assertThat(cli.run("task", "why", "b").out()).startsWith("queued, TASK_LIMIT: 1 task");
            assertThat(cli.run("task", "wait", "b", "--timeout", "0").code()).isEqualTo(10);
            assertThat(cli.run("task", "cancel", "a").out()).isEqualTo("task a is cancelled\n");
            assertThat(cli.run("task", "wait", "a").code()).isEqualTo(130);
            config("task-limit = 1\n");
            assertThat(cli.run("task", "wait", "b").code()).isZero();
            assertThat(cli.run("task", "retry", "a").code()).isZero();
            assertThat(cli.run("task", "wait", "a").code()).as(first).isZero();
            assertResumed("a");
        }
    }

    @Test
    void whatMayBeOverIsTriedAgainAndWhatIsNotHasFailed() throws Exception {
        int port;
        try (WaybillNode node = cli.node(data)) {
            port = node.address().getPort();
        }
        String url = "waybill://127.0.0.1:" + port + "/big.bin";
        assertThat(cli.runLine("copy --background --id away --transport tcp %s %s", file, url)
                        .code())
                .isZero();
        AtomicReference<JsonNode> why = new AtomicReference<>();
        await(() -> {
            why.set(cli.run("task", "why", "away", "--json").json());
            return why.get().get("state").asString().equals("WAITING");
        });
        assertThat(why.get().get("reason").asString()).isEqualTo("UNREACHABLE");
        assertThat(Instant.parse(why.get().get("expectedAt").asString()))
                .isAfter(Instant.now().minusSeconds(60));
        await(() -> attempts("away") > 1);

        assertThat(cli.runLine("copy --background --id gone %s %s", directory.resolve("no file"), data)
                        .code())
                .isZero();
        assertThat(cli.run("task", "wait", "gone").code()).isEqualTo(3);
        assertThat(cli.run("task", "why", "gone").out())
                .startsWith("failed, NOT_FOUND: ")
                .contains("no file");
        assertThat(attempts("gone")).isEqualTo(1);
        Cli.Result again = cli.runLine("copy --background --id gone %s %s", directory.resolve("no file"), data);
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.out()).isEqualTo("task gone is failed; 'waybill task retry gone' runs it again\n");
    }

    @Test
    void aTaskWhoseSshAgentIsGoneWaitsForAnother() throws Exception {
        SshServer ssh = SshServer.start(directory);
        try (ssh) {
            Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
            cli.with("SSH_AUTH_SOCK", directory.resolve("gone").toString());
            assertThat(cli.runLine("copy --background --id a %s sftp://127.0.0.1:%s%s/", file, ssh.port(), data)
                            .code())
                    .isZero();
            await(() -> state("a").equals("WAITING"));
            assertThat(cli.run("task", "why", "a").out())
                    .startsWith("waiting, CREDENTIAL_GONE: ")
                    .contains("'waybill task resume a' where SSH_AUTH_SOCK");
            letIn(ssh);
            assertThat(cli.run("task", "resume", "a").code()).isZero();
            assertThat(cli.run("task", "wait", "a").code()).isZero();
        }
    }

    @Test
    void aTaskOfAnotherMachineIsLeftAloneWhileItsAgentRenewsItsLease() throws Exception {
        assertThat(cli.runLine("copy --background --id a %s %s", file, data).code())
                .isZero();
        assertThat(cli.run("task", "wait", "a").code()).isZero();
        Path theirs = Files.writeString(cli.home().resolve("agent/elsewhere"), "");
        Path copy = Files.createDirectory(task("b"));
        Files.writeString(
                copy.resolve("task"),
                Files.readString(task("a").resolve("task"))
                        .replace("\"a\"", "\"b\"")
                        .replace("\"" + WaybillHome.thisMachine() + "\"", "\"elsewhere\"")
                        .replace("\"DONE\"", "\"QUEUED\"")
                        .replaceAll("\"endedAt\":\"[^\"]*\"", "\"endedAt\":null"));

        assertThat(cli.run("task", "why", "b").out()).startsWith("queued, OTHER_MACHINE: elsewhere");
        assertThat(cli.run("task", "pause", "b").err()).contains("is carried out by elsewhere");
        Files.setLastModifiedTime(theirs, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        assertThat(cli.run("task", "wait", "b").code()).isZero();
        assertThat(cli.run("task", "show", "b").out()).contains("machine    " + WaybillHome.thisMachine());
    }

    @Test
    void anAgentEndsWhenNothingIsToDoAndASecondOneAtOnce() throws Exception {
        assertThat(cli.runLine("copy --background %s %s", file, data).code()).isZero();
        Process second = agentProcess("--json");
        assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("\"ran\" : false");
        for (JsonNode one : cli.run("task", "list", "--json").json().get("tasks")) {
            cli.run("task", "wait", one.at("/task/id").asString());
        }
        kill(agent().orElseThrow());
        Process brief = agentProcess("--idle", "1");
        assertThat(new String(brief.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("nothing to do any more");
        assertThat(brief.waitFor()).isZero();
        try (Stream<Path> left = Files.list(cli.home().resolve("agent"))) {
            assertThat(left.map(one -> one.getFileName().toString())).allMatch(name -> name.endsWith(".lock"));
        }
    }

    /** As the directory of a session goes when the user logs out. */
    @Test
    void anAgentWhoseSocketIsGoneMakesAnother() throws Exception {
        assertThat(cli.runLine("copy --background --id a %s %s", file, data).code())
                .isZero();
        ProcessHandle first = agent().orElseThrow();
        Files.delete(Path.of(address().getProperty("socket")));
        assertThat(cli.runLine("copy --background --id b %s %s", file, data).code())
                .isZero();
        assertThat(agent()).contains(first);
        assertThat(cli.run("task", "wait", "a").code()).isZero();
        assertThat(cli.run("task", "wait", "b").code()).isZero();
    }

    @Test
    void anotherUsersSocketIsRefusedInOneLine() throws Exception {
        Packages.requireRoot("a socket is given to another user");
        assertThat(cli.runLine("copy --background --id a %s %s", file, data).code())
                .isZero();
        assertThat(cli.run("task", "wait", "a").code()).isZero();
        Path socket = Path.of(address().getProperty("socket"));
        Files.setAttribute(socket, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
        Cli.Result refused = cli.run("task", "retry", "a");
        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err()).contains(socket + " belongs to ").hasLineCount(1);
        Files.setAttribute(socket, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void whatCannotBeATaskIsRefused() throws Exception {
        assertThat(cli.runLine("copy --background - %s", data).err()).contains("name a file in place of -");
        assertThat(cli.runLine("copy --id x %s %s", file, data).err()).contains("use it with --background");
        assertThat(cli.runLine("copy --background --id ../x %s %s", file, data).code())
                .isEqualTo(2);
        assertThat(cli.run("task", "list").out()).startsWith("no tasks");
        assertThat(agent()).isEmpty();
        assertThat(cli.runLine("sync --background --id s %s/ %s", Files.createDirectory(directory.resolve("s")), data)
                        .code())
                .isZero();
        assertThat(cli.run("task", "wait", "s").code())
                .as(cli.run("task", "log", "s").out())
                .isZero();
    }
}

package org.waybill.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.cli.Waybill;
import org.waybill.cli.command.Terminal;
import org.waybill.client.WaybillHome;
import org.waybill.engine.testserver.Packages;
import tools.jackson.databind.JsonNode;

/** What becomes of tasks, and what commands say of it. */
@Timeout(120)
class TaskStatesTest extends ScriptedTasks {
    @Test
    void whatMayBeOverIsTriedAgainAndWhatIsNotHasFailed() throws Exception {
        script("""
            [ -e better ] && exit 0
            case $id in
                away) ends UNREACHABLE 4 "cannot reach dtn" ;;
                gone) ends NOT_FOUND 3 "no file" ;;
                dead) echo "waybill: something else"; kill -9 $$ ;;
                mute) exit 99 ;;
            esac
            """);
        for (String id : List.of("away", "gone", "dead", "mute")) {
            submit(id);
        }
        assertThat(waited("gone")).isEqualTo(3);
        assertThat(out("task", "why", "gone"))
                .isEqualTo("failed, NOT_FOUND: no file; 'waybill task retry gone' starts it again\n");
        assertThat(out("task", "show", "gone")).contains("exit code  3", "why        no file");
        assertThat(cli.run("task", "resume", "gone").err())
                .startsWith("waybill: task gone is failed: 'waybill task retry gone' starts it again");
        Cli.Result again = cli.runLine("copy --background --id gone %s %s", source, directory.resolve("to"));
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.out()).isEqualTo("task gone has failed; 'waybill task retry gone' runs it again\n");
        assertThat(waited("mute")).isEqualTo(99);
        assertThat(out("task", "why", "mute")).contains("exit code 99 without a message: see 'waybill task log mute'");
        TaskLab.await(() -> out("task", "list").matches("(?s).*away +waiting +UNREACHABLE +- .*"));
        JsonNode why = whileItWaits("dead");
        assertThat(why.get("reason").asString()).isEqualTo("INTERRUPTED");
        assertThat(why.get("text").asString())
                .startsWith("its process was ended by signal 9 (SIGKILL, as when memory runs out); tried again at ");
        assertThat(why.get("expectedAt").isNull()).isFalse();
        go("better");
        assertThat(out("task", "resume", "dead")).startsWith("task dead is ");
        assertThat(waited("dead")).isZero();
        assertThat(waited("away")).isZero();
        assertThat(shown("away").at("/task/attempts").asInt()).isGreaterThan(1);
    }

    /** It waits most of the time. */
    private JsonNode whileItWaits(String id) {
        AtomicReference<JsonNode> why = new AtomicReference<>();
        TaskLab.await(() -> {
            why.set(cli.run("task", "why", id, "--json").json());
            return why.get().get("state").asString().equals("WAITING");
        });
        return why.get();
    }

    @Test
    void aTaskThatIsStoppedSaysWhyAndTheLimitHoldsOthersBack() throws Exception {
        Files.writeString(cli.home().resolve("config"), "[defaults]\ntask-limit = 1\n");
        script("begins; awaits go-$id; exit 0");
        submit("a");
        TaskLab.await(() -> TaskLab.processOf(task("a").resolve("lock")).isPresent());
        assertThat(out("task", "why", "a")).isEqualTo("running: attempt 1 has begun\n");
        assertThat(submit("b")).isEqualTo("task b is queued; 'waybill task show b' shows how it goes on\n");
        assertThat(out("task", "why", "b"))
                .isEqualTo("queued, TASK_LIMIT: 1 task runs, and task-limit is 1: it starts when one ends\n");
        assertThat(out("task", "list")).containsPattern("b +queued +TASK_LIMIT +- ");
        assertThat(cli.run("task", "list", "--json")
                        .json()
                        .at("/tasks/1/why/reason")
                        .asString())
                .isEqualTo("TASK_LIMIT");
        assertThat(cli.run("task", "wait", "b", "--timeout", "0").code()).isEqualTo(10);
        assertThat(out("task", "cancel", "b")).isEqualTo("task b is cancelled\n");
        assertThat(out("task", "cancel", "a"))
                .startsWith("task a is cancelled; what has arrived stays, of unfinished files as '.waybill-*'");
        assertThat(waited("a")).isEqualTo(130);
        assertThat(out("task", "retry", "b")).startsWith("task b is ");
        awaitState("b", "RUNNING");
        assertThat(out("task", "pause", "b")).isEqualTo("task b is paused; 'waybill task resume b' goes on with it\n");
        assertThat(shown("b").at("/task/reason").asString()).isEqualTo("PAUSED");
        assertThat(out("task", "list")).containsPattern("b +paused +PAUSED +- ");
        assertThat(out("task", "retry", "a")).startsWith("task a is ");
        go("go-a");
        assertThat(waited("a")).isZero();
        assertThat(out("task", "list")).containsPattern("a +done +- +");
    }

    /** As where its JVM is starting still. */
    @Test
    void anAttemptThatIsStoppedBeforeItBeganCountsAsNone() throws Exception {
        script("awaits go; begins; awaits end; exit 0");
        submit("a");
        assertThat(cli.run("task", "limit", "a", "much").err()).contains("expected 100M");
        assertThat(out("task", "limit", "a", "1G")).startsWith("task a is ");
        awaitState("a", "RUNNING");
        assertThat(out("task", "pause", "a")).startsWith("task a is paused");
        assertThat(shown("a").at("/task/attempts").asInt()).isZero();
        go("go");
        assertThat(out("task", "resume", "a")).startsWith("task a is ");
        TaskLab.await(() -> TaskLab.processOf(task("a").resolve("lock")).isPresent());
        assertThat(out("task", "limit", "a", "none")).matches("task a is [a-z]+; its rate has no limit now\n");
        go("end");
        assertThat(waited("a")).isZero();
        assertThat(out("task", "show", "a")).contains("attempts   2").doesNotContain("--rate");
        assertThat(submit("a")).startsWith("task a is done; it is not run again"); // the same still
    }

    @Test
    void whoWaitsSeesHowATaskGoesOn() throws Exception {
        script("""
            event '{"event":"progress","at":"2026-11-28T08:00:00Z","phase":"moving","bytesDone":4194304,"totalBytes":8388608,"filesDone":0,"totalFiles":1}'
            begins
            awaits lost
            event '{"event":"notice","at":"2100-01-01T08:00:00Z","code":"RETRY","text":"attempt 2 failed: connection reset; next attempt in 4.0 s"}'
            event '{"event":"progress","at":"2100-01-01T08:00:05Z","phase":"connecting","bytesDone":4194304,"totalBytes":8388608,"filesDone":0,"totalFiles":1}'
            awaits go
            event '{"event":"end","result":{"status":"OK","bytes":8388608,"files":1}}'
            """);
        submit("a");
        TaskLab.await(() -> TaskLab.processOf(task("a").resolve("lock")).isPresent());
        assertThat(out("task", "why", "a")).isEqualTo("running: attempt 1, 4.00 MiB of 8.00 MiB\n");
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        ByteArrayOutputStream noted = new ByteArrayOutputStream();
        FutureTask<Integer> atTerminal = waiting(seen, true);
        FutureTask<Integer> elsewhere = waiting(noted, false);
        TaskLab.await(
                () -> seen.toString(StandardCharsets.UTF_8).contains("\r\u001b[Ka: running, 4.00 MiB of 8.00 MiB, 50 %")
                        && noted.size() > 0);
        go("lost");
        TaskLab.await(() -> noted.toString(StandardCharsets.UTF_8).contains("RETRY"));
        JsonNode why = cli.run("task", "why", "a", "--json").json();
        assertThat(why.get("reason").asString()).isEqualTo("RETRY");
        assertThat(why.get("expectedAt").asString()).isEqualTo("2100-01-01T08:00:04Z");
        assertThat(out("task", "why", "a"))
                .startsWith(
                        "running, RETRY: attempt 1, 4.00 MiB of 8.00 MiB; connection reset; its command tries again at"
                                + " 2");
        TaskLab.await(() -> seen.toString(StandardCharsets.UTF_8).contains("a: running, RETRY: "));
        go("go");
        assertThat(atTerminal.get()).isZero();
        assertThat(elsewhere.get()).isZero();
        assertThat(seen.toString(StandardCharsets.UTF_8)).endsWith("\r\u001b[K").doesNotContain("\n");
        assertThat(noted.toString(StandardCharsets.UTF_8).lines())
                .hasSizeGreaterThan(1)
                .first()
                .isEqualTo("waybill: task a is running: attempt 1, 4.00 MiB of 8.00 MiB");
        assertThat(out("task", "list")).containsPattern("a +done +- +8.00 MiB of 8.00 MiB ");
    }

    private FutureTask<Integer> waiting(ByteArrayOutputStream err, boolean terminal) {
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Terminal watched = new Terminal(
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                terminal,
                200,
                Map.of("WAYBILL_HOME", cli.home().toString()));
        FutureTask<Integer> waiting = new FutureTask<>(() -> Waybill.run(watched, "task", "wait", "a"));
        Thread.ofPlatform().start(waiting);
        return waiting;
    }

    @Test
    void aTaskWhoseSshAgentIsGoneWaitsForAnother() throws Exception {
        Path socket = directory.resolve("socket");
        cli.with("SSH_AUTH_SOCK", socket.toString());
        script("[ -e \"$SSH_AUTH_SOCK\" ] || ends AUTHENTICATION 6 'permission denied'");
        submit("a");
        awaitState("a", "WAITING");
        assertThat(out("task", "why", "a"))
                .isEqualTo(
                        "waiting, CREDENTIAL_GONE: permission denied; run 'waybill task resume a' where SSH_AUTH_SOCK"
                                + " is set\n");
        Files.writeString(socket, "");
        out("task", "resume", "a");
        assertThat(waited("a")).isZero();
    }

    @Test
    void aTaskOfAnotherMachineIsLeftAloneWhileItsAgentRenewsItsLease() throws Exception {
        submit("a");
        assertThat(waited("a")).isZero();
        Path theirs = Files.writeString(cli.home().resolve("agent/elsewhere"), "");
        Path copy = Files.createDirectory(task("b"));
        Files.writeString(
                copy.resolve("task"),
                Files.readString(task("a").resolve("task"))
                        .replace("\"a\"", "\"b\"")
                        .replace("\"" + WaybillHome.thisMachine() + "\"", "\"elsewhere\"")
                        .replace("\"DONE\"", "\"QUEUED\"")
                        .replaceAll("\"endedAt\":\"[^\"]*\"", "\"endedAt\":null"));

        assertThat(out("task", "why", "b")).startsWith("queued, OTHER_MACHINE: elsewhere");
        assertThat(cli.run("task", "pause", "b").err()).contains("is carried out by elsewhere");
        Files.setLastModifiedTime(theirs, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        assertThat(waited("b")).isZero();
        assertThat(out("task", "show", "b")).contains("machine    " + WaybillHome.thisMachine());
    }

    @Test
    void anAgentKeepsItsSocketRefusesAnothersAndASecondAgentAndEndsWhenNothingIsToDo() throws Exception {
        submit("a");
        FutureTask<Boolean> second = agent(Duration.ofMinutes(15));
        second.run();
        assertThat(second.get()).isFalse();
        Path socket = socket();
        Files.delete(socket); // as the directory of a session goes when the user logs out
        submit("b");
        assertThat(waited("b")).isZero();
        if (Packages.isRoot()) {
            Files.setAttribute(socket(), "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
            Cli.Result refused = cli.run("task", "retry", "a");
            assertThat(refused.code()).isEqualTo(12);
            assertThat(refused.err()).contains(socket + " belongs to ").hasLineCount(1);
            Files.setAttribute(socket(), "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
        }
        stopAgent();
        FutureTask<Boolean> brief = agent(Duration.ofMillis(200));
        brief.run();
        assertThat(brief.get()).isTrue();
        assertThat(TaskLab.names(cli.home().resolve("agent"))).allMatch(name -> name.endsWith(".lock"));
    }

    private Path socket() throws Exception {
        return Path.of(Files.readAllLines(address()).stream()
                .filter(line -> line.startsWith("socket="))
                .map(line -> line.substring("socket=".length()).replace("\\", ""))
                .findFirst()
                .orElseThrow());
    }

    @Test
    void aTaskStartsAtItsTimeAlsoByAnotherAgentAndAtOnceIfThatHasPassed() throws Exception {
        String far = "2100-01-01T08:00:00Z";
        assertThat(submit("a", "--at", far)).startsWith("task a is waiting; ");
        assertThat(out("task", "why", "a")).startsWith("waiting, START_TIME: it starts at 2");
        assertThat(shown("a").at("/task/nextAttemptAt").asString()).isEqualTo(far);
        stopAgent();
        // no command runs here: it would start an agent, and wait a minute for it
        Instant soon = Instant.now().plusSeconds(2);
        Path file = task("a").resolve("task");
        String waiting = Files.readString(file);
        assertThat(waiting).contains(far);
        Files.writeString(file, waiting.replace(far, soon.toString()));
        startAgent();
        assertThat(waited("a")).isZero();
        assertThat(Instant.parse(shown("a").at("/task/startedAt").asString())).isAfterOrEqualTo(soon);
        Cli.Result late = cli.runLine(
                "copy --background --id b --at 2020-01-01T08:00:00Z %s %s", source, directory.resolve("to"));
        assertThat(late.err()).startsWith("waybill: --at 2020-01-01 ").contains("has passed: the task starts at once");
        assertThat(waited("b")).isZero();
    }

    @Test
    void theUsersCommandHearsOnceOfEachEndOfATaskWhoseSourceMayComeUntilItsTime() throws Exception {
        Path heard = directory.resolve("heard");
        String tell = "echo $WAYBILL_TASK_ID $WAYBILL_TASK_STATE $WAYBILL_TASK_REASON >> '" + heard + "'";
        script("[ -e source ] || ends NOT_FOUND 3 'no such file'");
        Files.delete(source);
        Cli.Result told = cli.runLine(
                "copy --background --at 2h --id a --notify %s %s %s", tell, source, directory.resolve("to"));
        assertThat(told.code()).isZero();
        assertThat(told.err())
                .startsWith(
                        "waybill: no such file or directory: " + source + ": the task fails if that is still so at ");
        out("task", "resume", "a");
        assertThat(waited("a")).isEqualTo(3);
        TaskLab.await(() ->
                heardIs(heard, "a failed NOT_FOUND\n") && Files.exists(task("a").resolve("notified")));
        Files.writeString(source, "there");
        stopAgent();
        startAgent();
        script("exit 0");
        out("task", "retry", "a");
        assertThat(waited("a")).isZero();
        TaskLab.await(() -> heardIs(heard, "a failed NOT_FOUND\na done\n"));
        assertThat(shown("a").at("/task/words").toString()).doesNotContain("echo");
    }

    private static boolean heardIs(Path file, String text) {
        try {
            return Files.exists(file) && Files.readString(file).equals(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRetryAfterTheDeadlineCountsARelativeOneAnewAndAsksForAnother() throws Exception {
        script("echo \"from $WAYBILL_TASK_MEANT_FROM $*\"; ends DEADLINE_MISSED 10 'too late'");
        submit("a", "--deadline", "2h");
        assertThat(waited("a")).isEqualTo(10);
        assertThat(out("task", "why", "a"))
                .isEqualTo("failed, DEADLINE_MISSED: too late; 'waybill task retry --deadline T a' starts it again with"
                        + " another deadline\n");
        Instant retried = Instant.now();
        out("task", "retry", "a");
        assertThat(waited("a")).isEqualTo(10);
        String from = out("task", "log", "a")
                .lines()
                .filter(line -> line.startsWith("from "))
                .toList()
                .getLast();
        assertThat(Instant.parse(from.split(" ")[1])).isAfterOrEqualTo(retried);

        String passed = "2020-01-01T08:00:00Z";
        submit("b", "--deadline", "2100-01-01T08:00:00Z");
        assertThat(waited("b")).isEqualTo(10);
        Path file = task("b").resolve("task");
        Files.writeString(file, Files.readString(file).replace("2100-01-01T08:00:00Z", passed));
        Cli.Result refused = cli.run("task", "retry", "b");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("the deadline of task b, " + passed + ", has passed: give another with --deadline");
        out("task", "retry", "b", "--deadline", "3h");
        assertThat(waited("b")).isEqualTo(10);
        assertThat(out("task", "show", "b")).contains(" --deadline 3h ").doesNotContain(passed);
        script("exit 0");
        out("task", "retry", "b", "--deadline", "none");
        assertThat(waited("b")).isZero();
        assertThat(out("task", "show", "b")).doesNotContain("deadline");

        Cli.Result before = cli.runLine(
                "copy --background --at 2100-01-01T08:00:00Z --deadline 2100-01-01T07:00:00Z %s %s", source, directory);
        assertThat(before.err())
                .contains(
                        "invalid --deadline '2100-01-01T07:00:00Z': expected a time after --at, which is 2100-01-01T");
        submit("c", "--at", "2100-01-01T08:00:00Z", "--deadline", "2h");
    }

    @Test
    void aTaskThatCannotBeReadIsNotMissingWithoutAWord() throws Exception {
        submit("a");
        assertThat(waited("a")).isZero();
        Files.writeString(Files.createDirectory(task("b")).resolve("task"), "{");
        Cli.Result listed = cli.run("task", "list");
        assertThat(listed.code()).isZero();
        assertThat(listed.out()).contains("a ").hasLineCount(2);
        assertThat(listed.err())
                .isEqualTo("waybill: a task is not listed: " + task("b").resolve("task")
                        + " is damaged, or of a later version of Waybill\n");
        assertThat(cli.run("task", "wait", "a", "--timeout", "-1").err())
                .contains("invalid --timeout '-1': expected 0 s or more");
    }

    @Test
    void whoWaitsHearsOnceThatTheAgentCannotBeStarted() throws Exception {
        script("begins; awaits go; exit 0");
        submit("a");
        stopAgent();
        System.clearProperty("waybill.launcher");
        Cli.Result waited = cli.run("task", "wait", "a", "--timeout", "6"); // it looks every 5 s
        assertThat(waited.code()).isEqualTo(10);
        assertThat(waited.err().lines().filter(line -> line.startsWith("waybill: tasks do not go on: ")))
                .hasSize(1);
        System.setProperty("waybill.launcher", launcher().toString());
        startAgent();
        go("go");
    }

    @Test
    void aRetryGivesNoDeadlineToACommandThatHasNone() throws Exception {
        assertThat(out("copy", "--help")).contains("--deadline", "--rate");
        assertThat(out("sync", "--help")).contains("--deadline", "--rate");
        assertThat(out("distribute", "--help")).contains("--rate").doesNotContain("--deadline");
        script("ends NOT_FOUND 3 'no file'");
        assertThat(cli.runLine("distribute --background --id d %s waybill://127.0.0.1:1/", source)
                        .code())
                .isZero();
        assertThat(waited("d")).isEqualTo(3);
        Cli.Result refused = cli.run("task", "retry", "d", "--deadline", "2h");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("'waybill distribute' has no --deadline: retry task d without it");
        script("exit 0");
        out("task", "retry", "d");
        assertThat(waited("d")).isZero();
    }
}

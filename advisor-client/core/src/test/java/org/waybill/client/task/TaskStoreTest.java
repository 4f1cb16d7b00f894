package org.waybill.client.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.execution.RetryNotice;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class TaskStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-28T08:00:00Z");

    @TempDir
    private Path directory;

    private final List<String> words = List.of("copy", "two words", "caf\u00e9\n");

    private TaskStore store() {
        return new TaskStore(directory.resolve("tasks"));
    }

    private Task task(String id) {
        return task(id, "/home/x", null);
    }

    private Task task(String id, String directory, @Nullable Instant startAt) {
        return Task.submitted(id, words, directory, "login1", List.of("SSH_AUTH_SOCK"), NOW, startAt);
    }

    @Test
    void aTaskIsReadAsItWasWrittenAndFoundByItsFirstLetters() throws Exception {
        Task first = task("a1").running(NOW).waiting("UNREACHABLE", "no route", 2, 4, NOW.plusSeconds(5));
        store().write(first);
        store().write(task("a2"));

        assertThat(store().read("a1")).contains(first);
        assertThat(store().find("a2").words()).isEqualTo(words);
        assertThatThrownBy(() -> store().find("a")).hasMessageContaining("2 tasks begin with 'a'");
        assertThatThrownBy(() -> store().find("b")).hasMessageContaining("no task 'b'");
        assertThatThrownBy(() -> store().find("../a1")).isInstanceOf(TransferException.class);
        Files.writeString(directory.resolve("tasks/a2/task"), "{");
        assertThat(store().all()).containsExactly(first);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> store().all()).as("none seems to be gone").isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aTaskOfAnEarlierVersionLacksSomeFieldsAndOneOfALaterVersionHasMore() throws Exception {
        Path file = Files.createDirectories(directory.resolve("tasks/old")).resolve("task");
        String needed = """
            {"id":"old","words":["copy","a","b"],"directory":"/home/x","machine":"login1","submittedAt":"2026-11-28T08:00:00Z",
            """;
        Files.writeString(file, needed + "\"state\":\"FAILED\",\"mood\":{\"of\":\"later\"}}");
        Task old = store().read("old").orElseThrow();
        assertThat(old.attempts() + old.failures()).isZero();
        assertThat(old.credentials()).isEmpty();
        assertThat(old.message()).isEmpty();
        Files.writeString(file, needed + "\"state\":\"DREAMING\"}");
        assertThatThrownBy(() -> store().read("old"))
                .hasMessage(file + " is damaged, or of a later version of Waybill");
    }

    @Test
    void theReportOfAnAttemptSaysHowItEndedAlsoWhereNobodySawItEnd() throws Exception {
        store().write(task("a"));
        assertThat(Attempt.outcome(store(), "a", null)).isNull();
        Files.writeString(store().log("a"), "waybill: of before\n-- attempt 2\nwaybill: no route\nmore\n");
        Files.writeString(
                store().events("a"),
                "{\"event\":\"progress\",\"bytesDone\":5,\"totalBytes\":null,\"filesDone\":0,\"totalFiles\":3}\n"
                        + "{\"event\":\"end\",\"result\":{\"status\":\"CONNECTION_LOST\"}}\n{\"ev");
        Attempt.Outcome seen = Attempt.outcome(store(), "a", null);
        assertThat(seen).isEqualTo(new Attempt.Outcome(4, Reason.CONNECTION_LOST, "no route", true));
        assertThat(store().progress("a")).contains(new TaskStore.Progress(5, null, 0, 3L));
        assertThat(Attempt.outcome(store(), "a", 137).reason()).isEqualTo(Reason.INTERRUPTED);
        assertThat(Attempt.outcome(store(), "a", 0).reason()).isNull();
    }

    @Test
    void anAttemptThatHadNoTimeToSayAnythingFailedByItsSignalAndNotByWhatItSaidBefore() throws Exception {
        store().write(task("a"));
        Files.writeString(store().log("a"), "-- attempt 1\nwaybill: the contents of x go into y\n");
        assertThat(Attempt.outcome(store(), "a", 137))
                .isEqualTo(new Attempt.Outcome(
                        137,
                        Reason.INTERRUPTED,
                        "its process was ended by signal 9 (SIGKILL, as when memory runs out)",
                        false));
        assertThat(Attempt.outcome(store(), "a", 143).message()).endsWith("signal 15 (SIGTERM)");
        assertThat(Attempt.outcome(store(), "a", 159).message()).endsWith("signal 31");
        Files.writeString(store().log("a"), "-- attempt 2\nSegmentation fault\n");
        assertThat(Attempt.outcome(store(), "a", 77).message())
                .isEqualTo("exit code 77 without a message: see 'waybill task log a'");
    }

    @Test
    void whatIsDoneIsAsFarAsItsEndSaysAndWhatTriesAgainSaysWhy() throws Exception {
        store().write(task("a"));
        String nothing = "{\"event\":\"progress\",\"phase\":\"moving\",\"bytesDone\":0,\"totalBytes\":300}\n";
        String lost = "{\"event\":\"notice\",\"at\":\"2026-11-28T08:00:00Z\",\"code\":\"RETRY\",\"text\":\"attempt 2 "
                + "failed: reset; sent; next attempt in 1.5 s\"}\n{\"event\":\"progress\",\"phase\":\"connecting\"}\n";
        Files.writeString(store().events("a"), nothing + lost);
        assertThat(store().retry("a")).contains(new RetryNotice(2, "reset; sent", NOW.plusMillis(1_500)));
        Files.writeString(store().events("a"), nothing + lost + nothing);
        assertThat(store().retry("a")).isEmpty();
        String end = "{\"event\":\"end\",\"result\":{\"status\":\"OK\",";
        Files.writeString(store().events("a"), nothing + lost + end + "\"bytes\":300,\"files\":2}}");
        assertThat(store().retry("a")).isEmpty();
        assertThat(store().progress("a")).contains(new TaskStore.Progress(300, 300L, 2, 2L));
        Files.writeString(
                store().events("a"),
                nothing + end + "\"copies\":[{\"bytes\":1,\"files\":1},{\"bytes\":2,\"files\":1}]}}");
        assertThat(store().progress("a")).contains(new TaskStore.Progress(3, 3L, 2, 2L));
    }

    @Test
    void onlyWhatMayBeOverIsTriedAgainAfterPausesThatGrow() {
        assertThat(List.of(Reason.UNREACHABLE, Reason.CONNECTION_LOST, Reason.GAVE_UP, Reason.TARGET_BUSY))
                .allMatch(one -> new Attempt.Outcome(4, one, "", false).isTemporary(1));
        assertThat(List.of(Reason.NOT_FOUND, Reason.PERMISSION, Reason.HOST_KEY, Reason.CERTIFICATE, Reason.BAD_INPUT))
                .noneMatch(one -> new Attempt.Outcome(6, one, "", true).isTemporary(9));
        Attempt.Outcome nameless = new Attempt.Outcome(3, Reason.UNKNOWN_HOST, "", false);
        assertThat(nameless.isTemporary(1)).isFalse();
        assertThat(nameless.isTemporary(2)).isTrue();
        assertThat(TaskScheduler.pauseAfter(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(TaskScheduler.pauseAfter(3)).isEqualTo(Duration.ofSeconds(20));
        assertThat(TaskScheduler.pauseAfter(100_000)).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void anAttemptHoldsItsLockSaysWhoItIsAndHowItEndsAndDoesNotRunWhatWasStopped() throws Exception {
        store().write(task("a").running(NOW));
        assertThat(TaskLock.take(store().lock("a"))).isEqualTo(TaskLock.Taken.OURS);
        assertThat(TaskLock.take(store().lock("a"))).isEqualTo(TaskLock.Taken.ANOTHERS);
        assertThat(TaskLock.isFree(store().lock("a"))).isFalse();
        assertThat(TaskLock.clear(store().lock("a"))).isFalse();
        assertThat(TaskLock.holder(store().lock("a"))).contains(ProcessHandle.current());
        assertThat(TaskLock.exitCode(store().lock("a"))).isEmpty();
        TaskLock.ended(5);
        assertThat(TaskLock.exitCode(store().lock("a"))).contains(5);
        assertThat(Attempt.outcome(store(), "a", null).reason()).isEqualTo(Reason.GAVE_UP);

        store().write(task("b").running(NOW).paused());
        assertThat(TaskLock.take(store().lock("b"))).isEqualTo(TaskLock.Taken.UNWANTED);
        assertThat(TaskLock.holder(store().lock("c"))).isEmpty();
    }

    @Test
    void afterTheClockWasSetBackNoPauseIsLongerThanEver() {
        Task retried = task("a").running(NOW).waiting("UNREACHABLE", "no route", 1, 4, NOW.plusSeconds(5));
        assertThat(TaskScheduler.pauseNow(retried, NOW)).isEqualTo(Duration.ofSeconds(5));
        assertThat(TaskScheduler.pauseNow(retried, NOW.minus(Duration.ofDays(365))))
                .isEqualTo(Duration.ofMinutes(15));
        assertThat(TaskScheduler.pauseNow(retried, NOW.plusSeconds(6))).isNegative();
        Task timed = task("a", "/home/x", NOW.plus(Duration.ofDays(2)));
        assertThat(TaskScheduler.pauseNow(timed, NOW)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void theTimesOfACommandAreMeantFromItsSubmissionOrFromTheStartThatWasAskedFor() throws Exception {
        Instant startAt = NOW.plusSeconds(7_200);
        Task later = task("later", directory.toString(), startAt);
        for (Task task : List.of(task("a", directory.toString(), null), later)) {
            store().write(task);
            List<String> launcher = List.of("/bin/sh", "-c", "echo meant from $" + TaskLock.MEANT_FROM);
            Task running =
                    task.queued().running(NOW.plusSeconds(9_000)).queued().running(NOW.plusSeconds(9_999));
            assertThat(Attempt.start(store(), running, launcher, Map.of()).waitFor())
                    .isZero();
            assertThat(Files.readAllLines(store().log(task.id())))
                    .contains("meant from " + (task.equals(later) ? startAt : NOW));
        }
    }

    @Test
    void theUserHearsOfATaskAlsoIfItsDirectoryIsGone() throws Exception {
        Task task = task("a", directory.resolve("gone").toString(), null);
        store().write(task);
        TaskNotice notice = new TaskNotice(store());
        notice.keep("a", "pwd");
        notice.tell(task.over(Task.State.FAILED, "NOT_FOUND", "", 3, NOW), Map.of());
        assertThat(store().log("a").resolveSibling("notified")).hasContent("failed 0");
    }

    @Test
    void theLimitOfTheRateReplacesTheOneThatWasGiven() {
        List<String> given = List.of("copy", "--bwlimit", "10", "--rate=5M", "a", "--", "--rate", "b");
        assertThat(ValueOption.RATE.set(given, "1G")).containsExactly("copy", "--rate", "1G", "a", "--", "--rate", "b");
        assertThat(ValueOption.RATE.set(given, "")).containsExactly("copy", "a", "--", "--rate", "b");
        assertThat(ValueOption.RATE.without(List.of("copy", "a", "--rate"))).containsExactly("copy", "a", "--rate");
        assertThat(ValueOption.RATE.value(given)).contains("5M");
        assertThat(ValueOption.DEADLINE.value(given)).isEmpty();
    }

    /** Its agent slept for longer than the lease. */
    @Test
    void aTaskThatAnotherMachineHasTakenOverIsLeftToIt() throws Exception {
        LiveTasks tasks = new LiveTasks(new WaybillHome(directory), Map.of());
        Task ours = task("a");
        tasks.keep(ours);
        assertThat(tasks.isTakenOver(ours)).isFalse();
        store().write(ours.takenOver("login2"));
        assertThat(tasks.current("a").machine()).isEqualTo("login2");
        assertThat(tasks.get("a")).isNull();
    }

    @Test
    void whoMayNotWriteTheHomeHearsThatAndNotThatNobodyAnswers() throws Exception {
        WaybillHome home = new WaybillHome(directory);
        Files.createDirectories(home.logs().getParent());
        Files.writeString(home.logs(), "no directory");
        TaskClient client = new TaskClient(home, List.of("/bin/false"), Map.of());
        assertThatThrownBy(() -> client.submit("a", words, directory, null, ""))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isNotEqualTo(Reason.UNREACHABLE))
                .hasMessageStartingWith("starting the agent, which writes \"" + home.logs() + "/agent.log\": ");
    }

    @Test
    void anAgentThatSaysNothingIsNotWaitedForForEver() throws Exception {
        AgentPlace place = new AgentPlace(new WaybillHome(directory));
        Path socket = place.newSocket(Map.of());
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            place.publish(new AgentPlace.Address(socket.toString(), 7, AgentPlace.build(), AgentPlace.version()));
            TaskClient client = new TaskClient(place.home(), List.of(), Map.of(), Duration.ofMillis(20));
            assertThatThrownBy(() -> client.submit("a", words, directory, null, ""))
                    .isInstanceOf(TransferException.class)
                    .hasMessageStartingWith("the agent (process 7) has not answered for ");
        }
    }

    @Test
    void aCredentialIsGoneWithItsVariableOrWithTheFileThatItNames() throws Exception {
        Path socket = Files.createFile(directory.resolve("socket"));
        Map<String, String> now = Map.of("SSH_AUTH_SOCK", socket.toString(), "https_proxy", "http://p:1", "A", "b");
        List<String> names = Credentials.names(now);
        assertThat(names).containsExactly("SSH_AUTH_SOCK", "https_proxy");
        assertThat(Credentials.isGone(names, now)).isFalse();
        assertThat(Credentials.isGone(names, Map.of("SSH_AUTH_SOCK", socket.toString())))
                .isTrue();
        Files.delete(socket);
        assertThat(Credentials.isGone(names, now)).isTrue();
    }
}

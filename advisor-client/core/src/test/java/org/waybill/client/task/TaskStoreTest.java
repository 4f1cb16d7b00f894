package org.waybill.client.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        return Task.submitted(id, words, "/home/x", "login1", List.of("SSH_AUTH_SOCK"), NOW);
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

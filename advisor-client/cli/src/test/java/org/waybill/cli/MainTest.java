package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.command.Terminal;

class MainTest {
    @TempDir
    private Path directory;

    /** A write is refused here by an interrupt, as elsewhere by a full disk. */
    @Test
    void anAttemptOfATaskThatCannotNoteHowItEndedEndsAsItsCommandDid() throws Exception {
        Path task = Files.createDirectories(directory.resolve("tasks/a"));
        Files.writeString(task.resolve("task"), """
            {"id":"a","words":["copy"],"directory":"/","machine":"m","credentials":[],"state":"RUNNING",
            "reason":null,"message":"","attempts":1,"failures":0,"exitCode":null,
            "submittedAt":"2026-11-28T08:00:00Z","startedAt":null,"endedAt":null,"nextAttemptAt":null}
            """);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(stream, stream, false, false, 80, Map.of());
        int code = Main.attempt(terminal, task.resolve("lock"), () -> {
            Thread.currentThread().interrupt();
            return 0;
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(code).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot write " + task.resolve("lock"));
    }
}

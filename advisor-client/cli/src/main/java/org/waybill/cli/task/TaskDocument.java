package org.waybill.cli.task;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.client.HumanUnits;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskStore;

/**
 * A task with what is known of its progress.
 *
 * @param task as it was submitted, and what became of it
 * @param progress of the last attempt; null while it reports none
 */
record TaskDocument(Task task, TaskStore.@Nullable Progress progress) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    static TaskDocument of(TaskStore store, Task task) {
        return new TaskDocument(task, store.progress(task.id()).orElse(null));
    }

    String state() {
        return task.state().name().toLowerCase(Locale.ROOT);
    }

    String command() {
        return "waybill " + String.join(" ", task.words());
    }

    /** How far it is; a hyphen while nothing is known. */
    String done() {
        TaskStore.Progress now = progress;
        if (now == null) {
            return "-";
        }
        Long total = now.totalBytes();
        return HumanUnits.binarySize(now.bytesDone()) + (total == null ? "" : " of " + HumanUnits.binarySize(total));
    }

    static String time(Instant at) {
        return TIME.format(at);
    }

    void print(PrintStream out) {
        line(out, "task", task.id());
        line(out, "state", state() + (task.reason() == null ? "" : ", " + task.reason()));
        if (!task.message().isEmpty()) {
            line(out, "message", task.message());
        }
        line(out, "command", command());
        line(out, "directory", task.directory());
        line(out, "machine", task.machine());
        line(out, "progress", done());
        line(out, "attempts", String.valueOf(task.attempts()));
        times(out, "submitted", task.submittedAt());
        times(out, "started", task.startedAt());
        times(out, "next try", task.nextAttemptAt());
        times(out, "ended", task.endedAt());
    }

    private static void times(PrintStream out, String name, @Nullable Instant at) {
        if (at != null) {
            line(out, name, time(at));
        }
    }

    private static void line(PrintStream out, String name, String text) {
        out.printf("%-11s%s%n", name, PrintableText.of(text));
    }
}

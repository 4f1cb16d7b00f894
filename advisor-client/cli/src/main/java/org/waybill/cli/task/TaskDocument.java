package org.waybill.cli.task;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.client.HumanUnits;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskStore;
import org.waybill.client.workflow.script.ShellWords;

/**
 * A task with what is known of its progress.
 *
 * @param task as it was submitted, and what became of it
 * @param progress of the last attempt; null while it reports none
 * @param why what keeps it, and when it goes on
 */
record TaskDocument(Task task, TaskStore.@Nullable Progress progress, TaskReason why) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    /** Without a look at what a queued task waits for. */
    static TaskDocument of(TaskStore store, Task task) {
        return of(store, task, TaskReason.Queue.UNKNOWN);
    }

    static TaskDocument of(TaskStore store, Task task, TaskReason.Queue queue) {
        return new TaskDocument(task, store.progress(task.id()).orElse(null), TaskReason.of(task, store, queue));
    }

    /** With its reason, if there is one. */
    String state() {
        String state = task.state().name().toLowerCase(Locale.ROOT);
        return why.reason() == null || task.state() == Task.State.PAUSED ? state : state + ", " + why.reason();
    }

    /** As a sentence. */
    String told() {
        return "task " + task.id()
                + (task.state() == Task.State.FAILED
                        ? " has failed"
                        : " is " + task.state().name().toLowerCase(Locale.ROOT));
    }

    String command() {
        return "waybill " + ShellWords.join(task.words());
    }

    /** How far it is; a hyphen while nothing is known. */
    String done() {
        return done(progress).orElse("-");
    }

    static Optional<String> done(TaskStore.@Nullable Progress now) {
        if (now == null) {
            return Optional.empty();
        }
        Long total = now.totalBytes();
        return Optional.of(
                total != null && total == 0
                        ? "nothing to copy"
                        : HumanUnits.binarySize(now.bytesDone())
                                + (total == null ? "" : " of " + HumanUnits.binarySize(total)));
    }

    static String time(Instant at) {
        return TIME.format(at);
    }

    void print(PrintStream out) {
        line(out, "task", task.id());
        line(out, "state", state());
        if (why.reason() != null) {
            line(out, "why", why.text());
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
        Integer code = task.exitCode();
        if (code != null && task.state() == Task.State.FAILED) {
            line(out, "exit code", code.toString());
        }
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

package org.waybill.desktop.activity;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.execution.RetryNotice;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskStore;

/**
 * A task in the list, of this window or of the command line.
 *
 * @param progress null while it reports none
 * @param trouble what has failed, and what becomes of it; empty if nothing has
 * @param ends source and destination as the window named them, else the command
 */
public record TaskItem(Task task, TaskStore.@Nullable Progress progress, String trouble, String ends) {
    /** @param entry of this window, if it is its own: else nothing says how far one was that is over */
    static TaskItem of(Task task, TaskStore store, @Nullable JournalEntry entry) {
        String ends = entry == null
                ? Shown.of("waybill " + String.join(" ", task.words()))
                : Selection.shown(entry.source()) + "  \u2192  " + Shown.of(entry.destination());
        boolean shown = entry != null || !task.state().isOver();
        return new TaskItem(task, shown ? store.progress(task.id()).orElse(null) : null, trouble(task, store), ends);
    }

    private static String trouble(Task task, TaskStore store) {
        String again = "; it is tried again";
        return switch (task.state()) {
            case RUNNING ->
                store.retry(task.id())
                        .map(RetryNotice::failure)
                        .map(why -> why + again)
                        .orElse("");
            case WAITING -> task.message() + (task.message().isEmpty() || task.nextAttemptAt() == null ? "" : again);
            default -> task.message();
        };
    }

    boolean isOver() {
        return task.state().isOver();
    }

    /** The state in a word. */
    String title() {
        String name = task.state().name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    public String details() {
        return Stream.of(amount(), Shown.of(trouble))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("   \u00b7   "));
    }

    String amount() {
        TaskStore.Progress now = progress;
        if (now == null) {
            return "";
        }
        Long total = now.totalBytes();
        return HumanUnits.decimalSize(now.bytesDone()) + (total == null ? "" : " of " + HumanUnits.decimalSize(total));
    }

    /** Whether it stands, and goes on when it is told to. */
    boolean stands() {
        return task.state() == Task.State.PAUSED || task.state() == Task.State.WAITING;
    }
}

package org.waybill.cli.task;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.execution.RetryNotice;
import org.waybill.client.task.Task;
import org.waybill.client.task.Task.State;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.Reason;

/**
 * Why a task is in its state.
 *
 * @param reason a code that {@code waybill explain} knows; null if it runs, starts at once or is done
 * @param text the reason in a line
 * @param expectedAt when it goes on; null if that is not known
 */
record TaskReason(
        @Nullable String reason, String text, @Nullable Instant expectedAt) {

    /**
     * What keeps queued tasks from starting.
     *
     * @param running tasks of this machine
     * @param limit how many may run at once
     */
    record Queue(long running, int limit) {
        /** Not looked at. */
        static final Queue UNKNOWN = new Queue(-1, 0);

        static Queue of(List<Task> all, int limit) {
            String here = WaybillHome.thisMachine();
            long running = all.stream()
                    .filter(one -> one.state() == State.RUNNING && one.machine().equals(here))
                    .count();
            return new Queue(running, limit);
        }
    }

    static TaskReason of(Task task, TaskStore store, Queue queue) {
        String resume = "'waybill task resume " + task.id() + "'";
        return switch (task.state()) {
            case QUEUED -> queued(task, queue);
            case RUNNING -> running(task, store);
            case PAUSED -> new TaskReason(Task.PAUSED, resume + " goes on with it", null);
            case WAITING -> waiting(task, resume);
            case DONE -> new TaskReason(null, "nothing is left to do", null);
            case CANCELLED -> new TaskReason(null, "'waybill task retry " + task.id() + "' starts it again", null);
            case FAILED ->
                new TaskReason(
                        task.reason(), (task.message().isEmpty() ? "" : task.message() + "; ") + retry(task), null);
        };
    }

    /** What makes one that is over run again. */
    private static String retry(Task task) {
        boolean late = Reason.DEADLINE_MISSED.name().equals(task.reason());
        return "'waybill task retry " + (late ? "--deadline T " : "") + task.id() + "' starts it again"
                + (late ? " with another deadline" : "");
    }

    private static TaskReason running(Task task, TaskStore store) {
        String attempt = "attempt " + task.attempts();
        String far = TaskDocument.done(store.progress(task.id()).orElse(null))
                .map(done -> attempt + ", " + done)
                .orElse(attempt + " has begun");
        Optional<RetryNotice> retry = store.retry(task.id());
        if (retry.isEmpty()) {
            return new TaskReason(null, far, null);
        }
        RetryNotice failed = retry.get();
        boolean waits = failed.againAt().isAfter(Instant.now());
        String when = (waits ? "; its command tries again at " : "; its command has tried again since ")
                + TaskDocument.time(failed.againAt());
        return new TaskReason(RetryNotice.CODE, far + "; " + failed.failure() + when, waits ? failed.againAt() : null);
    }

    private static TaskReason waiting(Task task, String resume) {
        if (Task.CREDENTIAL_GONE.equals(task.reason())) {
            String where = "; run " + resume + " where " + String.join(", ", task.credentials()) + " is set";
            return new TaskReason(task.reason(), task.message() + where, null);
        }
        Instant next = Objects.requireNonNull(task.nextAttemptAt());
        String time = TaskDocument.time(next) + ", or at once by " + resume;
        String text = Task.START_TIME.equals(task.reason())
                ? "it starts at " + time
                : task.message() + "; tried again at " + time;
        return new TaskReason(task.reason(), text, next);
    }

    private static TaskReason queued(Task task, Queue queue) {
        if (!task.machine().equals(WaybillHome.thisMachine())) {
            String text = " carries it out, and another machine only if its agent is gone for 10 minutes";
            return new TaskReason("OTHER_MACHINE", task.machine() + text, null);
        }
        if (queue.running() < queue.limit()) {
            String text = queue.equals(Queue.UNKNOWN) ? "it starts when it is its turn" : "it starts at once";
            return new TaskReason(null, text, null);
        }
        String text = queue.running() + (queue.running() == 1 ? " task runs" : " tasks run") + ", and task-limit is "
                + queue.limit() + ": it starts when one ends";
        return new TaskReason("TASK_LIMIT", text, null);
    }
}

package org.waybill.client.task;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.AgentMessage.Action;
import org.waybill.client.task.AgentMessage.Request;
import org.waybill.client.task.Task.State;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What commands want of tasks. Used on the scheduler's thread, which then starts what may start. */
record TaskRequests(LiveTasks tasks, TaskProcesses processes) {
    /** Writes what is to be, and stops what is not to run; the task's id. */
    String carryOut(Request request) throws IOException, TransferException {
        if (request.action() == Action.SUBMIT || isHandOver(request)) {
            submit(request);
            return request.id();
        }
        Task task = tasks.current(request.id());
        requireChangeable(request.action(), task);
        change(request, task);
        return task.id();
    }

    private static boolean isHandOver(Request request) {
        return request.action() == Action.HAND_OVER || request.action() == Action.HAND_OVER_PAUSED;
    }

    private void submit(Request request) throws IOException, TransferException {
        String id = request.id();
        Optional<Task> known = tasks.store().read(id);
        if (known.isEmpty() || isHandOver(request) && known.get().state().isOver()) {
            submitNew(request);
        } else if (!fixed(known.get().words()).equals(fixed(request.words()))
                || !known.get().directory().equals(request.directory())) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "task " + id + " was submitted with another command or in another directory: choose another --id");
        }
    }

    /** What no later command has changed. */
    private static List<String> fixed(List<String> words) {
        return ValueOption.DEADLINE.without(ValueOption.RATE.without(words));
    }

    private void submitNew(Request request) throws IOException {
        String id = request.id();
        try {
            if (!request.notice().isEmpty()) {
                new TaskNotice(tasks.store()).keep(id, request.notice());
            }
            Task task = Task.submitted(
                    id,
                    request.words(),
                    request.directory(),
                    WaybillHome.thisMachine(),
                    Credentials.names(request.environment()),
                    Instant.now(),
                    request.startAt());
            tasks.keep(
                    switch (request.action()) {
                        case HAND_OVER -> task.begun();
                        case HAND_OVER_PAUSED -> task.begun().paused();
                        default -> task;
                    });
        } catch (IOException e) {
            tasks.remove(id); // a directory without a task
            throw e;
        }
        tasks.use(id, request.environment());
    }

    private void change(Request request, Task task) throws IOException {
        String id = task.id();
        switch (request.action()) {
            case PAUSE -> {
                if (task.state() != State.PAUSED) {
                    tasks.keep(begun(task).paused());
                    processes.stop(id);
                }
            }
            case CANCEL -> {
                if (task.state() != State.CANCELLED) {
                    tasks.keep(begun(task).over(State.CANCELLED, null, "", task.exitCode(), Instant.now()));
                    processes.stop(id);
                }
            }
            case LIMIT -> {
                Task limited = begun(task).limited(request.words().getFirst());
                tasks.keep(task.state() == State.RUNNING ? limited.queued() : limited);
                if (task.state() == State.RUNNING) { // it is started again, and resumes
                    processes.stop(id);
                }
            }
            case RETRY -> {
                tasks.use(id, request.environment());
                List<String> words = request.words().isEmpty()
                        ? task.words()
                        : ValueOption.DEADLINE.set(task.words(), request.words().getFirst());
                tasks.keep(task.retried(words, Instant.now()));
            }
            default -> {
                if (task.state() != State.RUNNING) {
                    tasks.use(id, request.environment());
                    tasks.keep(task.again());
                }
            }
        }
    }

    /** An attempt that is stopped before its process has said who it is counts as none. */
    private Task begun(Task task) {
        boolean starts = task.state() == State.RUNNING
                && !TaskLock.hasBegun(tasks.store().lock(task.id()));
        return starts ? task.notBegun() : task;
    }

    private static void requireChangeable(Action action, Task task) throws TransferException {
        State state = task.state();
        if (!task.machine().equals(WaybillHome.thisMachine())) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "task " + task.id() + " is carried out by " + task.machine() + ": change it there");
        }
        boolean asItIs = action == Action.CANCEL && state == State.CANCELLED;
        boolean retried = action == Action.RETRY && state.isOver() && state != State.DONE;
        if (!asItIs && !retried && (state.isOver() || action == Action.RETRY)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "task " + task.id() + " is " + state.name().toLowerCase(Locale.ROOT) + ": "
                            + (action == Action.RETRY
                                    ? "expected one that failed or was cancelled"
                                    : action == Action.RESUME && state != State.DONE
                                            ? "'waybill task retry " + task.id() + "' starts it again"
                                            : "expected one that is not over"));
        }
    }
}

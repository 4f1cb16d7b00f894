package org.waybill.cli.task;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.Task.State;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill task wait}. */
@Command(
        name = "wait",
        header = "Wait until a task is done, has failed or was cancelled.",
        description = {
            "It shows how the task goes on: at a terminal in place, elsewhere a line for each change on standard"
                    + " error.",
            "The exit code is that of the task's command, 130 if it was cancelled, 10 after --timeout."
        })
final class TaskWaitCommand extends OneTaskCommand {
    private static final long PAUSE_MILLIS = 200;
    /** Between looks whether the agent, which may have been killed, still runs. */
    private static final long LOOK_NS = Duration.ofSeconds(5).toNanos();

    @Option(
            names = "--timeout",
            paramLabel = "S",
            description = "Wait at most S seconds. Default: until it is over. The task goes on.")
    private @Nullable Long timeoutSeconds;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        if (timeoutSeconds != null && timeoutSeconds < 0) {
            throw Invalid.value("--timeout", timeoutSeconds.toString(), "0 s or more");
        }
        TaskStore store = Agents.client(session).store();
        TaskReason.Queue queue = Agents.queue(session, Agents.listed(session, _ -> {}));
        Task task;
        try (WaitView view = new WaitView(session)) {
            task = over(session, one -> view.show(TaskDocument.of(store, one, queue)));
        }
        TaskDocument document = TaskDocument.of(store, task);
        session.answer(document, document::print);
        return exitCode(task);
    }

    /** The task when it is over. */
    private Task over(Session session, Consumer<Task> meanwhile) throws TransferException, InterruptedException {
        long startNs = System.nanoTime();
        long lookedNs = startNs - LOOK_NS;
        String trouble = "";
        Task task = Agents.find(session, id);
        while (!task.state().isOver()) {
            long nowNs = System.nanoTime();
            if (nowNs - lookedNs >= LOOK_NS) {
                lookedNs = nowNs;
                trouble = Agents.wake(session, List.of(task), trouble);
            }
            meanwhile.accept(task);
            if (timeoutSeconds != null
                    && Duration.ofNanos(nowNs - startNs).compareTo(Duration.ofSeconds(timeoutSeconds)) >= 0) {
                throw new CommandFailure(
                        Reason.DEADLINE_MISSED,
                        "task " + task.id() + " is not over after " + timeoutSeconds + " s: it goes on");
            }
            Thread.sleep(PAUSE_MILLIS);
            task = Agents.find(session, task.id());
        }
        return task;
    }

    /** That of its command once that has ended; 130 if it was cancelled; else 0. */
    static int exitCode(Task task) {
        Integer code = task.exitCode();
        return task.state() == State.CANCELLED
                ? Reason.INTERRUPTED.exitCode()
                : code == null || !task.state().isOver() ? 0 : code;
    }
}

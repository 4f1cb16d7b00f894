package org.waybill.cli.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskService;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill service task wait}. */
@Command(
        name = "wait",
        header = "Wait until a task of the service is done, has failed or was cancelled.",
        description = "A line on standard error for each change. A service that is away is waited for. The exit code is"
                + " that of the task's copy, 130 if it was cancelled, 10 after --timeout.")
final class ServiceTaskWaitCommand extends OneServiceTaskCommand {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Option(
            names = "--timeout",
            paramLabel = "S",
            description = "Wait at most S seconds. Default: until it is over. The task goes on.")
    private @Nullable Long timeoutSeconds;

    @Override
    protected int run(Session session) throws InterruptedException {
        ServiceTask task = over(session);
        session.answer(task, out -> ServiceTaskText.print(out, task));
        Integer code = task.exitCode();
        return switch (task.state()) {
            case DONE -> 0;
            case CANCELLED -> Reason.INTERRUPTED.exitCode();
            default -> code == null || code == 0 ? Reason.INTERNAL.exitCode() : code;
        };
    }

    private ServiceTask over(Session session) throws InterruptedException {
        TaskService tasks = tasks(session);
        long startNs = System.nanoTime();
        ServiceTask task = tasks.task(id);
        String told = "";
        while (!task.state().isOver()) {
            String now = ServiceTaskText.line(task);
            if (!now.equals(told)) {
                session.note(now);
                told = now;
            }
            if (timeoutSeconds != null
                    && System.nanoTime() - startNs
                            >= Duration.ofSeconds(timeoutSeconds).toNanos()) {
                throw new CommandFailure(
                        Reason.DEADLINE_MISSED,
                        "task " + id + " is not over after " + timeoutSeconds + " s: it goes on");
            }
            Thread.sleep(PAUSE);
            task = look(tasks, task);
        }
        return task;
    }

    /** As it is now; as it was if the service is away. */
    private ServiceTask look(TaskService tasks, ServiceTask before) {
        try {
            return tasks.task(id);
        } catch (ServiceException e) {
            return switch (e.meaning()) {
                case UNREACHABLE, UNAVAILABLE -> before;
                default -> throw e;
            };
        }
    }
}

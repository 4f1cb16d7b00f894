package org.waybill.cli.task;

import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** The commands that change a task, by its agent. */
abstract class TaskChangeCommand extends OneTaskCommand {
    abstract Task change(TaskClient agent, String task) throws TransferException, InterruptedException;

    @Override
    protected final int run(Session session) throws TransferException, InterruptedException {
        Task named = Agents.find(session, id);
        TaskClient agent = Agents.client(session);
        TaskDocument document = TaskDocument.of(agent.store(), change(agent, named.id()));
        return session.answer(document, out -> out.println("task " + named.id() + " is " + document.state()));
    }

    /** {@code waybill task pause}. */
    @Command(name = "pause", header = "Stop a task until 'task resume'; what has arrived is kept.")
    static final class Pause extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, String task) throws TransferException, InterruptedException {
            return agent.pause(task);
        }
    }

    /** {@code waybill task resume}. */
    @Command(
            name = "resume",
            header = "Go on with a task that is paused, or at once with one that waits.",
            description = "It gets the SSH agent, the proxies and the other variables of this command.")
    static final class Resume extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, String task) throws TransferException, InterruptedException {
            return agent.resume(task);
        }
    }

    /** {@code waybill task cancel}. */
    @Command(name = "cancel", header = "Stop a task for good; what has arrived stays.")
    static final class Cancel extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, String task) throws TransferException, InterruptedException {
            return agent.cancel(task);
        }
    }

    /** {@code waybill task retry}. */
    @Command(name = "retry", header = "Start a task again that has failed or was cancelled; it resumes.")
    static final class Retry extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, String task) throws TransferException, InterruptedException {
            return agent.retry(task);
        }
    }
}

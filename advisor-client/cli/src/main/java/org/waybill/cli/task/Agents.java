package org.waybill.cli.task;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskLauncher;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** How the commands of tasks reach the agent and the files of tasks. */
final class Agents {
    private Agents() {}

    static TaskClient client(Session session) {
        return TaskLauncher.client(session.home(), session.terminal().environment());
    }

    /** The script that started this process; empty if none did. */
    static List<String> launcher() {
        return TaskLauncher.line();
    }

    /**
     * All tasks; the agent is started if it has something to do for one.
     *
     * @param damaged is told of those that cannot be read
     */
    static List<Task> all(Session session, Consumer<IOException> damaged) throws InterruptedException {
        List<Task> all = listed(session, damaged);
        wake(session, all, "");
        return all;
    }

    /** The same without a look at the agent. */
    static List<Task> listed(Session session, Consumer<IOException> damaged) {
        try {
            return client(session).store().all(damaged);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /**
     * Starts the agent if it has something to do for one of these.
     *
     * @param told what was said before, and is not said again
     * @return what is said now; empty if tasks go on
     */
    static String wake(Session session, List<Task> tasks, String told) throws InterruptedException {
        try {
            client(session).wake(tasks);
            return "";
        } catch (TransferException e) {
            String why = "tasks do not go on: " + e.getMessage();
            if (!why.equals(told)) {
                session.terminal().warn(why);
            }
            return why;
        }
    }

    /** The task of this id with all that is known of it; the agent is started if it has something to do. */
    static TaskDocument shown(Session session, String id) throws TransferException, InterruptedException {
        Task named = find(session, id);
        TaskReason.Queue queue = queue(session, all(session, _ -> {}));
        return TaskDocument.of(client(session).store(), find(session, named.id()), queue);
    }

    static TaskReason.Queue queue(Session session, List<Task> all) {
        return TaskReason.Queue.of(all, TaskClient.limit(session.home()));
    }

    /** The task of this id, as it is now. */
    static Task find(Session session, String id) throws TransferException {
        try {
            return client(session).store().find(id);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static CommandFailure unreadable(IOException e) {
        return new CommandFailure(Reason.PERMISSION, "cannot read the tasks: " + ErrorText.of(e), e);
    }
}

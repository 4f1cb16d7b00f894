package org.waybill.cli.task;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.Umask;

/** How the commands of tasks reach the agent and the files of tasks. */
final class Agents {
    private Agents() {}

    static TaskClient client(Session session) {
        Map<String, String> environment = new HashMap<>(session.terminal().environment());
        // the agent keeps its own files to this user; what the tasks copy is as open as this command would make it
        environment.put("WAYBILL_UMASK", String.format(Locale.ROOT, "%04o", Umask.ofUser()));
        return new TaskClient(session.home(), launcher(), environment);
    }

    /** The script that started this process; empty if none did. */
    static List<String> launcher() {
        String launcher = System.getProperty("waybill.launcher", "");
        return launcher.isEmpty()
                ? List.of()
                : List.of(Path.of(launcher).toAbsolutePath().toString());
    }

    /** All tasks; the agent is started if it has something to do for one. */
    static List<Task> all(Session session) throws InterruptedException {
        TaskClient client = client(session);
        try {
            List<Task> all = client.store().all();
            try {
                client.wake(all);
            } catch (TransferException e) {
                session.terminal().warn("tasks do not go on: " + e.getMessage());
            }
            return all;
        } catch (IOException e) {
            throw unreadable(session, e);
        }
    }

    /** The task of this id, as it is now. */
    static Task find(Session session, String id) throws TransferException {
        try {
            return client(session).store().find(id);
        } catch (IOException e) {
            throw unreadable(session, e);
        }
    }

    private static CommandFailure unreadable(Session session, IOException e) {
        return new CommandFailure(
                Reason.PERMISSION, "cannot read " + session.home().tasks() + ": " + ErrorText.of(e), e);
    }
}

package org.waybill.client.task;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.waybill.platform.PrivateFiles;

/**
 * The shell command by which a user wants to hear that a task is over, or waits for a credential. That it was started is
 * noted afterwards: it is started at least once, and twice only if the agent is killed between the two.
 */
record TaskNotice(TaskStore store) {
    private static final System.Logger LOG = System.getLogger(TaskNotice.class.getName());

    private Path command(String id) {
        return store.log(id).resolveSibling("notify");
    }

    private Path told(String id) {
        return store.log(id).resolveSibling("notified");
    }

    void keep(String id, String command) throws IOException {
        PrivateFiles.replace(command(id), command);
    }

    /** Starts the command, if there is one, and it was not started for what the task is now. */
    void tell(Task task, Map<String, String> environment) {
        String state = task.state().name().toLowerCase(Locale.ROOT);
        String now = state + " " + task.attempts();
        try {
            Path told = told(task.id());
            if (Files.exists(command(task.id()))
                    && !(Files.exists(told) && Files.readString(told).equals(now))) {
                Map<String, String> all = new HashMap<>(environment);
                all.remove(TaskLock.VARIABLE);
                all.put("WAYBILL_TASK_ID", task.id());
                all.put("WAYBILL_TASK_STATE", state);
                all.put("WAYBILL_TASK_REASON", Objects.requireNonNullElse(task.reason(), ""));
                all.put("WAYBILL_TASK_MESSAGE", task.message());
                List<String> shell = List.of("/bin/sh", "-c", Files.readString(command(task.id())));
                start(task, shell, all);
                PrivateFiles.replace(told, now);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot tell that task " + task.id() + " is " + state + ": " + e);
        }
    }

    /** In the task's directory, or in the home where that is gone or closed, of which the user wants to hear too. */
    private void start(Task task, List<String> shell, Map<String, String> environment) throws IOException {
        try {
            Attempt.process(store, task, Path.of(task.directory()), shell, environment);
        } catch (IOException _) {
            Attempt.process(store, task, store.directory().resolveSibling(""), shell, environment);
        }
    }
}

package org.waybill.cli.task;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.ErrorText;
import picocli.CommandLine.Command;

/** {@code waybill task list}. */
@Command(name = "list", header = "List the tasks of this home, in the order in which they were submitted.")
final class TaskListCommand extends WaybillCommand {
    /**
     * What there is.
     *
     * @param tasks in the order of their submission
     */
    record Tasks(List<TaskDocument> tasks) {}

    @Override
    protected int run(Session session) throws InterruptedException {
        TaskStore store = Agents.client(session).store();
        List<Task> tasks =
                Agents.all(session, e -> session.terminal().warn("a task is not listed: " + ErrorText.of(e)));
        TaskReason.Queue queue = Agents.queue(session, tasks);
        List<TaskDocument> all =
                tasks.stream().map(task -> TaskDocument.of(store, task, queue)).toList();
        return session.answer(new Tasks(all), out -> {
            if (all.isEmpty()) {
                out.println("no tasks; 'waybill copy --background SRC DST' submits one");
                return;
            }
            Table table = new Table("task", "state", "reason", "progress", "submitted", "command");
            all.forEach(one -> table.row(
                    one.task().id(),
                    one.task().state().name().toLowerCase(Locale.ROOT),
                    Objects.requireNonNullElse(one.why().reason(), "-"),
                    one.done(),
                    TaskDocument.time(one.task().submittedAt()),
                    one.command()));
            table.print(out, session.terminal().outStyle());
        });
    }
}

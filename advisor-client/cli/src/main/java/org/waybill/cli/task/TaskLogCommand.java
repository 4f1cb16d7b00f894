package org.waybill.cli.task;

import java.util.List;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** {@code waybill task log}. */
@Command(name = "log", header = "Print the last lines that a task's command printed.")
final class TaskLogCommand extends OneTaskCommand {
    @Override
    protected int run(Session session) throws TransferException {
        Task task = Agents.find(session, id);
        List<String> lines = TaskStore.tail(Agents.client(session).store().log(task.id()));
        return session.answer(Json.object("id", task.id(), "lines", lines), out -> {
            lines.forEach(line -> out.println(PrintableText.of(line)));
            if (lines.isEmpty()) {
                session.note("waybill: task " + task.id() + " has printed nothing yet");
            }
        });
    }
}

package org.waybill.cli.service;

import java.util.List;
import org.waybill.api.task.ServiceTask;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill service task list}. */
@Command(name = "list", header = "List your newest tasks of the service.")
final class ServiceTaskListCommand extends WaybillCommand {
    /** @param tasks the newest first */
    record Listed(List<ServiceTask> tasks) {}

    @Option(names = "--all", description = "Those of all accounts; for operators.")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most N, 1-200. Default: ${DEFAULT-VALUE}.",
            defaultValue = "50")
    private int limit;

    @Override
    protected int run(Session session) {
        List<ServiceTask> tasks = OneServiceTaskCommand.tasks(session).tasks(all, limit);
        return session.answer(new Listed(tasks), out -> {
            Table table = new Table("task", "state", "reason", "progress", "worker", "destination");
            tasks.forEach(one -> table.row(
                    String.valueOf(one.id()),
                    ServiceTaskText.state(one),
                    one.reason().isEmpty() ? "-" : one.reason(),
                    ServiceTaskText.progress(one),
                    one.worker().isEmpty() ? "-" : one.worker(),
                    one.destination()));
            table.print(out, session.terminal().outStyle());
        });
    }
}

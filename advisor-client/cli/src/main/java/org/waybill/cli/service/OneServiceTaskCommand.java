package org.waybill.cli.service;

import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskService;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What the commands of one task of a service share. */
abstract class OneServiceTaskCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The task's number, as 'waybill service task list' shows it.")
    long id;

    /** {@code waybill service task show}. */
    @Command(
            name = "show",
            header = "Show a task of the service: its state, why it waits or has failed, progress, worker.")
    static final class ShowCommand extends OneServiceTaskCommand {
        @Override
        protected int run(Session session) {
            ServiceTask task = tasks(session).task(id);
            return session.answer(task, out -> ServiceTaskText.print(out, task));
        }
    }

    /** {@code waybill service task cancel}. */
    @Command(
            name = "cancel",
            header = "End a task of the service.",
            description = "Files that have arrived completely stay at the destination.")
    static final class CancelCommand extends OneServiceTaskCommand {
        @Override
        protected int run(Session session) {
            ServiceTask task = tasks(session).cancelTask(id);
            return session.answer(task, out -> out.println(ServiceTaskText.line(task)));
        }
    }

    static TaskService tasks(Session session) {
        ServiceAccounts.requireService(session);
        return session.advisor();
    }
}

package org.waybill.cli.task;

import org.waybill.cli.command.Session;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** {@code waybill task show}. */
@Command(name = "show", header = "Show a task: its command, state, progress and times.")
final class TaskShowCommand extends OneTaskCommand {
    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        TaskDocument document = Agents.shown(session, id);
        return session.answer(document, document::print);
    }
}

package org.waybill.cli.task;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task.State;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** {@code waybill task why}. */
@Command(
        name = "why",
        header = "Say why a task waits or has failed, and when it goes on.",
        description = "'waybill explain CODE' explains the code.")
final class TaskWhyCommand extends OneTaskCommand {
    /**
     * The answer.
     *
     * @param id the task's
     * @param state of the task
     * @param reason a code that {@code waybill explain} knows; null if it runs, starts at once or is done
     * @param text the reason in a line
     * @param expectedAt when it goes on; null if that is not known
     */
    record Why(
            String id,
            State state,
            @Nullable String reason,
            String text,
            @Nullable Instant expectedAt) {}

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        TaskDocument shown = Agents.shown(session, id);
        TaskReason why = shown.why();
        return session.answer(
                new Why(shown.task().id(), shown.task().state(), why.reason(), why.text(), why.expectedAt()),
                out -> out.println(PrintableText.of(shown.state() + ": " + why.text())));
    }
}

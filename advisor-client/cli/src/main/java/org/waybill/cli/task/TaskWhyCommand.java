package org.waybill.cli.task;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.Task;
import org.waybill.client.task.Task.State;
import org.waybill.client.task.TaskClient;
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
        List<Task> all = Agents.all(session);
        Task task = Agents.find(session, id);
        Why why = why(session, task, all);
        return session.answer(
                why,
                out -> out.println(PrintableText.of(why.state().name().toLowerCase(Locale.ROOT)
                        + (why.reason() == null ? "" : ", " + why.reason()) + ": " + why.text())));
    }

    private static Why why(Session session, Task task, List<Task> all) {
        String resume = "'waybill task resume " + task.id() + "'";
        return switch (task.state()) {
            case QUEUED -> queued(session, task, all);
            case RUNNING ->
                of(
                        task,
                        null,
                        "attempt " + task.attempts() + ", "
                                + TaskDocument.of(Agents.client(session).store(), task)
                                        .done());
            case PAUSED -> of(task, "PAUSED", resume + " goes on with it");
            case WAITING ->
                Task.CREDENTIAL_GONE.equals(task.reason())
                        ? of(
                                task,
                                task.reason(),
                                task.message() + "; run " + resume + " where " + String.join(", ", task.credentials())
                                        + " is set")
                        : of(
                                task,
                                task.reason(),
                                task.message() + "; tried again at "
                                        + TaskDocument.time(Objects.requireNonNull(task.nextAttemptAt()))
                                        + ", or at once by " + resume);
            case DONE -> of(task, null, "nothing is left to do");
            case CANCELLED -> of(task, null, "'waybill task retry " + task.id() + "' starts it again");
            case FAILED ->
                of(task, task.reason(), task.message() + "; 'waybill task retry " + task.id() + "' starts it again");
        };
    }

    private static Why queued(Session session, Task task, List<Task> all) {
        String here = WaybillHome.thisMachine();
        if (!task.machine().equals(here)) {
            return of(
                    task,
                    "OTHER_MACHINE",
                    task.machine() + " carries it out, and another machine only if its agent is gone for 10 minutes");
        }
        int limit = TaskClient.limit(session.home());
        long running = all.stream()
                .filter(one -> one.state() == State.RUNNING && one.machine().equals(here))
                .count();
        return running >= limit
                ? of(
                        task,
                        "TASK_LIMIT",
                        running + " tasks run, and task-limit is " + limit + ": it starts when one ends")
                : of(task, null, "it starts at once");
    }

    private static Why of(Task task, @Nullable String reason, String text) {
        return new Why(task.id(), task.state(), reason, text, task.nextAttemptAt());
    }
}

package org.waybill.cli.task;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that change a task, by its agent. */
abstract class TaskChangeCommand extends OneTaskCommand {
    abstract Task change(TaskClient agent, Task task) throws TransferException, InterruptedException;

    /** What the user may want to know then. */
    String next(Task task) {
        return "";
    }

    @Override
    protected final int run(Session session) throws TransferException, InterruptedException {
        Task named = Agents.find(session, id);
        TaskClient agent = Agents.client(session);
        TaskDocument document = TaskDocument.of(agent.store(), change(agent, named));
        return session.answer(document, out -> out.println(document.told() + next(document.task())));
    }

    /** {@code waybill task pause}. */
    @Command(name = "pause", header = "Stop a task until 'task resume', which goes on with what has arrived.")
    static final class Pause extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, Task task) throws TransferException, InterruptedException {
            return agent.pause(task.id());
        }

        @Override
        String next(Task task) {
            return "; 'waybill task resume " + task.id() + "' goes on with it";
        }
    }

    /** {@code waybill task resume}. */
    @Command(
            name = "resume",
            header = "Go on with a task that is paused, or at once with one that waits.",
            description = "It gets the SSH agent, the proxies and the other variables of this command.")
    static final class Resume extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, Task task) throws TransferException, InterruptedException {
            return agent.resume(task.id());
        }
    }

    /** {@code waybill task limit}. */
    @Command(
            name = "limit",
            header = "Go on with a task at no more than a rate.",
            description = "A task that runs is started again and resumes. The rate replaces that of its command.")
    static final class Limit extends TaskChangeCommand {
        @Parameters(index = "1", paramLabel = "RATE", description = "As for --rate, such as 500M; or none.")
        private String rate = "";

        @Override
        Task change(TaskClient agent, Task task) throws TransferException, InterruptedException {
            if (rate.equals("none")) {
                return agent.limit(task.id(), "");
            }
            new Quantities.BitsPerSecond().convert(rate);
            return agent.limit(task.id(), rate);
        }

        @Override
        String next(Task task) {
            return rate.equals("none") ? "; its rate has no limit now" : "; its rate is at most " + rate + " now";
        }
    }

    /** {@code waybill task cancel}. */
    @Command(name = "cancel", header = "Stop a task for good; what has arrived stays.")
    static final class Cancel extends TaskChangeCommand {
        @Override
        Task change(TaskClient agent, Task task) throws TransferException, InterruptedException {
            return agent.cancel(task.id());
        }

        @Override
        String next(Task task) {
            return task.attempts() == 0
                    ? ""
                    : "; what has arrived stays, of unfinished files as '.waybill-*' beside the destination: 'waybill"
                            + " task retry " + task.id() + "' goes on with them, or remove them";
        }
    }

    /** {@code waybill task retry}. */
    @Command(
            name = "retry",
            header = "Start a task again that has failed or was cancelled; it resumes.",
            description = "A relative --deadline of its command counts from now on.")
    static final class Retry extends TaskChangeCommand {
        private static final String DEADLINE = "--deadline";

        @Option(
                names = DEADLINE,
                paramLabel = "T",
                description = "Another deadline for its command: 2h30m, 18:00, 2026-12-31T18:00; or none.")
        private @Nullable String deadline;

        @Override
        Task change(TaskClient agent, Task task) throws TransferException, InterruptedException {
            String given = deadline;
            if (given != null && !task.takesDeadline()) {
                throw Invalid.usage("'waybill " + task.words().getFirst() + "' has no " + DEADLINE + ": retry task "
                        + task.id() + " without it");
            }
            if (given == null) {
                requireTime(task);
                return agent.retry(task.id());
            }
            if (given.equals("none")) {
                return agent.retry(task.id(), "");
            }
            new Quantities.Deadline().convert(given);
            return agent.retry(task.id(), given);
        }

        /** With a deadline of the clock that has passed it would fail at once. */
        private static void requireTime(Task task) {
            Instant now = Instant.now();
            String written = task.deadline().orElse("");
            if (!written.isEmpty()
                    && !Quantities.deadline(written, now, ZoneId.systemDefault())
                            .isAfter(now)) {
                throw Invalid.usage("the deadline of task " + task.id() + ", " + written + ", has passed: give another"
                        + " with " + DEADLINE + " T, or " + DEADLINE + " none");
            }
        }
    }
}

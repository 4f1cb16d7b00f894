package org.waybill.cli.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --background}: the command becomes a task. */
@Command
public final class BackgroundOption {
    private static final String BACKGROUND = "--background";
    private static final String ID = "--id";
    private static final String AT = "--at";
    private static final String NOTIFY = "--notify";
    private static final String DEADLINE = "--deadline";
    private static final String DRY_RUN = "--dry-run";
    private static final Set<String> VALUES = Set.of(ID, AT, NOTIFY);

    /** Looks for what the command reads on this machine. */
    public interface Check {
        /** @throws TransferException if it is not there */
        void run() throws TransferException, InterruptedException;
    }

    @Option(
            names = BACKGROUND,
            description = "Submit it as a task and return: it goes on without this terminal. See 'waybill task'.")
    private boolean background;

    @Option(
            names = ID,
            paramLabel = "ID",
            description = "With --background: the task's id. A second submission under it is the same task.")
    private @Nullable String id;

    @Option(
            names = AT,
            paramLabel = "T",
            converter = Quantities.StartTime.class,
            description = "With --background: start it at this time: 2h30m, 22:00, 2026-12-31T22:00.")
    private @Nullable Instant startAt;

    @Option(
            names = NOTIFY,
            paramLabel = "COMMAND",
            description = "With --background: run COMMAND by the shell when it is over. It finds the task's "
                    + "id and state in $WAYBILL_TASK_ID and $WAYBILL_TASK_STATE.")
    private String notice = "";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Whether the command is to be submitted and not run. */
    public boolean isWanted() {
        if (!background && (id != null || startAt != null || !notice.isEmpty())) {
            throw Invalid.usage(
                    (id != null ? ID : startAt != null ? AT : NOTIFY) + " is for a task: use it with " + BACKGROUND);
        }
        OptionSpec dryRun = Objects.requireNonNull(command).findOption(DRY_RUN);
        if (background && dryRun != null && Boolean.TRUE.equals(dryRun.getValue())) {
            throw Invalid.usage(DRY_RUN + " copies nothing and needs no task: leave " + BACKGROUND + " out");
        }
        return background;
    }

    /** Submits the command line. @param source that is there now; with {@code --at} it may come until then */
    public int submit(Session session, Check source) throws TransferException, InterruptedException {
        requireTime();
        TaskClient agent = Agents.client(session);
        String name = id == null ? TaskStore.newId() : TaskStore.checkedId(id);
        List<String> words = words();
        if (!isKnown(agent.store(), name)) {
            look(session, source);
        }
        Task task = agent.submit(name, words, Path.of("").toAbsolutePath(), startAt, notice);
        TaskDocument document = TaskDocument.of(agent.store(), task);
        session.answer(document, out -> {
            if (!session.quiet()) {
                out.println(document.told() + "; " + next(task));
            }
        });
        if (startAt != null
                && !startAt.isAfter(task.submittedAt())
                && !task.state().isOver()) {
            session.note("waybill: " + AT + " " + TaskDocument.time(startAt) + " has passed: the task starts at once");
        }
        return TaskWaitCommand.exitCode(task);
    }

    /** What was submitted once is not looked at again: its source may be gone since. */
    private static boolean isKnown(TaskStore store, String name) {
        try {
            return store.read(name).isPresent();
        } catch (IOException _) {
            return true; // which the agent reports
        }
    }

    private void look(Session session, Check source) throws TransferException, InterruptedException {
        try {
            source.run();
        } catch (TransferException e) {
            if (e.reason() != Reason.NOT_FOUND || startAt == null || !startAt.isAfter(Instant.now())) {
                throw e;
            }
            session.note("waybill: " + e.getMessage() + ": the task fails if that is still so at "
                    + TaskDocument.time(startAt));
        }
    }

    /** A task that is over was submitted before: nothing begins it anew unasked. */
    private static String next(Task task) {
        if (!task.state().isOver()) {
            return "'waybill task show " + task.id() + "' shows how it goes on";
        }
        return task.state() == Task.State.DONE
                ? "it is not run again: give another " + ID
                : "'waybill task retry " + task.id() + "' runs it again";
    }

    /** The deadline is meant from the start on, and an absolute one may be before it. */
    private void requireTime() {
        OptionSpec deadline = Objects.requireNonNull(command).findOption(DEADLINE);
        if (startAt == null
                || deadline == null
                || deadline.originalStringValues().isEmpty()) {
            return;
        }
        String written = deadline.originalStringValues().getLast();
        if (!Quantities.deadline(written, startAt, ZoneId.systemDefault()).isAfter(startAt)) {
            throw Invalid.value(DEADLINE, written, "a time after " + AT + ", which is " + startAt);
        }
    }

    /** What was typed, without what concerns this submission only. */
    private List<String> words() {
        CommandSpec spec = Objects.requireNonNull(command);
        List<String> words = new ArrayList<>(List.of(spec.name()));
        Iterator<String> typed =
                spec.commandLine().getParseResult().originalArgs().iterator();
        typed.next();
        boolean options = true;
        while (typed.hasNext()) {
            String word = typed.next();
            options &= !word.equals("--");
            if (word.equals("-") || word.endsWith("=-")) {
                throw Invalid.usage("a task has no standard input and output: name a file in place of -");
            } else if (options && VALUES.contains(word)) {
                typed.next();
            } else if (!options || !isOfSubmission(word)) {
                words.add(word);
            }
        }
        return List.copyOf(words);
    }

    private static boolean isOfSubmission(String word) {
        return word.equals(BACKGROUND)
                || word.equals("--json")
                || VALUES.stream().anyMatch(one -> word.startsWith(one + "="));
    }
}

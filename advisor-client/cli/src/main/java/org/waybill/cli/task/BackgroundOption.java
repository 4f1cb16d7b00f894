package org.waybill.cli.task;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --background}: the command becomes a task. */
@Command
public final class BackgroundOption {
    private static final String BACKGROUND = "--background";
    private static final String ID = "--id";

    @Option(
            names = BACKGROUND,
            description = "Submit it as a task and return: it goes on without this terminal. See 'waybill task'.")
    private boolean background;

    @Option(
            names = ID,
            paramLabel = "ID",
            description = "With --background: the task's id. A second submission under it is the same task.")
    private @Nullable String id;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Whether the command is to be submitted and not run. */
    public boolean isWanted() {
        if (id != null && !background) {
            throw Invalid.usage(ID + " names a task: use it with " + BACKGROUND);
        }
        return background;
    }

    /** Submits the command line. */
    public int submit(Session session) throws TransferException, InterruptedException {
        TaskClient agent = Agents.client(session);
        String name = id == null ? TaskStore.newId() : id;
        Task task = agent.submit(name, words(), Path.of("").toAbsolutePath());
        TaskDocument document = TaskDocument.of(agent.store(), task);
        return session.answer(document, out -> {
            if (!session.quiet()) {
                out.println("task " + task.id() + " is " + document.state() + "; 'waybill task show " + task.id()
                        + "' shows how it goes on");
            }
        });
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
            } else if (options && word.equals(ID)) {
                typed.next();
            } else if (!options || !word.equals(BACKGROUND) && !word.equals("--json") && !word.startsWith(ID + "=")) {
                words.add(word);
            }
        }
        return List.copyOf(words);
    }
}

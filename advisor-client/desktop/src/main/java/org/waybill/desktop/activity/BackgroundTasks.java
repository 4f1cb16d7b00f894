package org.waybill.desktop.activity;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.client.task.Task;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskLauncher;
import org.waybill.client.task.TaskStore;
import org.waybill.client.workflow.script.CopyWords;
import org.waybill.desktop.Questions;
import org.waybill.desktop.profile.VaultModel;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/** The tasks of this home, and how a transfer of the window becomes one: the command then resumes it. */
public final class BackgroundTasks {
    /** Defaults of commands that leave a copy what it is in the window, which reads none. */
    private static final Set<String> HARMLESS = Set.of("task-limit", "rate", "explore", "strict");

    private final WaybillHome home;
    private final Map<String, String> environment;
    private final @Nullable URI service;
    private final Questions questions;
    private final VaultModel keychain;

    /**
     * @param environment which tasks get
     * @param service that the window asks; null for the home's own
     */
    public BackgroundTasks(
            WaybillHome home,
            Map<String, String> environment,
            @Nullable URI service,
            Questions questions,
            VaultModel keychain) {
        this.home = home;
        this.environment = environment;
        this.service = service;
        this.questions = questions;
        this.keychain = keychain;
    }

    /** Why transfers that run here cannot go on as tasks; empty if they can. */
    Optional<String> obstacle() {
        if (TaskLauncher.line().isEmpty()) {
            return Optional.of("Only a window that the script 'waybill' started can go on in the background.");
        }
        if (questions.isAnswered()) {
            return Optional.of("A password or code that was typed here is not known in the background."
                    + " An account under Profile is, if the vault has no passphrase.");
        }
        if (keychain.isTyped()) {
            return Optional.of("The vault's passphrase was typed here, and is not known in the background.");
        }
        try {
            return HomeConfig.read(home.config()).defaults().keySet().stream()
                    .filter(name -> !HARMLESS.contains(name))
                    .findFirst()
                    .map(name -> "The default '" + name + "' in " + home.config()
                            + " is for commands, and would change them in the background.");
        } catch (TransferException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    private TaskClient client() {
        return TaskLauncher.client(home, environment);
    }

    /**
     * Submits a transfer, which no longer runs here.
     *
     * @param id of the transfer, and then of the task: it is submitted once
     * @param paused whether it goes on only when it is told to
     */
    Task submit(String id, TransferRunner.Job job, long rateBitsPerSecond, boolean paused)
            throws IOException, TransferException, InterruptedException {
        TaskClient agent = client();
        Path names = agent.store().log(id).resolveSibling("names");
        Optional<String> chosen = CopyWords.names(job.request().filter());
        if (chosen.isPresent()) {
            PrivateFiles.replace(names, chosen.get());
        }
        List<String> words = new ArrayList<>(
                CopyWords.of(job.request(), job.workflow(), job.candidate(), rateBitsPerSecond, names.toString()));
        if (service != null) {
            words.addAll(1, List.of("--service", service.toString()));
        }
        try {
            return agent.handOver(id, List.copyOf(words), Path.of("").toAbsolutePath(), paused);
        } catch (TransferException e) { // an agent that has not answered may have it: it must not go on here, too
            return agent.store()
                    .read(id)
                    .filter(task -> !task.state().isOver() && (!paused || task.state() == Task.State.PAUSED))
                    .orElseThrow(() -> e);
        }
    }

    /**
     * A journal's entries. What a task of the same id goes on with is in the background, also where the window was killed
     * before it could write that.
     */
    public List<JournalEntry> goneOn(List<JournalEntry> journal) {
        TaskStore store = client().store();
        return journal.stream()
                .map(entry ->
                        (entry.state() == JournalEntry.State.INTERRUPTED || entry.state() == JournalEntry.State.STOPPED)
                                        && store.has(entry.id())
                                ? entry.at(JournalEntry.State.BACKGROUND, entry.bytesDone(), entry.totalBytes())
                                : entry)
                .toList();
    }

    /**
     * All tasks, those that matter with how far they are.
     *
     * @param journal of this window, which knows what its own copy
     */
    List<TaskItem> all(List<JournalEntry> journal) throws IOException {
        TaskStore store = client().store();
        Map<String, JournalEntry> own = journal.stream().collect(Collectors.toMap(JournalEntry::id, entry -> entry));
        return store.all().stream()
                .map(task -> TaskItem.of(task, store, own.get(task.id())))
                .toList();
    }

    /** Starts the agent, if it has something to do for one of these. */
    void wake(List<TaskItem> items) throws TransferException, InterruptedException {
        client().wake(items.stream().map(TaskItem::task).toList());
    }

    Task pause(String id) throws TransferException, InterruptedException {
        return client().pause(id);
    }

    Task resume(String id) throws TransferException, InterruptedException {
        return client().resume(id);
    }

    /** Starts one again that has failed or was cancelled. */
    Task retry(String id) throws TransferException, InterruptedException {
        return client().retry(id);
    }

    Task cancel(String id) throws TransferException, InterruptedException {
        return client().cancel(id);
    }
}

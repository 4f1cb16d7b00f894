package org.waybill.client.task;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;

/** The tasks that an agent knows, as they are in their files, and the environments, which are in no file. */
final class LiveTasks {
    private static final System.Logger LOG = System.getLogger(LiveTasks.class.getName());
    private static final Duration KEPT = Duration.ofDays(30);

    private final TaskStore store;
    private final Map<String, String> common;
    /** Those that are not over, in the order of their submission. */
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    private final Map<String, Map<String, String>> environments = new HashMap<>();
    /** When those ended that are over. */
    private final Map<String, Instant> over = new HashMap<>();

    private final Set<String> unsaved = new HashSet<>();

    /** @param environment of tasks that came with none */
    LiveTasks(WaybillHome home, Map<String, String> environment) {
        this.store = new TaskStore(home.tasks());
        this.common = new HashMap<>(environment);
        common.put("WAYBILL_HOME", home.root().toString());
    }

    TaskStore store() {
        return store;
    }

    List<Task> all() {
        return List.copyOf(tasks.values());
    }

    @Nullable
    Task get(String id) {
        return tasks.get(id);
    }

    /** The task, from its file if it is over or another machine's. */
    Task current(String id) throws IOException, TransferException {
        Task known = tasks.get(id);
        return known == null || isTakenOver(known) ? store.find(id) : known;
    }

    /** Whether another machine has taken the task over, as while this one slept; then it is forgotten here. */
    boolean isTakenOver(Task task) {
        boolean taken = store.readable(task.id())
                .filter(now -> !now.machine().equals(task.machine()))
                .isPresent();
        if (taken) {
            tasks.remove(task.id());
            environments.remove(task.id());
        }
        return taken;
    }

    /** Whether nothing of it needs to be read, until it is no longer kept. */
    boolean isKnown(String id) {
        return tasks.containsKey(id) || over.containsKey(id) && isKept(over.get(id));
    }

    /** Whether a task that ended then is still listed. */
    static boolean isKept(@Nullable Instant ended) {
        return ended == null || ended.plus(KEPT).isAfter(Instant.now());
    }

    void remove(String id) throws IOException {
        store.remove(id);
        over.remove(id);
    }

    Map<String, String> environment(String id) {
        return environments.getOrDefault(id, common);
    }

    /** Keeps the variables of the command that wants the task to go on, in memory only. */
    void use(String id, Map<String, String> environment) {
        Map<String, String> own = new HashMap<>();
        // the variables of thousands of tasks are mostly the same
        environment.forEach((name, value) -> own.put(name.intern(), value.intern()));
        own.put("WAYBILL_HOME", String.valueOf(common.get("WAYBILL_HOME")));
        environments.put(id, Map.copyOf(own));
    }

    /** Writes the task; what is known of it stays as it was where that fails. */
    void keep(Task task) throws IOException {
        store.write(task);
        unsaved.remove(task.id());
        remember(task);
    }

    /** Takes over what its file says. */
    void remember(Task task) {
        if (task.state().isOver() || Task.CREDENTIAL_GONE.equals(task.reason())) {
            new TaskNotice(store).tell(task, environment(task.id()));
        }
        if (task.state().isOver()) {
            tasks.remove(task.id());
            environments.remove(task.id());
            over.put(task.id(), Objects.requireNonNullElse(task.endedAt(), task.submittedAt()));
        } else {
            over.remove(task.id());
            tasks.put(task.id(), task);
        }
    }

    /** Writes what has happened; where that fails, {@link #saveAgain} does. */
    void note(Task task) {
        try {
            keep(task);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot write task " + task.id() + ": " + e);
            tasks.put(task.id(), task);
            unsaved.add(task.id());
        }
    }

    void saveAgain() {
        all().stream().filter(task -> unsaved.contains(task.id())).forEach(this::note);
    }

    /** Whether they need what is in this agent's memory only: credentials, and what could not be written yet. */
    boolean needThisAgent() {
        return !unsaved.isEmpty()
                || tasks.values().stream()
                        .filter(task -> task.wantsAgent() && environments.containsKey(task.id()))
                        .anyMatch(task -> !task.credentials().isEmpty());
    }

    /** Whether an agent has something to do. */
    boolean wantAgent() {
        return !unsaved.isEmpty() || tasks.values().stream().anyMatch(Task::wantsAgent);
    }
}

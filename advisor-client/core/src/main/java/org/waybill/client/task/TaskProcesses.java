package org.waybill.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The processes that run tasks: this agent's own, and those that an earlier one has started. Used on one thread. */
final class TaskProcesses {
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final long WATCH_MILLIS = 200;

    /** Hears that a process has ended; the exit code is null if it was started by an earlier agent. */
    interface Ended {
        void hear(String id, @Nullable Integer exitCode) throws IOException;
    }

    private final LiveTasks tasks;
    private final List<String> launcher;
    private final ScheduledExecutorService loop;
    private final Ended listener;
    /** Empty for one of an earlier agent. */
    private final Map<String, Optional<Process>> running = new HashMap<>();

    TaskProcesses(LiveTasks tasks, List<String> launcher, ScheduledExecutorService loop, Ended listener) {
        this.tasks = tasks;
        this.launcher = launcher;
        this.loop = loop;
        this.listener = listener;
    }

    int count() {
        return running.size();
    }

    boolean runs(String id) {
        return running.containsKey(id);
    }

    boolean isFree(String id) throws IOException {
        return TaskLock.isFree(lock(id));
    }

    private Path lock(String id) {
        return tasks.store().lock(id);
    }

    void start(Task task) throws IOException {
        Process process = Attempt.start(tasks.store(), task, launcher, tasks.environment(task.id()));
        running.put(task.id(), Optional.of(process));
        process.onExit().thenRun(() -> loop.execute(TaskScheduler.safely(() -> end(task.id(), process.exitValue()))));
    }

    /** Looks at a process that is not this agent's child until it has freed its lock. */
    void watch(String id) throws IOException {
        running.put(id, Optional.empty());
        if (isFree(id)) {
            end(id, null);
        } else {
            loop.schedule(TaskScheduler.safely(() -> watch(id)), WATCH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void end(String id, @Nullable Integer exitCode) throws IOException {
        running.remove(id);
        listener.hear(id, exitCode);
    }

    /** Asks the task's process to end, if there is one, and ends it where it does not. */
    void stop(String id) throws IOException {
        Process own = running.getOrDefault(id, Optional.empty()).orElse(null);
        if (own == null && isFree(id)) {
            return;
        }
        if (!runs(id)) { // an earlier agent was killed before this process of its had taken the lock
            watch(id);
        }
        Optional<ProcessHandle> process = own == null ? TaskLock.holder(lock(id)) : Optional.of(own.toHandle());
        if (process.isPresent()) {
            process.get().destroy();
            loop.schedule(process.get()::destroyForcibly, GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } else { // it has taken the lock, and has not said yet who it is
            loop.schedule(TaskScheduler.safely(() -> stopAgain(id)), WATCH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void stopAgain(String id) throws IOException {
        Task task = tasks.get(id);
        if (runs(id) && (task == null || task.state() != Task.State.RUNNING)) {
            stop(id);
        }
    }
}

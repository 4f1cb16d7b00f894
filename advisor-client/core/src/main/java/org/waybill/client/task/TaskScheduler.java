package org.waybill.client.task;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.client.task.AgentMessage.Answer;
import org.waybill.client.task.AgentMessage.Request;
import org.waybill.client.task.Task.State;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;

/**
 * Decides which tasks run. All of it happens on one thread. A task's file says what is to be, and is written before it is
 * done: whatever is killed at whatever moment, {@link #settle} makes it so again.
 */
final class TaskScheduler implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TaskScheduler.class.getName());
    /** How many tasks run at once, in the home's configuration. */
    private static final String LIMIT = "task-limit";

    private static final int DEFAULT_LIMIT = 4;
    private static final Duration LONGEST_TICK = Duration.ofMinutes(1);
    private static final long REACHABLE_MILLIS = 2_000;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);
    private static final int MOST_DOUBLINGS = 20;
    /** After its first start, as Globus does. */
    private static final Duration PATIENCE = Duration.ofDays(3);

    /** A step that may fail. */
    interface Step {
        void run() throws IOException;
    }

    private final WaybillHome home;
    private final Duration idle;
    private final AgentServer server;
    private final LiveTasks tasks;
    private final TaskProcesses processes;
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tasks").factory());
    private long activeNs = System.nanoTime();

    /** @param server is closed when there is nothing to do any more */
    TaskScheduler(
            WaybillHome home,
            List<String> launcher,
            Map<String, String> environment,
            Duration idle,
            AgentServer server) {
        this.home = home;
        this.idle = idle;
        this.server = server;
        this.tasks = new LiveTasks(home, environment);
        this.processes = new TaskProcesses(tasks, launcher, loop, this::ended);
    }

    /** Goes on with what an earlier agent left, and from then on looks every minute. */
    void begin() {
        Duration quarter = idle.dividedBy(4).plusMillis(1);
        Duration tick = quarter.compareTo(LONGEST_TICK) < 0 ? quarter : LONGEST_TICK;
        loop.scheduleWithFixedDelay(safely(this::tick), 0, tick.toMillis(), TimeUnit.MILLISECONDS);
        loop.scheduleWithFixedDelay(
                safely(server::keepReachable), REACHABLE_MILLIS, REACHABLE_MILLIS, TimeUnit.MILLISECONDS);
    }

    static Runnable safely(Step step) {
        return () -> {
            try {
                step.run();
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.WARNING, "the agent cannot do a step: " + e, e);
            }
        };
    }

    /** The answer to a request; null if the agent ends, or nobody awaits it when its turn has come. */
    @Nullable
    Answer answer(Request request, BooleanSupplier awaited) {
        try {
            return loop.submit(() -> {
                        activeNs = System.nanoTime();
                        return awaited.getAsBoolean() ? carryOut(request) : null;
                    })
                    .get();
        } catch (ExecutionException e) {
            return Answer.of(
                    switch (e.getCause()) {
                        case TransferException known -> known;
                        case IOException failed ->
                            StorageErrors.map(failed, "writing", home.tasks().toString());
                        default -> new TransferException(Reason.INTERNAL, "the agent failed: " + e.getCause(), e);
                    });
        } catch (RejectedExecutionException _) {
            return null;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private Answer carryOut(Request request) throws IOException, TransferException {
        tasks.saveAgain();
        switch (request.action()) {
            case WAKE -> look();
            case LEAVE -> {
                if (processes.count() > 0 || tasks.needThisAgent()) {
                    throw new TransferException(Reason.TARGET_BUSY, "tasks need this agent");
                }
                server.close();
            }
            default -> {
                String id = new TaskRequests(tasks, processes).carryOut(request);
                goOnIfItWaits(tasks.get(id));
                next();
                return Answer.of(tasks.current(id));
            }
        }
        return Answer.of((Task) null);
    }

    private void next() {
        int limit = limit(home.config());
        for (Task task : tasks.all()) {
            if (processes.count() >= limit) {
                return;
            }
            if (task.state() == State.QUEUED && !processes.runs(task.id())) {
                start(task);
            }
        }
    }

    /** How many tasks may run at once. */
    static int limit(Path config) {
        try {
            String text = HomeConfig.read(config).defaults().getOrDefault(LIMIT, "");
            return text.isEmpty() ? DEFAULT_LIMIT : Math.max(1, Integer.parseInt(text));
        } catch (TransferException | NumberFormatException e) {
            LOG.log(Level.WARNING, "invalid " + LIMIT + " in " + config + ": expected a number: " + e.getMessage());
            return DEFAULT_LIMIT;
        }
    }

    private void start(Task task) {
        if (tasks.isTakenOver(task)) {
            return;
        }
        Instant now = Instant.now();
        try {
            if (!TaskLock.clear(
                    tasks.store().lock(task.id()))) { // by an earlier agent, which was killed before it could note that
                tasks.keep(task.running(now));
                processes.watch(task.id());
            } else if (!Files.isDirectory(Path.of(task.directory()))) {
                String gone = "the directory that it was submitted in is gone: " + task.directory();
                tasks.note(task.over(State.FAILED, Reason.NOT_FOUND.name(), gone, Reason.NOT_FOUND.exitCode(), now));
            } else {
                Task begun = task.running(now);
                Files.deleteIfExists(tasks.store().events(task.id()));
                tasks.keep(begun);
                processes.start(begun);
            }
        } catch (IOException e) {
            Reason reason =
                    StorageErrors.map(e, "writing", home.tasks().toString()).reason();
            wait(task, new Attempt.Outcome(reason.exitCode(), reason, ErrorText.of(e), false));
        }
    }

    private void ended(String id, @Nullable Integer exitCode) throws IOException {
        Task task = tasks.get(id);
        if (exitCode != null && task != null && !processes.isFree(id)) {
            processes.watch(id); // one of an earlier agent was before it
            return;
        }
        if (task != null && task.state() == State.RUNNING) { // else it was stopped, since that is what is to be
            judge(task, Attempt.outcome(tasks.store(), id, exitCode));
        }
        next();
    }

    private void judge(Task task, Attempt.@Nullable Outcome outcome) {
        Instant now = Instant.now();
        Instant started = task.startedAt();
        if (outcome == null) {
            tasks.note(task.queued()); // it was killed as the agent was
        } else if (outcome.reason() == null) {
            tasks.note(task.over(State.DONE, null, "", outcome.exitCode(), now));
        } else if (isTriedAgain(outcome, task.attempts(), started, now)) {
            wait(task, outcome);
        } else if (outcome.reason() == Reason.AUTHENTICATION
                && Credentials.isGone(task.credentials(), tasks.environment(task.id()))) {
            tasks.note(
                    task.waiting(Task.CREDENTIAL_GONE, outcome.message(), task.failures(), outcome.exitCode(), null));
        } else {
            tasks.note(task.over(State.FAILED, outcome.reason().name(), outcome.message(), outcome.exitCode(), now));
        }
    }

    /** Whether what failed is worth another attempt. @param started when the first one was; null if none was */
    static boolean isTriedAgain(Attempt.Outcome outcome, int attempts, @Nullable Instant started, Instant now) {
        return outcome.isTemporary(attempts) && (started == null || isRecent(started, now));
    }

    static boolean isRecent(Instant started, Instant now) {
        return started.plus(PATIENCE).isAfter(now);
    }

    /** The failures in a row without progress, with this one. */
    static int failures(Attempt.Outcome outcome, int before) {
        return outcome.progressed() ? 1 : before + 1;
    }

    private void wait(Task task, Attempt.Outcome outcome) {
        int failures = failures(outcome, task.failures());
        Duration pause = pauseAfter(failures);
        Task waiting = task.waiting(
                String.valueOf(outcome.reason()),
                outcome.message(),
                failures,
                outcome.exitCode(),
                Instant.now().plus(pause));
        tasks.note(waiting);
        goOnLater(waiting);
    }

    static Duration pauseAfter(int failures) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    /** Goes on with a task that waits for a time. */
    private void goOnLater(Task waiting) {
        loop.schedule(
                safely(() -> goOn(waiting)), pauseNow(waiting, Instant.now()).toMillis(), TimeUnit.MILLISECONDS);
    }

    private void goOn(Task waiting) {
        if (!waiting.equals(tasks.get(waiting.id()))) {
            return; // that is over
        }
        if (Task.START_TIME.equals(waiting.reason())
                && pauseNow(waiting, Instant.now()).isPositive()) {
            goOnLater(waiting);
        } else {
            tasks.note(waiting.queued());
            next();
        }
    }

    /**
     * How long to leave a task that waits for a time. After the clock was set back a pause is no longer than ever; a time
     * of the clock that the user named is looked at again soon, also since the machine may sleep meanwhile.
     */
    static Duration pauseNow(Task waiting, Instant now) {
        Instant next = waiting.nextAttemptAt();
        Duration left = next == null ? Duration.ZERO : Duration.between(now, next);
        Duration most = Task.START_TIME.equals(waiting.reason()) ? LONGEST_TICK : LONGEST_PAUSE;
        return left.compareTo(most) < 0 ? left : most;
    }

    private void tick() throws IOException {
        safely(server::publish).run(); // which a full disk prevents
        tasks.saveAgain();
        look();
        if (processes.count() > 0 || tasks.wantAgent()) {
            activeNs = System.nanoTime();
        } else if (Duration.ofNanos(System.nanoTime() - activeNs).compareTo(idle) >= 0) {
            server.close();
        }
    }

    /** Finds tasks that this agent does not know: those that an earlier one had, and those of machines that are gone. */
    private void look() throws IOException {
        List<Task> found = new ArrayList<>();
        for (String id : tasks.store().ids()) {
            if (!tasks.isKnown(id)) {
                tasks.store().readable(id).ifPresent(found::add);
            }
        }
        found.sort(Comparator.comparing(Task::submittedAt));
        for (Task task : found) {
            safely(() -> adopt(task)).run(); // what is wrong with one does not keep the others
        }
        next();
    }

    private void adopt(Task task) throws IOException {
        if (!LiveTasks.isKept(task.endedAt())) {
            tasks.remove(task.id());
        } else if (task.machine().equals(WaybillHome.thisMachine())) {
            settle(task);
        } else {
            Optional<Task> taken = new TaskTakeOver(home).take(task.id());
            if (taken.isPresent()) {
                settle(taken.get());
            }
        }
    }

    /** Makes what is the case what the task's file says. */
    private void settle(Task task) throws IOException {
        tasks.remember(task);
        if (!processes.isFree(task.id())) {
            processes.watch(task.id());
            if (task.state() != State.RUNNING) {
                processes.stop(task.id());
            }
        } else if (task.state() == State.RUNNING) {
            ended(task.id(), null);
        }
        goOnIfItWaits(task);
    }

    private void goOnIfItWaits(@Nullable Task task) {
        if (task != null && task.state() == State.WAITING && task.nextAttemptAt() != null) {
            goOnLater(task);
        }
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }
}

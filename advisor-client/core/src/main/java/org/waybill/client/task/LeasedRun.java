package org.waybill.client.task;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.HomeKey;
import org.waybill.platform.HostRules;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Umask;

/** An attempt of a task that a service has leased to this process, run and judged as those of the agent are. */
public final class LeasedRun {
    /** Shorter than what a command has when it is interrupted: a worker that ends is to say so before. */
    private static final Duration GRACE = Duration.ofSeconds(7);

    private static final int LONGEST_DOCUMENT = 7 << 20;

    private final TaskStore store;
    private final Order order;
    private final Process process;

    /**
     * What is to be run.
     *
     * @param words of the command, without {@code waybill}
     * @param hosts that it may connect to ({@link HostRules#of(List)})
     * @param partials the key of the names of its partial files in hexadecimal; null for the home's own
     * @param attempt 1 for the first one
     * @param failures in a row without progress
     * @param submittedAt from when relative times of the command count
     * @param startedAt when the first attempt started
     */
    public record Order(
            String id,
            List<String> words,
            List<String> hosts,
            @Nullable String partials,
            int attempt,
            int failures,
            Instant submittedAt,
            Instant startedAt) {
        public Order {
            words = List.copyOf(words);
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * How it ended.
     *
     * @param reason null if it is done
     * @param failures in a row without progress, with this one
     * @param again in how long it is worth another attempt; null if it is not
     */
    public record End(
            int exitCode,
            @Nullable Reason reason,
            String message,
            int failures,
            @Nullable Duration again) {}

    private LeasedRun(TaskStore store, Order order, Process process) {
        this.store = store;
        this.order = order;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param store with a directory for each task
     * @param until when its process is to end by itself, unless {@link #leasedUntil} says later
     * @throws TransferException {@code TARGET_BUSY} while the process of an earlier attempt ends
     */
    public static LeasedRun start(
            TaskStore store, Order order, List<String> launcher, Map<String, String> environment, Instant until)
            throws IOException, TransferException {
        Path directory = store.directory().resolve(order.id());
        PrivateFiles.createDirectory(directory);
        if (!TaskLock.clear(store.lock(order.id()))) {
            throw new TransferException(
                    Reason.TARGET_BUSY, "the process of an earlier attempt of the task has not ended yet");
        }
        Files.deleteIfExists(store.events(order.id()));
        Files.deleteIfExists(store.document(order.id()));
        Task task = task(order, directory);
        store.write(task);
        Path lease = directory.resolve("lease");
        LeaseWatch.write(lease, until);
        Map<String, String> all = new HashMap<>(environment);
        all.put(LeaseWatch.VARIABLE, lease.toString());
        Path hosts = directory.resolve("hosts");
        PrivateFiles.replace(hosts, String.join("\n", order.hosts()));
        all.put(HostRules.VARIABLE, hosts.toString());
        all.put(Umask.VARIABLE, Umask.octal());
        if (order.partials() != null) {
            Path partials = directory.resolve("partials.key");
            PrivateFiles.replace(partials, order.partials() + "\n");
            all.put(HomeKey.VARIABLE, partials.toString());
        }
        return new LeasedRun(store, order, Attempt.start(store, task, launcher, all));
    }

    private static Task task(Order order, Path directory) {
        return new Task(
                order.id(),
                order.words(),
                directory.toString(),
                WaybillHome.thisMachine(),
                List.of(),
                Task.State.RUNNING,
                null,
                "",
                order.attempt(),
                order.failures(),
                null,
                order.submittedAt(),
                order.startedAt(),
                null,
                null,
                null);
    }

    /** The words of a copy, which leaves its report where {@link #document} reads it. */
    public static List<String> copy(TaskStore store, String id, List<String> rest) {
        List<String> words = new ArrayList<>(List.of("copy", "--report=" + store.document(id)));
        words.addAll(rest);
        return words;
    }

    /** The words of advice. @param service that it asks */
    public static List<String> advise(String service, List<String> rest) {
        List<String> words = new ArrayList<>(List.of(Attempt.ADVISE, "--json", "--service=" + service));
        words.addAll(rest);
        return words;
    }

    /** Lets its process run until then. */
    public void leasedUntil(Instant until) throws IOException {
        LeaseWatch.write(store.directory().resolve(order.id()).resolve("lease"), until);
    }

    /** Whether it has ended within a time. */
    public boolean hasEnded(Duration within) throws InterruptedException {
        return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How far it is; empty while it reports nothing. */
    public Optional<TaskStore.Progress> progress() {
        return store.progress(order.id());
    }

    /** Ends it; what it has written stays. @return whether it was done before */
    public boolean stop() throws InterruptedException {
        process.destroy();
        if (!hasEnded(GRACE)) {
            process.destroyForcibly().waitFor();
        }
        return process.exitValue() == 0;
    }

    /** How it ended; to be asked when it has. */
    public End end() {
        Attempt.Outcome outcome = Attempt.outcome(store, order.id(), process.exitValue());
        if (outcome == null || outcome.reason() == null) {
            return new End(0, null, "", 0, null);
        }
        int failures = TaskScheduler.failures(outcome, order.failures());
        boolean again = TaskScheduler.isTriedAgain(outcome, order.attempt(), order.startedAt(), Instant.now());
        return new End(
                outcome.exitCode(),
                outcome.reason(),
                outcome.message(),
                failures,
                again ? TaskScheduler.pauseAfter(failures) : null);
    }

    /** Whether a task whose first attempt started then is worth another one, by its age. */
    public static boolean isTriedAgain(Instant startedAt, Instant now) {
        return TaskScheduler.isRecent(startedAt, now);
    }

    /** What its command answered, in JSON; empty if it has answered nothing, or more than a service takes. */
    public Optional<String> document() {
        Path file = store.document(order.id());
        try {
            return Files.isRegularFile(file) && Files.size(file) > 0 && Files.size(file) < LONGEST_DOCUMENT
                    ? Optional.of(Files.readString(file, StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException _) { // what it did is done, whether or not its report can be read
            return Optional.empty();
        }
    }

    /** Removes what was kept of it here. */
    public void forget() throws IOException {
        store.remove(order.id());
    }
}

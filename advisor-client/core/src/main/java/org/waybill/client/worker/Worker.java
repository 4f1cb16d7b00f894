package org.waybill.client.worker;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.ErrorText;

/** Takes tasks of a service under leases and runs each as a process, until it is interrupted. */
public final class Worker {
    private static final System.Logger LOG = System.getLogger(Worker.class.getName());
    private static final int WAIT_SECONDS = 3;
    /** When a task that is given back may be taken: the service does not notice that this worker asks no more. */
    static final long GIVEN_BACK_SECONDS = WAIT_SECONDS + 1L;

    /** So often a worker that is busy says that it is there. */
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(10);

    /** How long what is left of tasks that did not succeed stays here, as at the service. */
    private static final Duration KEPT = Duration.ofDays(30);

    private static final Duration BETWEEN_REMOVALS = Duration.ofHours(1);
    private static final Duration PAUSE = Duration.ofSeconds(3);
    /** A copy asks no service. */
    private static final Set<String> TOKENS = Set.of("WAYBILL_SERVICE_TOKEN", "WAYBILL_SERVICE_TOKEN_FILE");

    private final Setting setting;
    private final Consumer<String> says;
    private final Semaphore free;
    private Instant removal = Instant.MIN;
    /** How many leases are asked for at once, at most. */
    private int most;

    /**
     * What a worker has.
     *
     * @param serviceUrl of the service, for commands
     * @param name of the worker
     * @param version of this release
     * @param atOnce how many tasks it runs at once
     * @param store of the tasks that it runs
     * @param launcher the command line of {@code waybill}
     * @param environment of its tasks
     */
    public record Setting(
            AdvisorService service,
            String serviceUrl,
            String name,
            String version,
            int atOnce,
            WorkerPlaces places,
            TaskStore store,
            List<String> launcher,
            Map<String, String> environment) {
        public Setting {
            launcher = List.copyOf(launcher);
            environment = Map.copyOf(environment);
        }

        Map<String, String> environment(TaskKind kind) {
            Map<String, String> own = new HashMap<>(environment);
            if (kind == TaskKind.COPY) {
                own.keySet().removeAll(TOKENS);
            }
            return own;
        }
    }

    /** @param says hears that the service is away, or there again */
    public Worker(Setting setting, Consumer<String> says) {
        this.setting = setting;
        this.says = says;
        this.free = new Semaphore(setting.atOnce());
        this.most = setting.atOnce();
    }

    /**
     * Runs until the thread is interrupted; then it stops its tasks, which others may have soon after.
     *
     * @throws ServiceException if the service does not let this worker take tasks
     */
    public void run() throws InterruptedException {
        ExecutorService attempts = Executors.newVirtualThreadPerTaskExecutor();
        try {
            boolean away = false;
            while (true) {
                try {
                    removeOld();
                    take(attempts);
                    if (away) {
                        says.accept("the service answers again");
                    }
                    away = false;
                } catch (ServiceException e) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    if (e.meaning() == ServiceException.Code.TOO_LARGE) {
                        most = 1; // the tasks were too large together
                    } else if (!isAway(e)) {
                        throw e;
                    }
                    if (!away) {
                        says.accept(e.getMessage() + "; the worker tries again every " + PAUSE.toSeconds() + " s");
                    }
                    away = true;
                    Thread.sleep(PAUSE);
                }
            }
        } finally {
            attempts.shutdownNow();
            attempts.close();
        }
    }

    /** Whether asking again may help. */
    static boolean isAway(ServiceException failure) {
        return switch (failure.meaning()) {
            case UNREACHABLE, UNAVAILABLE, INTERNAL, CONFLICT, DISK_FULL -> true;
            case BAD_REQUEST, NOT_FOUND, UNAUTHENTICATED, FORBIDDEN, TOO_LARGE, UNTRUSTED -> false;
        };
    }

    private void removeOld() {
        Instant now = Instant.now();
        if (now.isBefore(removal)) {
            return;
        }
        removal = now.plus(BETWEEN_REMOVALS);
        try {
            setting.store().removeBefore(now.minus(KEPT));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "old tasks cannot be removed: {0}", ErrorText.of(e));
        }
    }

    private void take(ExecutorService attempts) throws InterruptedException {
        int room = free.drainPermits();
        if (room == 0 && free.tryAcquire(BETWEEN_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
            room = 1;
        }
        int used = 0;
        try {
            Instant asked = Instant.now();
            for (TaskLease lease : ask(Math.min(room, most))) {
                used++;
                attempts.execute(() -> {
                    try {
                        new LeasedTask(setting, lease, asked).run();
                    } catch (RuntimeException e) {
                        LOG.log(Level.ERROR, "task {0} failed here: {1}", lease.task(), ErrorText.of(e));
                    } finally {
                        free.release();
                    }
                });
            }
        } finally {
            free.release(Math.max(0, room - used));
        }
    }

    private List<TaskLease> ask(int room) {
        return setting.service()
                .leaseTasks(new LeaseRequest(
                        setting.name(),
                        WaybillHome.thisMachine(),
                        setting.version(),
                        setting.atOnce(),
                        room,
                        setting.places().directories().stream()
                                .map(Path::toString)
                                .toList(),
                        room == 0 ? 0 : WAIT_SECONDS));
    }
}

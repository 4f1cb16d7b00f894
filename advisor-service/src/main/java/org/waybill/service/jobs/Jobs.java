package org.waybill.service.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.waybill.service.log.FaultLog;

/** Jobs by db-scheduler: of all replicas on one database, one at a time runs each. */
final class Jobs {
    private static final Duration POLLING = Duration.ofSeconds(5);
    /** A replica that says nothing for four of these is dead, and its job is run by another. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    /** How long an end waits for a job that runs; what is cut off then is run again by another replica. */
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private static final int THREADS = 2;

    private Jobs() {}

    /** A job that is run again {@code delay} after its end. */
    static RecurringTask<Void> every(Duration delay, String name, Runnable work) {
        return Tasks.recurring(name, FixedDelay.of(delay)).execute((instance, context) -> work.run());
    }

    /** The jobs of a service, taken in the name of its replica. */
    static Scheduler scheduler(DataSource database, List<RecurringTask<Void>> jobs, Replica replica) {
        return builder(database, POLLING, jobs, List.of(), replica.id())
                .addSchedulerListener(replica)
                .build();
    }

    /** What fails while the database is away is a line of the log, and no stack trace on the output. */
    private static ExecutorService threads() {
        return Executors.newFixedThreadPool(
                THREADS,
                Thread.ofPlatform()
                        .name("jobs-", 0)
                        .uncaughtExceptionHandler((thread, fault) -> FaultLog.addLine(thread.getName(), fault))
                        .factory());
    }

    /** @param once jobs that are only run when they are scheduled */
    static Scheduler scheduler(
            DataSource database, Duration polling, List<RecurringTask<Void>> jobs, List<Task<?>> once) {
        return builder(database, polling, jobs, once, "replica-" + UUID.randomUUID())
                .build();
    }

    private static SchedulerBuilder builder(
            DataSource database, Duration polling, List<RecurringTask<Void>> jobs, List<Task<?>> once, String replica) {
        return Scheduler.create(database, once)
                .startTasks(jobs)
                .threads(THREADS)
                .executorService(threads())
                .pollingInterval(polling)
                .heartbeatInterval(HEARTBEAT)
                .shutdownMaxWait(LONGEST_END)
                .schedulerName(new SchedulerName.Fixed(replica))
                .alwaysPersistTimestampInUTC();
    }
}

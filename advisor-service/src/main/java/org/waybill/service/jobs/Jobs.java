package org.waybill.service.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** Jobs by db-scheduler: of all replicas on one database, one at a time runs each; see decision 0132. */
final class Jobs {
    private static final Duration POLLING = Duration.ofSeconds(5);
    /** A replica that says nothing for four of these is dead, and its job is run by another. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final int THREADS = 2;

    private Jobs() {}

    /** A job that is run again {@code delay} after its end. */
    static RecurringTask<Void> every(Duration delay, String name, Runnable work) {
        return Tasks.recurring(name, FixedDelay.of(delay)).execute((instance, context) -> work.run());
    }

    static Scheduler scheduler(DataSource database, List<RecurringTask<Void>> jobs) {
        return scheduler(database, POLLING, jobs, List.of());
    }

    /** @param once jobs that are only run when somebody schedules them */
    static Scheduler scheduler(DataSource database, Duration polling, List<RecurringTask<Void>> jobs,
            List<Task<?>> once) {
        return Scheduler.create(database, once).startTasks(jobs).threads(THREADS).pollingInterval(polling)
                .heartbeatInterval(HEARTBEAT).schedulerName(new SchedulerName.Fixed("replica-" + UUID.randomUUID()))
                .alwaysPersistTimestampInUTC().build();
    }
}

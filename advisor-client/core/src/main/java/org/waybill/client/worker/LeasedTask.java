package org.waybill.client.worker;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.client.task.LeasedRun;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** One task of a service from its lease to the report of how its attempt ended. */
final class LeasedTask {
    private static final System.Logger LOG = System.getLogger(LeasedTask.class.getName());
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(2);
    /** The process is to end so long before the service gives the task to another worker. */
    private static final Duration MARGIN = Duration.ofSeconds(8);
    /** How long a service that is away is told how an attempt ended. */
    private static final Duration PATIENCE = Duration.ofHours(1);
    /** Of what this machine could not do, such as start a process. */
    private static final long RETRY_SECONDS = 60;

    private final Worker.Setting setting;
    private final TaskLease lease;
    private Instant until;
    /** Whether the worker ends, so that a service that is away is not waited for. */
    private boolean ending;

    /** @param asked when the lease was asked for, from which on it lasts */
    LeasedTask(Worker.Setting setting, TaskLease lease, Instant asked) {
        this.setting = setting;
        this.lease = lease;
        this.until = end(asked);
    }

    private Instant end(Instant asked) {
        return asked.plusSeconds(lease.seconds()).minus(MARGIN);
    }

    /** Runs it; returns when all is said. */
    void run() {
        LeasedRun run;
        try {
            run = LeasedRun.start(
                    setting.store(),
                    new LeasedRun.Order(
                            id(),
                            words(),
                            lease.listed(),
                            lease.partials(),
                            lease.attempt(),
                            lease.failures(),
                            lease.submittedAt(),
                            lease.startedAt()),
                    setting.launcher(),
                    setting.environment(lease.kind()),
                    until);
        } catch (TransferException e) {
            boolean busy = e.reason() == Reason.TARGET_BUSY;
            failed(e.reason(), String.valueOf(e.getMessage()), busy ? MARGIN.toSeconds() : null);
            return;
        } catch (IOException e) {
            cannot(e);
            return;
        }
        follow(run);
    }

    private void cannot(Exception why) {
        failed(Reason.PERMISSION, "the worker cannot run it: " + ErrorText.of(why), RETRY_SECONDS);
    }

    private String id() {
        return "task-" + lease.task();
    }

    private List<String> words() throws TransferException {
        List<String> rest = new ArrayList<>(lease.options());
        rest.add("--");
        for (String source : lease.sources()) {
            rest.add(setting.places().checked(source, lease.listed()));
        }
        rest.add(setting.places().destination(lease.destination(), lease.listed()));
        return lease.kind() == TaskKind.COPY
                ? LeasedRun.copy(setting.store(), id(), rest)
                : LeasedRun.advise(setting.serviceUrl(), rest);
    }

    private void follow(LeasedRun run) {
        try {
            while (!run.hasEnded(BETWEEN_REPORTS)) {
                LeaseOrder order = renewed(run);
                if (order != LeaseOrder.CONTINUE) {
                    boolean done = run.stop();
                    if (order == LeaseOrder.STOP || done) {
                        ended(run, done);
                    }
                    return;
                }
            }
            ended(run, true);
        } catch (InterruptedException _) { // another worker may go on at once
            ending = true;
            boolean done = stopped(run);
            ended(run, done);
        } catch (IOException | RuntimeException e) { // nobody would renew its lease
            LOG.log(Level.WARNING, "task {0} is stopped: {1}", lease.task(), ErrorText.of(e));
            if (stopped(run)) {
                ended(run, true);
            } else {
                cannot(e);
            }
        }
    }

    /** Stops it also if this thread is interrupted meanwhile. */
    private boolean stopped(LeasedRun run) {
        while (true) {
            try {
                return run.stop();
            } catch (InterruptedException _) {
                ending = true;
            }
        }
    }

    private LeaseOrder renewed(LeasedRun run) throws IOException {
        Instant now = Instant.now();
        Optional<TaskStore.Progress> progress = run.progress();
        try {
            LeaseOrder order = setting.service()
                    .renewLease(new LeaseProgress(lease.task(), lease.lease(), done(progress), total(progress)));
            if (order == LeaseOrder.CONTINUE) {
                until = end(now);
                run.leasedUntil(until);
            }
            return order;
        } catch (ServiceException e) {
            LOG.log(Level.WARNING, "task {0} cannot be reported: {1}", lease.task(), e.getMessage());
            return Instant.now().isBefore(until) ? LeaseOrder.CONTINUE : LeaseOrder.LOST;
        }
    }

    private static long done(Optional<TaskStore.Progress> progress) {
        return progress.map(TaskStore.Progress::bytesDone).orElse(0L);
    }

    private static long total(Optional<TaskStore.Progress> progress) {
        TaskStore.Progress now = progress.orElse(null);
        Long total = now == null ? null : now.totalBytes();
        return total == null ? -1 : total;
    }

    /** @param byItself whether it was not stopped */
    private void ended(LeasedRun run, boolean byItself) {
        Optional<TaskStore.Progress> progress = run.progress();
        if (!byItself) {
            report(new LeaseEnd(
                    lease.task(),
                    lease.lease(),
                    null,
                    "",
                    "",
                    lease.failures(),
                    Worker.GIVEN_BACK_SECONDS,
                    done(progress),
                    total(progress),
                    null));
            return;
        }
        LeasedRun.End end = run.end();
        Reason reason = end.reason();
        Duration again = end.again();
        boolean told = report(new LeaseEnd(
                lease.task(),
                lease.lease(),
                end.exitCode(),
                reason == null ? "" : reason.name(),
                end.message(),
                end.failures(),
                again == null ? null : Long.valueOf(again.toSeconds()),
                done(progress),
                total(progress),
                run.document().orElse(null)));
        if (told && reason == null) {
            forget(run);
        }
    }

    private void forget(LeasedRun run) {
        try {
            run.forget();
        } catch (IOException e) { // it is done all the same
            LOG.log(Level.WARNING, "task {0} cannot be removed here: {1}", lease.task(), ErrorText.of(e));
        }
    }

    /** @param retrySeconds when it is worth another attempt, unless the task is too old; null if it is not */
    private void failed(Reason reason, String message, @Nullable Long retrySeconds) {
        report(new LeaseEnd(
                lease.task(),
                lease.lease(),
                reason.exitCode(),
                reason.name(),
                message,
                lease.failures() + 1,
                LeasedRun.isTriedAgain(lease.startedAt(), Instant.now()) ? retrySeconds : null,
                0,
                -1,
                null));
    }

    /** Tells the service, again and again while it is away. */
    private boolean report(LeaseEnd end) {
        Instant latest = Instant.now().plus(PATIENCE);
        while (true) {
            try {
                setting.service().endLease(end);
                return true;
            } catch (ServiceException e) {
                LOG.log(Level.WARNING, "the end of task {0} cannot be reported: {1}", lease.task(), e.getMessage());
                if (ending || !Worker.isAway(e) || Instant.now().isAfter(latest)) {
                    return false;
                }
            }
            try {
                Thread.sleep(BETWEEN_REPORTS);
            } catch (InterruptedException _) {
                ending = true; // once more, and no longer
            }
        }
    }
}

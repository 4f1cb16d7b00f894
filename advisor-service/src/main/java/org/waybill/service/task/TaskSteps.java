package org.waybill.service.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.ServiceReason;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;

/**
 * What becomes of a task. A worker runs it under a lease; one that is not renewed in time ends, and another worker may have
 * the task. A lease is also kept while its worker is to stop the task: nobody else gets it before.
 */
final class TaskSteps {
    /** A worker renews it several times meanwhile; its process ends by itself before that is over. */
    static final Duration LEASE = Duration.ofSeconds(30);

    /** A task that ends so many workers in a row is taken to be the reason. */
    private static final int MOST_LOST = 5;

    private static final int LONGEST_MESSAGE = 1_000;

    private TaskSteps() {}

    /** Whether a worker may have it now. */
    static boolean isDue(Facts task, Instant now) {
        return (task.stage() == TaskStage.QUEUED || task.stage() == TaskStage.RUNNING)
                && !isLeased(task, now)
                && (task.nextAttemptAt() == null || !task.nextAttemptAt().isAfter(now));
    }

    /** Whether a worker is believed to run it, or to be about to stop it. */
    static boolean isLeased(Facts task, Instant now) {
        return task.leaseUntil() != null && task.leaseUntil().isAfter(now);
    }

    /** A due one as it is after its last lease: given up where too many in a row were lost. */
    static Facts found(Facts task, Instant now) {
        if (task.lease().isEmpty()) {
            return task;
        }
        Facts lost = task.lost(task.lost() + 1);
        return lost.lost() < MOST_LOST
                ? lost
                : lost.in(
                                TaskStage.FAILED,
                                ServiceReason.WORKER_GONE.name(),
                                MOST_LOST + " workers in a row were not heard of in time while they ran it")
                        .leased(task.worker(), "", null)
                        .during(task.startedAt(), now);
    }

    /** A due one, given to a worker. @param lease a new id */
    static Facts leased(Facts task, String worker, String lease, Instant now) {
        return task.in(TaskStage.RUNNING, "", "")
                .leased(worker, lease, now.plus(LEASE))
                .tried(task.attempts() + 1, task.failures(), null, task.exitCode())
                .during(task.startedAt() == null ? now : task.startedAt(), null);
    }

    /** What the worker of a lease is to do. */
    static LeaseOrder order(Facts task, String lease) {
        if (lease.isEmpty() || !task.lease().equals(lease)) {
            return LeaseOrder.LOST;
        }
        return task.stage() == TaskStage.RUNNING ? LeaseOrder.CONTINUE : LeaseOrder.STOP;
    }

    /** The same after its worker has said how far it is; also where the lease was over and nobody else has it. */
    static Facts renewed(Facts task, String lease, long done, long total, Instant now) {
        return order(task, lease) == LeaseOrder.LOST
                ? task
                : task.at(done, total).leased(task.worker(), lease, now.plus(LEASE));
    }

    /** The same after its worker has given the lease back. What is done is done, also where it was to be paused. */
    static Facts ended(Facts task, LeaseEnd end, Instant now) {
        if (order(task, end.lease()) == LeaseOrder.LOST) {
            return task;
        }
        Facts free = task.at(end.bytesDone(), end.bytesTotal())
                .leased(task.worker(), "", null)
                .lost(0);
        Integer code = end.exitCode();
        if (task.stage() == TaskStage.CANCELLED) {
            return free;
        }
        if (code != null && code == 0) {
            return free.in(TaskStage.DONE, "", "")
                    .tried(task.attempts(), 0, null, code)
                    .during(task.startedAt(), now);
        }
        if (task.stage() == TaskStage.PAUSED) {
            return free;
        }
        return failed(free, end, code, now);
    }

    private static Facts failed(Facts free, LeaseEnd end, @Nullable Integer code, Instant now) {
        Long retry = end.retrySeconds();
        String message = end.message()
                .substring(0, Math.min(LONGEST_MESSAGE, end.message().length()));
        if (retry == null) {
            return free.in(TaskStage.FAILED, end.reason(), message)
                    .tried(free.attempts(), end.failures(), null, code)
                    .during(free.startedAt(), now);
        }
        return free.in(TaskStage.QUEUED, end.reason(), message)
                .tried(free.attempts(), end.failures(), retry == 0 ? null : now.plusSeconds(retry), code);
    }

    /** The same, held back until it is resumed. */
    static Facts paused(Facts task) {
        requireOpen(task, "paused");
        return task.in(TaskStage.PAUSED, "", "").tried(task.attempts(), task.failures(), null, task.exitCode());
    }

    /** The same, to be run at once; its worker goes on if it has not stopped it yet. */
    static Facts resumed(Facts task, Instant now) {
        requireOpen(task, "resumed");
        if (task.stage() == TaskStage.RUNNING) {
            return task;
        }
        Facts wanted = task.tried(task.attempts(), task.failures(), null, task.exitCode());
        return isLeased(task, now)
                ? wanted.in(TaskStage.RUNNING, "", "")
                : wanted.in(TaskStage.QUEUED, "", "").leased(task.worker(), "", null);
    }

    /** The same, ended; twice is once. */
    static Facts cancelled(Facts task, Instant now) {
        if (task.stage() == TaskStage.CANCELLED) {
            return task;
        }
        requireOpen(task, "cancelled");
        return task.in(TaskStage.CANCELLED, "", "").during(task.startedAt(), now);
    }

    private static void requireOpen(Facts task, String what) {
        if (task.stage().isOver()) {
            throw ServiceException.conflict("the task cannot be " + what + ": it is "
                    + Tasks.state(task.stage()).name());
        }
    }
}

package org.waybill.service.task;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.task.ServiceReason;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskState;
import org.waybill.api.task.WorkerState;
import org.waybill.db.task.TaskRow;
import org.waybill.db.task.TaskRow.Asked;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;

/** Tasks as callers see them, with the reason why one that is due still waits. */
record TaskViews(WorkerList workerList, Clock clock) {
    /** Why no worker has a task that is due. */
    record Wait(ServiceReason reason, String message) {}

    ServiceTask of(TaskRow row) {
        return of(List.of(row)).getFirst();
    }

    List<ServiceTask> of(List<TaskRow> rows) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        // most lists have nothing that waits
        List<WorkerState> workers =
                rows.stream().anyMatch(row -> TaskSteps.isDue(row.facts(), now)) ? workerList.all() : List.of();
        return rows.stream().map(row -> view(row, workers, now)).toList();
    }

    /** Why a task with these local paths waits; empty if a worker is about to take it. */
    static Optional<Wait> wait(List<TaskEndpoint> local, List<WorkerState> workers) {
        List<WorkerState> able = workers.stream()
                .filter(worker -> !worker.silent() && WorkerList.serves(worker.directories(), local))
                .toList();
        List<WorkerState> open =
                able.stream().filter(worker -> !worker.draining()).toList();
        if (able.isEmpty()) {
            return Optional.of(new Wait(
                    ServiceReason.NO_WORKER,
                    local.isEmpty()
                            ? "no worker is connected"
                            : "no worker is connected that has the directories of its paths"));
        }
        if (open.isEmpty()) {
            return Optional.of(new Wait(
                    ServiceReason.WORKERS_DRAINING,
                    which(able.size()) + " drained and gets no more tasks, until an operator undrains it"));
        }
        return open.stream().allMatch(worker -> worker.running() >= worker.atOnce())
                ? Optional.of(new Wait(
                        ServiceReason.WORKERS_BUSY, which(open.size()) + " busy with as many tasks as it runs at once"))
                : Optional.empty();
    }

    private static String which(int workers) {
        return workers == 1
                ? "the only worker that can run it is"
                : "each of the " + workers + " workers that can run it is";
    }

    private static ServiceTask view(TaskRow row, List<WorkerState> workers, Instant now) {
        Asked asked = row.asked();
        Facts facts = row.facts();
        boolean gone = facts.stage() == TaskStage.RUNNING && !TaskSteps.isLeased(facts, now);
        Wait why = why(row, workers, now, gone);
        return new ServiceTask(
                row.id(),
                asked.account(),
                asked.submission(),
                TaskKind.valueOf(asked.kind()),
                Tasks.lines(asked.sources()),
                asked.destination(),
                Tasks.lines(asked.options()),
                asked.priority(),
                gone ? TaskState.QUEUED : Tasks.state(facts.stage()),
                why == null ? facts.reason() : why.reason().name(),
                why == null ? facts.message() : why.message(),
                facts.attempts(),
                facts.worker(),
                facts.bytesDone(),
                facts.bytesTotal(),
                facts.exitCode(),
                asked.submittedAt(),
                facts.startedAt(),
                facts.endedAt(),
                facts.nextAttemptAt());
    }

    /** @param gone whether the worker of its lease was not heard of in time */
    private static @Nullable Wait why(TaskRow row, List<WorkerState> workers, Instant now, boolean gone) {
        Facts facts = row.facts();
        if (!TaskSteps.isDue(facts, now)) {
            return null;
        }
        Asked asked = row.asked();
        List<TaskEndpoint> local = Stream.concat(Tasks.lines(asked.sources()).stream(), Stream.of(asked.destination()))
                .map(end -> TaskEndpoint.of("endpoint", end))
                .filter(TaskEndpoint::isLocal)
                .toList();
        String before = gone ? "worker " + facts.worker() + " was not heard of in time" : facts.message();
        Optional<Wait> wait = wait(local, workers);
        if (wait.isEmpty()) {
            return gone ? new Wait(ServiceReason.WORKER_GONE, before + ": another one takes it") : null;
        }
        return before.isEmpty()
                ? wait.get()
                : new Wait(wait.get().reason(), wait.get().message() + "; before: " + before);
    }
}

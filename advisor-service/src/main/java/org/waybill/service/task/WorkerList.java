package org.waybill.service.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.WorkerState;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.WorkerRow;
import org.waybill.db.task.Workers;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;

/** The workers, as they were last heard of. */
record WorkerList(Workers known, ServiceTasks tasks, AuditLog audit, TransactionTemplate transaction, Clock clock) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
    private static final int MOST_DIRECTORIES = 100;
    private static final int MOST_AT_ONCE = 1_000;
    private static final int LONGEST_WAIT_SECONDS = 20;
    /** What a silent worker served may still be asked for: it may be away for repair. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

    /** Refuses paths on a worker that no worker has: they would wait for ever. */
    void requireDirectories(List<TaskEndpoint> ends) {
        List<TaskEndpoint> local = ends.stream().filter(TaskEndpoint::isLocal).toList();
        boolean served = local.isEmpty()
                || known.all().stream()
                        .filter(one -> !isForgotten(one))
                        .anyMatch(one -> serves(Tasks.lines(one.facts().directories()), local));
        if (!served) {
            throw InputChecks.bad("no worker has a data directory for "
                    + (local.size() == 1 ? "" : "all of ")
                    + InputChecks.printable(String.join(
                            ", ", local.stream().map(TaskEndpoint::path).toList()))
                    + ": ask the service's operator which there are");
        }
    }

    private boolean isForgotten(WorkerRow row) {
        return row.facts().heardAt().isBefore(now().minus(REMEMBERED));
    }

    /** Removes workers that have been silent for long; for a job. */
    void forget() {
        transaction.executeWithoutResult(_ -> known.forget(now().minus(REMEMBERED)));
    }

    /** Whether each path is below one of the directories. */
    static boolean serves(List<String> directories, List<TaskEndpoint> local) {
        return local.stream().allMatch(end -> directories.stream().anyMatch(end::isBelow));
    }

    /** Notes that a worker has asked, and what it says of itself. */
    void hear(LeaseRequest request, Caller caller) {
        check(request);
        Conflicts.retrying(
                "the worker",
                () -> transaction.execute(_ -> {
                    Optional<WorkerRow> row = known.named(request.worker());
                    if (row.filter(one -> !one.facts().account().equals(caller.name()))
                            .isPresent()) {
                        throw ServiceException.forbidden(
                                "the worker " + request.worker() + " belongs to another account");
                    }
                    boolean draining = row.filter(one -> one.facts().draining()).isPresent();
                    WorkerRow.Facts facts = new WorkerRow.Facts(
                            caller.name(),
                            InputChecks.text("host", request.host(), 255),
                            InputChecks.text("version", request.version(), 60),
                            request.atOnce(),
                            String.join("\n", request.directories()),
                            draining,
                            now());
                    row.ifPresent(one -> one.change(facts));
                    known.saveAndFlush(row.orElseGet(() -> new WorkerRow(request.worker(), facts)));
                    return draining;
                }));
    }

    private static void check(LeaseRequest request) {
        if (!request.worker().matches(NAME)) {
            throw InputChecks.bad("invalid worker '" + InputChecks.printable(request.worker())
                    + "': expected at most 64 of a-z, A-Z, 0-9, '.', '_' and '-', the first a letter or digit");
        }
        InputChecks.between("atOnce", (long) request.atOnce(), 1, MOST_AT_ONCE);
        InputChecks.between("free", (long) request.free(), 0, request.atOnce());
        InputChecks.between("waitSeconds", (long) request.waitSeconds(), 0, LONGEST_WAIT_SECONDS);
        InputChecks.atMost("directories", request.directories().size(), MOST_DIRECTORIES);
        for (String directory : request.directories()) {
            if (!InputChecks.text("directories", directory, 4_000).startsWith("/")) {
                throw InputChecks.bad("a directory of a worker is not absolute");
            }
        }
    }

    /** Whether it is to finish what it runs, and gets no more. */
    boolean isDraining(String worker) {
        return known.named(worker).filter(row -> row.facts().draining()).isPresent();
    }

    /** The workers by name, as they were last heard of. */
    List<WorkerState> all() {
        Map<String, Long> running = Tasks.counts(tasks.runningByWorker(now()));
        return known.all().stream()
                .map(row -> state(row, running.getOrDefault(row.name(), 0L)))
                .toList();
    }

    private WorkerState state(WorkerRow row, long running) {
        WorkerRow.Facts facts = row.facts();
        return new WorkerState(
                row.name(),
                facts.account(),
                facts.host(),
                facts.release(),
                facts.atOnce(),
                Tasks.lines(facts.directories()),
                (int) running,
                facts.draining(),
                facts.heardAt().plus(TaskSteps.LEASE).isBefore(now()),
                facts.heardAt());
    }

    WorkerState drain(String name, boolean draining, Caller caller) {
        WorkerRow drained = Conflicts.retrying(
                "the worker",
                () -> transaction.execute(_ -> {
                    WorkerRow row = known.named(name)
                            .orElseThrow(() -> ServiceException.notFound("no worker " + InputChecks.printable(name)));
                    row.change(row.facts().draining(draining));
                    audit.add(caller, draining ? "DRAIN" : "UNDRAIN", AuditSubject.WORKER, row.id(), name);
                    return known.saveAndFlush(row);
                }));
        return state(drained, Tasks.counts(tasks.runningByWorker(now())).getOrDefault(name, 0L));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

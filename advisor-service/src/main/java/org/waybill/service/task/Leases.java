package org.waybill.service.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.WorkerState;
import org.waybill.db.task.DocumentRow;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.TaskRow;
import org.waybill.db.task.TaskRow.Asked;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;
import org.waybill.db.task.WorkerRow;
import org.waybill.db.task.Workers;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;

/**
 * What workers ask for. Of two that take one task at once, on whichever replicas, one gets it: each change counts the
 * row's version.
 */
record Leases(
        ServiceTasks rows,
        Documents documents,
        Workers known,
        TransferHosts hosts,
        AuditLog audit,
        TransactionTemplate transaction,
        Clock clock) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
    private static final int MOST_DIRECTORIES = 100;
    private static final int MOST_AT_ONCE = 1_000;
    private static final int LONGEST_WAIT_SECONDS = 20;
    private static final long LOOK_MILLIS = 500;
    private static final int MOST_ATTEMPTS = 10;
    /** Of an account's tasks so many are looked at for one that this worker may run. */
    private static final int LOOKED_AT = 1_000;

    private static final int LONGEST_DOCUMENT = 7 << 20;
    /** Seconds in which an attempt may be worth another one. */
    private static final long LONGEST_RETRY = Duration.ofDays(1).toSeconds();

    static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n"));
    }

    /** Refuses paths on a worker that no worker has: they would wait for ever. */
    void requireDirectories(List<TaskEndpoint> ends) {
        List<TaskEndpoint> local = ends.stream().filter(TaskEndpoint::isLocal).toList();
        boolean served = local.isEmpty()
                || known.all().stream().anyMatch(one -> serves(lines(one.facts().directories()), local));
        if (!served) {
            throw InputChecks.bad("no worker has a data directory for "
                    + (local.size() == 1 ? "" : "all of ")
                    + InputChecks.printable(String.join(
                            ", ", local.stream().map(TaskEndpoint::path).toList()))
                    + ": ask the service's operator which there are");
        }
    }

    private static boolean serves(List<String> directories, List<TaskEndpoint> local) {
        return local.stream().allMatch(end -> directories.stream().anyMatch(end::isBelow));
    }

    private static List<TaskEndpoint> ends(Asked asked) {
        return Stream.concat(lines(asked.sources()).stream(), Stream.of(asked.destination()))
                .map(end -> TaskEndpoint.of("endpoint", end))
                .toList();
    }

    /** Gives a worker what it has room for; where there is nothing for it, it waits for a while. */
    List<TaskLease> give(LeaseRequest request, Caller caller) {
        check(request);
        retrying(() -> hear(request, caller));
        long untilNs =
                System.nanoTime() + Duration.ofSeconds(request.waitSeconds()).toNanos();
        while (true) {
            List<TaskLease> given = isDraining(request.worker()) ? List.of() : take(request);
            if (!given.isEmpty() || request.free() == 0 || System.nanoTime() - untilNs >= 0) {
                return given;
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return given;
            }
        }
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

    private boolean isDraining(String worker) {
        return known.named(worker).filter(row -> row.facts().draining()).isPresent();
    }

    private boolean hear(LeaseRequest request, Caller caller) {
        return transaction.execute(_ -> {
            Optional<WorkerRow> row = known.named(request.worker());
            if (row.filter(one -> !one.facts().account().equals(caller.name())).isPresent()) {
                throw ServiceException.forbidden("the worker " + request.worker() + " belongs to another account");
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
        });
    }

    private List<TaskLease> take(LeaseRequest request) {
        List<TaskLease> taken = new ArrayList<>();
        for (int i = 0; i < request.free(); i++) {
            Optional<TaskLease> one = retrying(() -> transaction.execute(_ -> takeOne(request)));
            if (one.isEmpty()) {
                break;
            }
            taken.add(one.get());
        }
        return taken;
    }

    private Optional<TaskLease> takeOne(LeaseRequest request) {
        Instant now = now();
        List<FairShare.Group> due = rows.due(now).stream()
                .map(group -> new FairShare.Group(
                        (String) group[0], ((Number) group[1]).intValue(), ((Number) group[2]).longValue()))
                .toList();
        if (due.isEmpty()) {
            return Optional.empty();
        }
        for (FairShare.Group group : FairShare.inTurn(due, counts(rows.runningByAccount(now)))) {
            for (TaskRow row : rows.due(now, group.account(), group.priority(), Limit.of(LOOKED_AT))) {
                List<TaskEndpoint> ends = ends(row.asked());
                List<TaskEndpoint> local =
                        ends.stream().filter(TaskEndpoint::isLocal).toList();
                if (TaskSteps.isDue(row.facts(), now) && serves(request.directories(), local)) {
                    return Optional.of(lease(row, ends, request.worker(), now));
                }
            }
        }
        return Optional.empty();
    }

    private TaskLease lease(TaskRow row, List<TaskEndpoint> ends, String worker, Instant now) {
        Facts leased = TaskSteps.leased(row.facts(), worker, UUID.randomUUID().toString(), now);
        row.change(leased);
        rows.saveAndFlush(row);
        Asked asked = row.asked();
        List<String> remote = ends.stream()
                .filter(end -> !end.isLocal())
                .map(TaskEndpoint::host)
                .toList();
        return new TaskLease(
                row.id(),
                leased.lease(),
                TaskKind.valueOf(asked.kind()),
                lines(asked.sources()),
                asked.destination(),
                lines(asked.options()),
                leased.attempts(),
                leased.failures(),
                asked.submittedAt(),
                leased.startedAt() == null ? now : leased.startedAt(),
                (int) TaskSteps.LEASE.toSeconds(),
                remote.isEmpty() ? List.of() : hosts.listed(remote));
    }

    private static Map<String, Long> counts(List<Object[]> rows) {
        Map<String, Long> counts = new HashMap<>();
        rows.forEach(row -> counts.put((String) row[0], ((Number) row[1]).longValue()));
        return counts;
    }

    LeaseOrder renew(LeaseProgress progress) {
        InputChecks.between("bytesDone", progress.bytesDone(), 0, Long.MAX_VALUE);
        InputChecks.between("bytesTotal", progress.bytesTotal(), -1, Long.MAX_VALUE);
        return retrying(() -> transaction.execute(_ -> {
            TaskRow row = rows.of(progress.task()).orElse(null);
            if (row == null) {
                return LeaseOrder.LOST;
            }
            LeaseOrder order = TaskSteps.order(row.facts(), progress.lease());
            change(
                    row,
                    TaskSteps.renewed(
                            row.facts(), progress.lease(), progress.bytesDone(), progress.bytesTotal(), now()));
            return order;
        }));
    }

    LeaseOrder end(LeaseEnd end) {
        InputChecks.text("reason", end.reason(), 60);
        InputChecks.between("bytesDone", end.bytesDone(), 0, Long.MAX_VALUE);
        InputChecks.between("bytesTotal", end.bytesTotal(), -1, Long.MAX_VALUE);
        Long retry = end.retrySeconds();
        if (retry != null) {
            InputChecks.between("retrySeconds", retry.longValue(), 0, LONGEST_RETRY);
        }
        return retrying(() -> transaction.execute(_ -> {
            TaskRow row = rows.of(end.task()).orElse(null);
            if (row == null || TaskSteps.order(row.facts(), end.lease()) == LeaseOrder.LOST) {
                return LeaseOrder.LOST;
            }
            Facts after = TaskSteps.ended(row.facts(), end, now());
            change(row, after);
            String document = end.document();
            boolean answered = after.stage() == TaskStage.DONE || after.stage() == TaskStage.FAILED;
            if (document != null && answered && document.length() <= LONGEST_DOCUMENT) {
                documents.saveAndFlush(new DocumentRow(row.id(), document));
            }
            return LeaseOrder.STOP;
        }));
    }

    private void change(TaskRow row, Facts after) {
        if (!after.equals(row.facts())) {
            row.change(after);
            rows.saveAndFlush(row);
        }
    }

    /** The workers by name, as they were last heard of. */
    List<WorkerState> workers() {
        Map<String, Long> running = counts(rows.runningByWorker(now()));
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
                lines(facts.directories()),
                (int) running,
                facts.draining(),
                facts.heardAt().plus(TaskSteps.LEASE).isBefore(now()),
                facts.heardAt());
    }

    WorkerState drain(String name, boolean draining, Caller caller) {
        retrying(() -> transaction.execute(_ -> {
            WorkerRow row = known.named(name)
                    .orElseThrow(() -> ServiceException.notFound("no worker " + InputChecks.printable(name)));
            WorkerRow.Facts was = row.facts();
            row.change(new WorkerRow.Facts(
                    was.account(),
                    was.host(),
                    was.release(),
                    was.atOnce(),
                    was.directories(),
                    draining,
                    was.heardAt()));
            known.saveAndFlush(row);
            audit.add(caller, draining ? "DRAIN" : "UNDRAIN", AuditSubject.WORKER, row.id(), name);
            return draining;
        }));
        return workers().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ServiceException.notFound("no worker " + InputChecks.printable(name)));
    }

    /** Again where another request has changed the same meanwhile. */
    private static <T> T retrying(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (ConcurrencyFailureException | DataIntegrityViolationException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw new ServiceException(ServiceException.CONFLICT, "it was modified concurrently, try again", e);
                }
            }
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

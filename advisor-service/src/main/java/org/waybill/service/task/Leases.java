package org.waybill.service.task;

import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.ThreadLocalRandom;
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
    /** Of an account's tasks so many at a time are looked at for one that this worker may run. */
    private static final int LOOKED_AT = 20;
    /** Tasks in a reply. */
    private static final int MOST_GIVEN = 16;
    /** A reply is complete once it has so many; what a lease may have beyond is far below the limit of replies. */
    private static final long ENOUGH_BYTES = 256 << 10;
    /** What was leased first is to be known to its worker well before its lease ends. */
    private static final Duration LONGEST_TAKE = Duration.ofSeconds(5);
    /** A worker that has gone is not seen to have: what is leased in its wait is lost until the lease ends. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** What a silent worker served may still be asked for: it may be away for repair. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

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
                || known.all().stream()
                        .filter(one -> !isForgotten(one))
                        .anyMatch(one -> serves(lines(one.facts().directories()), local));
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
    void forgetWorkers() {
        transaction.executeWithoutResult(_ -> known.forget(now().minus(REMEMBERED)));
    }

    private static boolean serves(List<String> directories, List<TaskEndpoint> local) {
        return local.stream().allMatch(end -> directories.stream().anyMatch(end::isBelow));
    }

    private static List<TaskEndpoint> ends(String sources, String destination) {
        return Stream.concat(lines(sources).stream(), Stream.of(destination))
                .map(end -> TaskEndpoint.of("endpoint", end))
                .toList();
    }

    /** Gives a worker what it has room for; where there is nothing for it, it waits for a while. */
    List<TaskLease> give(LeaseRequest request, Caller caller) {
        check(request);
        retrying(() -> hear(request, caller));
        long untilNs = System.nanoTime()
                + Math.min(Duration.ofSeconds(request.waitSeconds()).toNanos(), LONGEST_WAIT.toNanos());
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
        Map<Map.Entry<String, Integer>, Long> passed = new HashMap<>();
        return take(request.free(), () -> retrying(() -> transaction.execute(_ -> takeOne(request, passed))));
    }

    /** Of what is next, what one reply holds. What was leased is given also where the next one fails. */
    static List<TaskLease> take(int free, Supplier<Optional<TaskLease>> next) {
        long untilNs = System.nanoTime() + LONGEST_TAKE.toNanos();
        List<TaskLease> taken = new ArrayList<>();
        long bytes = 0;
        while (taken.size() < Math.min(free, MOST_GIVEN)
                && bytes < ENOUGH_BYTES
                && (taken.isEmpty() || System.nanoTime() - untilNs < 0)) {
            Optional<TaskLease> one;
            try {
                one = next.get();
            } catch (RuntimeException e) {
                if (taken.isEmpty()) {
                    throw e;
                }
                break; // the worker's next request meets it again
            }
            if (one.isEmpty()) {
                break;
            }
            taken.add(one.get());
            bytes += bytes(one.get());
        }
        return taken;
    }

    private static long bytes(TaskLease lease) {
        return Stream.of(lease.sources(), List.of(lease.destination()), lease.options(), lease.listed())
                .flatMap(List::stream)
                .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    /** @param passed by account and priority, up to which number there is none for this worker */
    private Optional<TaskLease> takeOne(LeaseRequest request, Map<Map.Entry<String, Integer>, Long> passed) {
        Instant now = now();
        List<FairShare.Group> due = rows.due(now).stream()
                .map(group -> new FairShare.Group(
                        (String) group[0], ((Number) group[1]).intValue(), ((Number) group[2]).longValue()))
                .toList();
        if (due.isEmpty()) {
            return Optional.empty();
        }
        for (FairShare.Group group : FairShare.inTurn(due, counts(rows.runningByAccount(now)))) {
            Optional<TaskLease> one = takeOf(group, request, passed, now);
            if (one.isPresent()) {
                return one;
            }
        }
        return Optional.empty();
    }

    private Optional<TaskLease> takeOf(
            FairShare.Group group, LeaseRequest request, Map<Map.Entry<String, Integer>, Long> passed, Instant now) {
        Map.Entry<String, Integer> key = Map.entry(group.account(), group.priority());
        List<Object[]> page;
        do {
            page = rows.due(now, group.account(), group.priority(), passed.getOrDefault(key, 0L), Limit.of(LOOKED_AT));
            for (Object[] ends : page) {
                long id = ((Number) ends[0]).longValue();
                List<TaskEndpoint> all = ends((String) ends[1], (String) ends[2]);
                List<TaskEndpoint> local =
                        all.stream().filter(TaskEndpoint::isLocal).toList();
                Optional<TaskRow> row = serves(request.directories(), local) ? found(id, now) : Optional.empty();
                if (row.isPresent()) {
                    return Optional.of(lease(row.get(), all, request.worker(), now));
                }
                passed.put(key, id);
            }
        } while (page.size() == LOOKED_AT);
        return Optional.empty();
    }

    /** The task, if it is still due and not to be given up. */
    private Optional<TaskRow> found(long id, Instant now) {
        Optional<TaskRow> due = rows.of(id).filter(row -> TaskSteps.isDue(row.facts(), now));
        due.ifPresent(row -> change(row, TaskSteps.found(row.facts(), now)));
        return due.filter(row -> !row.facts().stage().isOver());
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
                remote.isEmpty() ? List.of() : hosts.listedFor(remote));
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
                pause(attempt);
            }
        }
    }

    /** For a random time, so that those who met do not meet again. */
    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, 10L * attempt + 1));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.db.task.DocumentRow;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.TaskRow;
import org.waybill.db.task.TaskRow.Asked;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;

/**
 * What workers ask for. Of two that take one task at once, on whichever replicas, one gets it: each change counts the
 * row's version.
 */
record Leases(
        ServiceTasks rows,
        Documents documents,
        WorkerList workerList,
        TransferHosts hosts,
        PartialsKey partials,
        TransactionTemplate transaction,
        Clock clock) {
    private static final long LOOK_MILLIS = 500;
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

    private static final int LONGEST_DOCUMENT = 7 << 20;
    /** Seconds in which an attempt may be worth another one. */
    private static final long LONGEST_RETRY = Duration.ofDays(1).toSeconds();

    private static List<TaskEndpoint> ends(String sources, String destination) {
        return Stream.concat(Tasks.lines(sources).stream(), Stream.of(destination))
                .map(end -> TaskEndpoint.of("endpoint", end))
                .toList();
    }

    /** Gives a worker what it has room for; where there is nothing for it, it waits for a while. */
    List<TaskLease> give(LeaseRequest request, Caller caller) {
        workerList.hear(request, caller);
        long untilNs = System.nanoTime()
                + Math.min(Duration.ofSeconds(request.waitSeconds()).toNanos(), LONGEST_WAIT.toNanos());
        while (true) {
            List<TaskLease> given = workerList.isDraining(request.worker()) ? List.of() : take(request);
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

    private List<TaskLease> take(LeaseRequest request) {
        Map<Map.Entry<String, Integer>, Long> passed = new HashMap<>();
        return take(
                request.free(),
                () -> Conflicts.retrying("the task", () -> transaction.execute(_ -> takeOne(request, passed))));
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
        for (FairShare.Group group : FairShare.inTurn(due, Tasks.counts(rows.runningByAccount(now)))) {
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
                Optional<TaskRow> row =
                        WorkerList.serves(request.directories(), local) ? found(id, now) : Optional.empty();
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
                Tasks.lines(asked.sources()),
                asked.destination(),
                Tasks.lines(asked.options()),
                leased.attempts(),
                leased.failures(),
                asked.submittedAt(),
                leased.startedAt() == null ? now : leased.startedAt(),
                (int) TaskSteps.LEASE.toSeconds(),
                remote.isEmpty() ? List.of() : hosts.listedFor(remote),
                partials.hex());
    }

    LeaseOrder renew(LeaseProgress progress) {
        InputChecks.between("bytesDone", progress.bytesDone(), 0, Long.MAX_VALUE);
        InputChecks.between("bytesTotal", progress.bytesTotal(), -1, Long.MAX_VALUE);
        return Conflicts.retrying(
                "the task",
                () -> transaction.execute(_ -> {
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
        return Conflicts.retrying(
                "the task",
                () -> transaction.execute(_ -> {
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

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

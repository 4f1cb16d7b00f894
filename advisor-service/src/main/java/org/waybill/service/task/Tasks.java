package org.waybill.service.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskService;
import org.waybill.api.task.TaskState;
import org.waybill.api.task.TaskSubmission;
import org.waybill.api.task.WorkerState;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.TaskRow;
import org.waybill.db.task.TaskRow.Asked;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** Tasks as callers see them: roles, checks, and who sees which. */
public record Tasks(
        ServiceTasks rows,
        Documents documents,
        Leases leases,
        WorkerList workerList,
        TaskViews views,
        TransferHosts hosts,
        AuditLog audit,
        TransactionTemplate transaction,
        Clock clock)
        implements TaskService {
    private static final String ID = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
    private static final int MOST_SOURCES = 100;
    private static final int HIGHEST_PRIORITY = 10;
    /** Characters of the sources, the destination and the options of a task: a worker gets several tasks in a reply. */
    private static final int LONGEST_TASK = 8_192;

    private static final int MOST_LISTED = 200;
    /** Not over, of an account. */
    private static final int MOST_COPIES = 10_000;

    private static final int MOST_ADVICES = 10;
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int FORGOTTEN_AT_ONCE = 1_000;

    /** @param isNew whether this submission made it: it was not known under its id before */
    public record Submitted(ServiceTask task, boolean isNew) {}

    @Override
    public ServiceTask submitTask(TaskSubmission submission) {
        return submit(submission).task();
    }

    /** The same, and whether it was known before. */
    public Submitted submit(TaskSubmission submission) {
        Caller caller = Caller.current().needs(Role.VIEWER);
        String id = submission.id() == null ? UUID.randomUUID().toString() : submission.id();
        if (!id.matches(ID)) {
            throw InputChecks.bad("invalid id '" + InputChecks.printable(id)
                    + "': expected at most 64 of a-z, A-Z, 0-9, '.', '_' and '-', the first a letter or digit");
        }
        Asked asked = asked(submission, id, caller);
        Optional<TaskRow> known = rows.submitted(caller.name(), id);
        if (known.isPresent()) {
            return again(known.get(), asked);
        }
        requireAllowed(submission, asked, caller);
        try {
            return transaction.execute(_ -> {
                TaskRow row = rows.saveAndFlush(new TaskRow(asked));
                audit.add(caller, "SUBMIT", AuditSubject.TASK, row.id(), asked.kind() + " as " + id);
                return new Submitted(views.of(row), true);
            });
        } catch (DataIntegrityViolationException e) { // it was submitted twice at once
            return again(rows.submitted(caller.name(), id).orElseThrow(() -> e), asked);
        }
    }

    /** What was submitted before, for who submits the same once more. */
    private Submitted again(TaskRow known, Asked asked) {
        if (!known.asked().isSame(asked)) {
            throw ServiceException.conflict("id '" + asked.submission() + "' is that of task " + known.id()
                    + ", which was submitted with other sources, destination, options or priority: choose another id");
        }
        return new Submitted(views.of(known), false);
    }

    private Asked asked(TaskSubmission submission, String id, Caller caller) {
        TaskKind kind = Objects.requireNonNullElse(submission.kind(), TaskKind.COPY);
        List<String> sources = submission.sources();
        if (sources.isEmpty() || kind == TaskKind.ADVISE && sources.size() > 1) {
            throw InputChecks.bad(sources.size() + " sources: expected one" + (sources.isEmpty() ? " or more" : ""));
        }
        InputChecks.atMost("sources", sources.size(), MOST_SOURCES);
        List<String> options = TaskOptions.checked(kind, Objects.requireNonNullElse(submission.options(), List.of()));
        requireShort(submission, options);
        int priority = Objects.requireNonNullElse(submission.priority(), 0);
        InputChecks.between("priority", (long) priority, -HIGHEST_PRIORITY, HIGHEST_PRIORITY);
        return new Asked(
                caller.name(),
                id,
                kind.name(),
                String.join("\n", sources),
                submission.destination(),
                String.join("\n", options),
                priority,
                now());
    }

    private void requireAllowed(TaskSubmission submission, Asked asked, Caller caller) {
        if (asked.priority() > 0) {
            caller.needs(Role.OPERATOR);
        }
        List<TaskEndpoint> ends = new ArrayList<>();
        submission.sources().forEach(source -> ends.add(TaskEndpoint.of("source", source)));
        ends.add(TaskEndpoint.of("destination", submission.destination()));
        hosts.require(ends.stream()
                .filter(end -> !end.isLocal())
                .map(TaskEndpoint::host)
                .toList());
        workerList.requireDirectories(ends);
        requireRoom(caller, TaskKind.valueOf(asked.kind()));
    }

    static void requireShort(TaskSubmission submission, List<String> options) {
        int length = Stream.of(submission.sources(), List.of(submission.destination()), options)
                .flatMap(List::stream)
                .mapToInt(String::length)
                .sum();
        if (length > LONGEST_TASK) {
            throw InputChecks.bad("sources, destination and options have " + length + " characters: at most "
                    + LONGEST_TASK + ", so name a directory, or submit several tasks");
        }
    }

    private void requireRoom(Caller caller, TaskKind kind) {
        int most = kind == TaskKind.COPY ? MOST_COPIES : MOST_ADVICES;
        if (rows.open(caller.name(), kind.name()) >= most) {
            throw ServiceException.unavailable(caller.name() + " has " + most
                    + " tasks of this kind that are not over: try again when some are, or cancel some");
        }
    }

    @Override
    public List<ServiceTask> tasks(boolean all, int limit) {
        Caller caller = Caller.current().needs(all ? Role.OPERATOR : Role.VIEWER);
        InputChecks.between("limit", (long) limit, 1, MOST_LISTED);
        return views.of(rows.newest(all ? "" : caller.name(), Limit.of(limit)));
    }

    @Override
    public ServiceTask task(long id) {
        return views.of(visible(id, Caller.current().needs(Role.VIEWER)));
    }

    @Override
    public Optional<String> taskDocument(long id) {
        visible(id, Caller.current().needs(Role.VIEWER));
        return documents.of(String.valueOf(id));
    }

    /** Of another user's nothing is known, not even that it is there. */
    private TaskRow visible(long id, Caller caller) {
        return rows.of(id)
                .filter(row -> row.asked().account().equals(caller.name())
                        || caller.role().includes(Role.OPERATOR))
                .orElseThrow(() -> ServiceException.notFound("no task " + id));
    }

    @Override
    public ServiceTask pauseTask(long id) {
        return change(id, "PAUSE", TaskSteps::paused);
    }

    @Override
    public ServiceTask resumeTask(long id) {
        return change(id, "RESUME", task -> TaskSteps.resumed(task, now()));
    }

    @Override
    public ServiceTask cancelTask(long id) {
        return change(id, "CANCEL", task -> TaskSteps.cancelled(task, now()));
    }

    private ServiceTask change(long id, String action, UnaryOperator<Facts> step) {
        Caller caller = Caller.current().needs(Role.VIEWER);
        return Conflicts.retrying("the task", () -> transaction.execute(_ -> changed(id, caller, action, step)));
    }

    private ServiceTask changed(long id, Caller caller, String action, UnaryOperator<Facts> step) {
        TaskRow row = visible(id, caller);
        Facts after = step.apply(row.facts());
        if (!after.equals(row.facts())) {
            row.change(after);
            rows.saveAndFlush(row);
            audit.add(caller, action, AuditSubject.TASK, id, "of " + row.asked().account());
        }
        return views.of(row);
    }

    @Override
    public List<WorkerState> workers() {
        Caller.current().needs(Role.OPERATOR);
        return workerList.all();
    }

    @Override
    public WorkerState drainWorker(String name, boolean draining) {
        return workerList.drain(name, draining, Caller.current().needs(Role.OPERATOR));
    }

    @Override
    public List<TaskLease> leaseTasks(LeaseRequest request) {
        return leases.give(request, Caller.current().needs(Role.WORKER));
    }

    @Override
    public LeaseOrder renewLease(LeaseProgress progress) {
        Caller.current().needs(Role.WORKER);
        return leases.renew(progress);
    }

    @Override
    public LeaseOrder endLease(LeaseEnd end) {
        Caller.current().needs(Role.WORKER);
        return leases.end(end);
    }

    /** Removes tasks that have been over, and workers that have been silent, for long; a job. */
    public void forgetOld() {
        workerList.forget();
        int forgotten;
        do {
            forgotten = transaction.execute(_ -> {
                List<Long> old = rows.endedBefore(now().minus(KEPT), Limit.of(FORGOTTEN_AT_ONCE));
                if (!old.isEmpty()) {
                    documents.forget(old.stream().map(String::valueOf).toList());
                    rows.forget(old);
                }
                return old.size();
            });
        } while (forgotten == FORGOTTEN_AT_ONCE);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n"));
    }

    static Map<String, Long> counts(List<Object[]> rows) {
        Map<String, Long> counts = new HashMap<>();
        rows.forEach(row -> counts.put((String) row[0], ((Number) row[1]).longValue()));
        return counts;
    }

    static TaskState state(TaskStage stage) {
        return TaskState.valueOf(stage.name());
    }
}

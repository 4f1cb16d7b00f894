package org.waybill.db.task;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A task of the service: what was asked for, and what became of it. */
@Entity
@Table(name = "service_task")
public class TaskRow extends Versioned<TaskRow.Facts> {
    /**
     * What was asked for, which never changes; {@code sources} and {@code options} have one a line.
     *
     * @param submission the client's own id of it, unique within the account
     */
    @Embeddable
    public record Asked(
            String account,
            @Column(name = "submission_id") String submission,
            @Column(name = "kind_name") String kind,
            @Column(name = "source_list") String sources,
            String destination,
            @Column(name = "option_list") String options,
            int priority,
            @Column(name = "submitted_at") Instant submittedAt) {
        /** Whether another one asks for the same, at whatever time. */
        public boolean isSame(Asked other) {
            return equals(new Asked(
                    other.account,
                    other.submission,
                    other.kind,
                    other.sources,
                    other.destination,
                    other.options,
                    other.priority,
                    submittedAt));
        }
    }

    /**
     * What became of it.
     *
     * @param reason a code; empty if there is nothing to say
     * @param lost leases in a row that ended because their worker was not heard of
     * @param worker that has, or had last, its lease; empty before
     * @param lease the id of the lease that has not been given back; empty for none
     * @param leaseUntil when the lease ends; null for none
     * @param nextAttemptAt not to be leased before; null for at once
     * @param bytesTotal -1 while unknown
     */
    @Embeddable
    public record Facts(
            @Enumerated(EnumType.STRING) @Column(name = "state_name", columnDefinition = "varchar(20)")
            TaskStage stage,

            String reason,
            String message,
            int attempts,
            int failures,
            @Column(name = "lost_leases") int lost,
            String worker,
            @Column(name = "lease_id") String lease,
            @Column(name = "lease_until") @Nullable Instant leaseUntil,
            @Column(name = "next_attempt_at") @Nullable Instant nextAttemptAt,
            @Column(name = "bytes_done") long bytesDone,
            @Column(name = "bytes_total") long bytesTotal,
            @Column(name = "exit_code") @Nullable Integer exitCode,
            @Column(name = "started_at") @Nullable Instant startedAt,
            @Column(name = "ended_at") @Nullable Instant endedAt) {
        /** Of a new task. */
        public static final Facts NEW =
                new Facts(TaskStage.QUEUED, "", "", 0, 0, 0, "", "", null, null, 0, -1, null, null, null);

        /** The same in another stage. */
        public Facts in(TaskStage now, String code, String text) {
            return with(facts -> {
                facts.stage = now;
                facts.reason = code;
                facts.message = text;
            });
        }

        /** The same under another lease. */
        public Facts leased(String by, String id, @Nullable Instant until) {
            return with(facts -> {
                facts.worker = by;
                facts.lease = id;
                facts.leaseUntil = until;
            });
        }

        /** The same after so many attempts. */
        public Facts tried(int tries, int failed, @Nullable Instant again, @Nullable Integer code) {
            return with(facts -> {
                facts.attempts = tries;
                facts.failures = failed;
                facts.nextAttemptAt = again;
                facts.exitCode = code;
            });
        }

        /** The same after so many lost leases. */
        public Facts lost(int leases) {
            return with(facts -> facts.lost = leases);
        }

        /** The same so far. */
        public Facts at(long done, long total) {
            return with(facts -> {
                facts.bytesDone = done;
                facts.bytesTotal = total;
            });
        }

        /** The same with other times. */
        public Facts during(@Nullable Instant start, @Nullable Instant end) {
            return with(facts -> {
                facts.startedAt = start;
                facts.endedAt = end;
            });
        }

        private Facts with(Consumer<Changed> change) {
            Changed facts = new Changed();
            change.accept(facts);
            return facts.build();
        }

        /** These facts while some of them are changed. */
        private final class Changed {
            private TaskStage stage = Facts.this.stage;
            private String reason = Facts.this.reason;
            private String message = Facts.this.message;
            private int attempts = Facts.this.attempts;
            private int failures = Facts.this.failures;
            private int lost = Facts.this.lost;
            private String worker = Facts.this.worker;
            private String lease = Facts.this.lease;
            private @Nullable Instant leaseUntil = Facts.this.leaseUntil;
            private @Nullable Instant nextAttemptAt = Facts.this.nextAttemptAt;
            private long bytesDone = Facts.this.bytesDone;
            private long bytesTotal = Facts.this.bytesTotal;
            private @Nullable Integer exitCode = Facts.this.exitCode;
            private @Nullable Instant startedAt = Facts.this.startedAt;
            private @Nullable Instant endedAt = Facts.this.endedAt;

            private Facts build() {
                return new Facts(
                        stage,
                        reason,
                        message,
                        attempts,
                        failures,
                        lost,
                        worker,
                        lease,
                        leaseUntil,
                        nextAttemptAt,
                        bytesDone,
                        bytesTotal,
                        exitCode,
                        startedAt,
                        endedAt);
            }
        }
    }

    @Embedded
    private Asked asked;

    @SuppressWarnings("NullAway.Init")
    protected TaskRow() {}

    public TaskRow(Asked asked) {
        super(Facts.NEW);
        this.asked = asked;
    }

    public Asked asked() {
        return asked;
    }
}

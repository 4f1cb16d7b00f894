package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who did what to what. Rows are added and never changed. */
@Entity
@Table(name = "audit")
public class AuditRow {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Column(name = "happened_at")
    private Instant happenedAt = Instant.EPOCH;

    private String account = "";

    @Column(name = "action_name")
    private String action = "";

    @Column(name = "subject_kind")
    private String subjectKind = "";

    @Column(name = "subject_id")
    private long subjectId;

    private String detail = "";

    protected AuditRow() {}

    public AuditRow(
            Instant happenedAt, String account, String action, String subjectKind, long subjectId, String detail) {
        this.happenedAt = happenedAt;
        this.account = account;
        this.action = action;
        this.subjectKind = subjectKind;
        this.subjectId = subjectId;
        this.detail = detail;
    }

    public long id() {
        return id == null ? 0 : id;
    }

    public Instant happenedAt() {
        return happenedAt;
    }

    public String account() {
        return account;
    }

    public String action() {
        return action;
    }

    public String subjectKind() {
        return subjectKind;
    }

    public long subjectId() {
        return subjectId;
    }

    public String detail() {
        return detail;
    }
}

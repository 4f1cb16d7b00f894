package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
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
    /** All but its number. */
    @Embeddable
    public record Facts(
            @Column(name = "happened_at") Instant happenedAt,
            String account,
            @Column(name = "action_name") String action,
            @Column(name = "subject_kind") String subjectKind,
            @Column(name = "subject_id") long subjectId,
            String detail) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Embedded
    private Facts facts;

    @SuppressWarnings("NullAway.Init")
    protected AuditRow() {}

    public AuditRow(Facts facts) {
        this.facts = facts;
    }

    public Facts facts() {
        return facts;
    }
}

package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Numbered;

/** Who did what to what. Rows are added and never changed. */
@Entity
@Table(name = "audit")
public class AuditRow extends Numbered<AuditRow.Facts> {
    /** All but its number. */
    @Embeddable
    public record Facts(
            @Column(name = "happened_at") Instant happenedAt,
            String account,
            @Column(name = "action_name") String action,
            @Column(name = "subject_kind") String subjectKind,
            @Column(name = "subject_id") long subjectId,
            String detail) {}

    protected AuditRow() {}

    public AuditRow(Facts facts) {
        super(facts);
    }
}

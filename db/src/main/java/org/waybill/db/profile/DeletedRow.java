package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A deleted entry of the catalogue with what went with it, as JSON, so that it can be restored. */
@Entity
@Table(name = "deleted_entry")
public class DeletedRow extends Versioned<DeletedRow.Facts> {
    /** What was deleted, by whom and when; {@code details} is what vanished with it and is no entry. */
    @Embeddable
    public record Facts(
            @Column(name = "deleted_at") Instant deletedAt,
            String account,
            @Column(name = "subject_kind") String subjectKind,
            @Column(name = "subject_name") String subjectName,
            String content,
            @Nullable String details) {}

    @Column(name = "restored_at")
    private @Nullable Instant restoredAt;

    protected DeletedRow() {}

    public DeletedRow(Facts facts) {
        super(facts);
    }

    /** When it was restored, null if it was not. */
    public @Nullable Instant restoredAt() {
        return restoredAt;
    }

    /** Says that it is in the catalogue again. */
    public void restored(Instant at) {
        restoredAt = at;
    }
}

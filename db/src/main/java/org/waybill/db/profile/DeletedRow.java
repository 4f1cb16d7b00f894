package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A deleted entry of the catalogue with what went with it, as JSON, so that it can be restored. */
@Entity
@Table(name = "deleted_entry")
public class DeletedRow extends Versioned {
    @Column(name = "deleted_at")
    private Instant deletedAt = Instant.EPOCH;

    private String account = "";

    @Column(name = "subject_kind")
    private String subjectKind = "";

    @Column(name = "subject_name")
    private String subjectName = "";

    private String content = "";

    @Column(name = "restored_at")
    private @Nullable Instant restoredAt;

    protected DeletedRow() {}

    public DeletedRow(Instant deletedAt, String account, String subjectKind, String subjectName, String content) {
        this.deletedAt = deletedAt;
        this.account = account;
        this.subjectKind = subjectKind;
        this.subjectName = subjectName;
        this.content = content;
    }

    public Instant deletedAt() {
        return deletedAt;
    }

    public String account() {
        return account;
    }

    public String subjectKind() {
        return subjectKind;
    }

    public String subjectName() {
        return subjectName;
    }

    public String content() {
        return content;
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

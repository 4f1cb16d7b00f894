package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.AssignedId;

/** A file of entries between its preview and its import. Rows are added and never changed. */
@Entity
@Table(name = "upload")
public class UploadRow extends AssignedId<UploadRow.Facts> {
    /** All but its number. */
    @Embeddable
    public record Facts(
            @Column(name = "uploaded_at") Instant uploadedAt,
            String account,
            @Column(name = "subject_kind") String subjectKind,
            @Column(name = "format_name") String format,
            String content) {}

    protected UploadRow() {}

    public UploadRow(String id, Facts facts) {
        super(id, facts);
    }
}

package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.AssignedId;

/** A file of entries between its preview and its import. Rows are added and never changed. */
@Entity
@Table(name = "upload")
public class UploadRow extends AssignedId {
    /** All but its number. */
    @Embeddable
    public record Facts(
            @Column(name = "uploaded_at") Instant uploadedAt,
            String account,
            @Column(name = "subject_kind") String subjectKind,
            @Column(name = "format_name") String format,
            String content) {}

    @Id
    private String id = "";

    @Embedded
    private Facts facts;

    @SuppressWarnings("NullAway.Init")
    protected UploadRow() {}

    public UploadRow(String id, Facts facts) {
        this.id = id;
        this.facts = facts;
    }

    public Facts facts() {
        return facts;
    }

    @Override
    public String getId() {
        return id;
    }
}

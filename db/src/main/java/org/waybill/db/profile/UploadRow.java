package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.AssignedId;

/** A file of entries between its preview and its import. Rows are added and never changed. */
@Entity
@Table(name = "upload")
public class UploadRow extends AssignedId {
    @Id
    private String id = "";

    @Column(name = "uploaded_at")
    private Instant uploadedAt = Instant.EPOCH;

    private String account = "";

    @Column(name = "subject_kind")
    private String subjectKind = "";

    @Column(name = "format_name")
    private String format = "";

    private String content = "";

    protected UploadRow() {}

    public UploadRow(String id, Instant uploadedAt, String account, String subjectKind, String format, String content) {
        this.id = id;
        this.uploadedAt = uploadedAt;
        this.account = account;
        this.subjectKind = subjectKind;
        this.format = format;
        this.content = content;
    }

    @Override
    public String getId() {
        return id;
    }

    public String account() {
        return account;
    }

    public String subjectKind() {
        return subjectKind;
    }

    public String format() {
        return format;
    }

    public String content() {
        return content;
    }
}

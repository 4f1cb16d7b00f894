package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** Where a host or a site is attached to a provisioning system. */
@Entity
@Table(name = "circuit_attachment")
public class AttachmentRow extends Versioned {
    @Column(name = "provisioning_id")
    private long provisioning;

    private String subject = "";

    private String point = "";

    protected AttachmentRow() {}

    public AttachmentRow(long provisioning, String subject, String point) {
        this.provisioning = provisioning;
        this.subject = subject;
        this.point = point;
    }

    public void change(String newPoint) {
        this.point = newPoint;
    }

    public long provisioning() {
        return provisioning;
    }

    public String subject() {
        return subject;
    }

    public String point() {
        return point;
    }
}

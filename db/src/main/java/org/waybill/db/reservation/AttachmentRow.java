package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** Where a host or a site is attached to a provisioning system. */
@Entity
@Table(name = "circuit_attachment")
public class AttachmentRow extends Versioned<AttachmentRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(@Column(name = "provisioning_id") long provisioning, String subject, String point) {}

    protected AttachmentRow() {}

    public AttachmentRow(Facts facts) {
        super(facts);
    }
}

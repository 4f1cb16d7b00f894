package org.waybill.db.overlay;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A link between two registered nodes: whose turn it is to be measured. */
@Entity
@Table(name = "virtual_link")
public class VirtualLinkRow extends Versioned<VirtualLinkRow.Facts> {
    /** Which link it is. */
    @Embeddable
    public record Facts(
            @Column(name = "source_id") long source,
            @Column(name = "destination_id") long destination) {}

    @Column(name = "ordered_at")
    private @Nullable Instant orderedAt;

    @Column(name = "lease_until")
    private @Nullable Instant leaseUntil;

    private String problem = "";

    protected VirtualLinkRow() {}

    public VirtualLinkRow(Facts facts) {
        super(facts);
    }

    /** It may be measured now, and no other one until then. */
    public void lease(Instant now, Instant until) {
        orderedAt = now;
        leaseUntil = until;
    }

    /** It was measured, or could not be. */
    public void done(String why) {
        leaseUntil = null;
        problem = why;
    }

    public @Nullable Instant orderedAt() {
        return orderedAt;
    }

    public @Nullable Instant leaseUntil() {
        return leaseUntil;
    }

    /** Why it could not be measured last time, empty if it could. */
    public String problem() {
        return problem;
    }
}

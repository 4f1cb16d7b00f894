package org.waybill.db.replica;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.AssignedId;

/** A process of the service on this database; its id is the name under which it takes jobs. */
@Entity
@Table(name = "replica")
public class ReplicaRow extends AssignedId<ReplicaRow.Facts> {
    /** What it said of itself, and by its own clock when last. */
    @Embeddable
    public record Facts(
            String host,
            @Column(name = "release_name") String release,
            @Column(name = "started_at") Instant startedAt,
            @Column(name = "heard_at") Instant heardAt) {}

    protected ReplicaRow() {}

    public ReplicaRow(String id, Facts facts) {
        super(id, facts);
    }
}

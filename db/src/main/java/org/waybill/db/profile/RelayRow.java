package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A node that forwards for others. */
@Entity
@Table(name = "relay")
public class RelayRow extends Versioned<RelayRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            String name,

            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "host_id")
            HostRow host,

            int port,
            String fingerprint,

            @Column(name = "capacity_bits_per_second") @Nullable
            Double capacityBitsPerSecond,

            @Column(name = "last_seen") @Nullable Instant lastSeen) {}

    protected RelayRow() {}

    public RelayRow(Facts facts) {
        super(facts);
    }
}

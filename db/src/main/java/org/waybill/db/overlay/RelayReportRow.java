package org.waybill.db.overlay;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** What a registered node said last. */
@Entity
@Table(name = "relay_report")
public class RelayReportRow extends Versioned<RelayReportRow.Facts> {
    /** What it said; {@code saidAt} by its clock, {@code receivedAt} by ours. */
    @Embeddable
    public record Facts(
            @Column(name = "said_at") Instant saidAt,
            @Column(name = "received_at") Instant receivedAt,
            int paths,
            @Column(name = "most_paths") int mostPaths,
            int streams,
            @Column(name = "most_streams") int mostStreams,
            @Column(name = "forwarded_bytes") long forwardedBytes,

            @Column(name = "traversal_bits_per_second") @Nullable
            Double traversalBitsPerSecond,

            @Column(name = "capacity_bits_per_second") @Nullable
            Double capacityBitsPerSecond) {}

    @Column(name = "relay_id")
    private long relay;

    protected RelayReportRow() {}

    public RelayReportRow(long relay, Facts facts) {
        super(facts);
        this.relay = relay;
    }

    /** The number of the relay. */
    public long relay() {
        return relay;
    }
}

package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.AssignedId;

/**
 * A finished transfer, under the number that the mover of the data gave it. Rows are added and never changed, except
 * for being marked as handed on to the parent service.
 */
@Entity
@Table(name = "transfer")
public class TransferRow extends AssignedId<TransferRow.Facts> {
    /** What was transferred, how, and its result. */
    @Embeddable
    public record Facts(
            @Embedded Route route,
            @Column(name = "started_at") Instant startedAt,
            double seconds,
            @Column(name = "retransmitted_bytes") long retransmittedBytes,
            @Column(name = "resumed_bytes") long resumedBytes,
            String status,
            @Column(name = "forecast_id") @Nullable String forecastId,
            @Column(name = "forecast_seconds_p50") @Nullable Double forecastSecondsP50,
            @Column(name = "forecast_seconds_p90") @Nullable Double forecastSecondsP90,
            @Column(name = "cause_code") String causeCode) {}

    /** Whether the parent service has it. */
    @SuppressWarnings("UnusedVariable") // queries read it
    private boolean pushed;

    private String account = "";

    protected TransferRow() {}

    public TransferRow(String id, Facts facts, String account) {
        super(id, facts);
        this.account = account;
    }

    /** Whose token it came with; empty for rows that are older than this column. */
    public String account() {
        return account;
    }
}

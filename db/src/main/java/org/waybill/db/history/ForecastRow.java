package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.AssignedId;

/** A forecast as it was given, with its evidence, and later with what came of it. */
@Entity
@Table(name = "forecast")
public class ForecastRow extends AssignedId<ForecastRow.Facts> {
    /**
     * The question and the answer; {@code inputs} is the text of what the predictor was given, {@code modelSeconds}
     * what it said before past outcomes of the same {@code evidence} set the band.
     */
    @Embeddable
    public record Facts(
            @Column(name = "made_at") Instant madeAt,
            @Embedded Route route,
            @Column(name = "rtt_millis") @Nullable Double rttMillis,

            @Column(name = "bottleneck_bits_per_second") @Nullable
            Double bottleneckBitsPerSecond,

            @Column(name = "loss_ratio") @Nullable Double lossRatio,
            @Column(name = "seconds_p50") double secondsP50,
            @Column(name = "seconds_p90") double secondsP90,
            String basis,
            String predictor,
            @Column(name = "sample_count") int samples,
            String inputs,
            String evidence,
            @Column(name = "model_seconds") @Nullable Double modelSeconds) {}

    private String account = "";

    @Column(name = "outcome_seconds")
    private @Nullable Double outcomeSeconds;

    @Column(name = "scored_at")
    private @Nullable Instant scoredAt;

    protected ForecastRow() {}

    public ForecastRow(String id, Facts facts, String account) {
        super(id, facts);
        this.account = account;
    }

    /** Who asked for it; empty for rows that are older than this column. */
    public String account() {
        return account;
    }

    public @Nullable Double outcomeSeconds() {
        return outcomeSeconds;
    }

    /** Says how long the transfer took; the first one to say so is believed. */
    public void score(double seconds, Instant at) {
        if (scoredAt == null) {
            outcomeSeconds = seconds;
            scoredAt = at;
        }
    }
}

package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Numbered;

/** A measured number. Rows are added and never changed, except for being marked as handed on to the parent service. */
@Entity
@Table(name = "measurement")
public class MeasurementRow extends Numbered<MeasurementRow.Facts> {
    /** The number, and how it was come by. */
    @Embeddable
    public record Facts(
            @Column(name = "source_host") String sourceHost,
            @Column(name = "destination_host") String destinationHost,
            String quantity,
            @Column(name = "measured_value") double value,
            String method,
            @Column(name = "sample_count") int samples,
            @Column(name = "error_percent") @Nullable Double errorPercent,
            @Column(name = "measured_at") Instant measuredAt) {}

    private @Nullable String fingerprint;

    /** Whether the parent service has it. */
    @SuppressWarnings("UnusedVariable") // queries read it
    private boolean pushed;

    private String account = "";

    protected MeasurementRow() {}

    public MeasurementRow(Facts facts, String account) {
        super(facts);
        this.account = account;
        this.fingerprint = fingerprint(facts);
    }

    /** A name for all that a measurement says; microseconds are what the database keeps of its time. */
    private static String fingerprint(Facts facts) {
        String all = String.join(
                "\n",
                facts.sourceHost(),
                facts.destinationHost(),
                facts.quantity(),
                String.valueOf(facts.value()),
                facts.method(),
                String.valueOf(facts.samples()),
                String.valueOf(facts.errorPercent()),
                String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, facts.measuredAt())));
        return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Null for rows that are older than fingerprints. */
    public @Nullable String fingerprint() {
        return fingerprint;
    }

    /** Whose token it came with; empty for rows that are older than this column. */
    public String account() {
        return account;
    }
}

package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A measured number. Rows are added and never changed, but for being marked as handed on to the parent service. */
@Entity
@Table(name = "measurement")
public class MeasurementRow {
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

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private @Nullable String fingerprint;

    @Embedded
    private Facts facts;

    private boolean pushed;

    private String account = "";

    @SuppressWarnings("NullAway.Init")
    protected MeasurementRow() {}

    public MeasurementRow(Facts facts, String account) {
        this.facts = facts;
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

    public @Nullable Long id() {
        return id;
    }

    /** Null for rows that are older than fingerprints. */
    public @Nullable String fingerprint() {
        return fingerprint;
    }

    /** Whether the parent service has it. */
    public boolean pushed() {
        return pushed;
    }

    /** Whose token it came with; empty for rows that are older than this column. */
    public String account() {
        return account;
    }

    public Facts facts() {
        return facts;
    }
}

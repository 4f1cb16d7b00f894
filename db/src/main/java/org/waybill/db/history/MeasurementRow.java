package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A measured number. Rows are added and never changed. */
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

    @Embedded
    private Facts facts;

    @SuppressWarnings("NullAway.Init")
    protected MeasurementRow() {}

    public MeasurementRow(Facts facts) {
        this.facts = facts;
    }

    public Facts facts() {
        return facts;
    }
}

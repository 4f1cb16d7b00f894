package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A link of a provisioning system's topology, one way. Its row lock guards what is booked on it. */
@Entity
@Table(name = "circuit_link")
public class CircuitLinkRow extends Versioned<CircuitLinkRow.Place> {
    /** Which link it is; {@code parallel} counts links between the same nodes from 0. */
    @Embeddable
    public record Place(
            @Column(name = "provisioning_id") long provisioning,
            @Column(name = "source_node") String source,
            @Column(name = "target_node") String target,
            @Column(name = "parallel_number") int parallel) {}

    @Column(name = "bits_per_second")
    private double bitsPerSecond;

    private double metric;

    protected CircuitLinkRow() {}

    public CircuitLinkRow(Place place, double bitsPerSecond, double metric) {
        super(place);
        change(bitsPerSecond, metric);
    }

    /** Sets capacity (0: down) and metric. */
    public final void change(double capacityBitsPerSecond, double newMetric) {
        this.bitsPerSecond = capacityBitsPerSecond;
        this.metric = newMetric;
    }

    public double bitsPerSecond() {
        return bitsPerSecond;
    }

    public double metric() {
        return metric;
    }
}

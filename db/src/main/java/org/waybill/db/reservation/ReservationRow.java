package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.AssignedId;

/** A circuit that was asked for, of the built-in provisioning system or of another. */
@Entity
@Table(name = "circuit_reservation")
public class ReservationRow extends AssignedId<ReservationRow.Facts> {
    /** What was asked for and got; {@code path} has a node a line. */
    @Embeddable
    public record Facts(
            @Column(name = "provisioning_id") long provisioning,
            @Column(name = "source_host") String sourceHost,
            @Column(name = "destination_host") String destinationHost,
            String ingress,
            String egress,
            @Column(name = "start_at") Instant startAt,
            @Column(name = "end_at") Instant endAt,
            @Column(name = "bits_per_second") double bitsPerSecond,
            @Column(name = "node_path") String path,
            @Column(name = "external_id") String externalId,
            String account,
            @Column(name = "created_at") Instant createdAt) {}

    @Enumerated(EnumType.STRING)
    @Column(name = "state_name", columnDefinition = "varchar(20)")
    private ReservationState state = ReservationState.HELD;

    @Column(name = "held_until")
    private @Nullable Instant heldUntil;

    protected ReservationRow() {}

    /** A hold. */
    public ReservationRow(String id, Facts facts, @Nullable Instant heldUntil) {
        super(id, facts);
        this.heldUntil = heldUntil;
    }

    public ReservationState state() {
        return state;
    }

    public @Nullable Instant heldUntil() {
        return heldUntil;
    }

    /**
     * Whether something is to be given back. Another system's circuit may last though its hold is over here: it may have
     * been committed meanwhile.
     */
    public boolean mayHoldBandwidth() {
        return switch (state) {
            case HELD, COMMITTED -> true;
            case EXPIRED -> !facts().externalId().isEmpty();
            case RELEASED -> false;
        };
    }

    boolean isOverdue(Instant now) {
        return state == ReservationState.HELD && heldUntil != null && !heldUntil.isAfter(now);
    }

    void become(ReservationState next) {
        this.state = next;
        if (next == ReservationState.COMMITTED) {
            this.heldUntil = null;
        }
    }
}

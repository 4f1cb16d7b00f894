package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Bandwidth of one link that a reservation holds. */
@Entity
@Table(name = "link_booking")
public class BookingRow {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Column(name = "reservation_id")
    private String reservation = "";

    @Column(name = "link_id")
    private long link;

    @Column(name = "start_at")
    private Instant startAt;

    @Column(name = "end_at")
    private Instant endAt;

    @Column(name = "bits_per_second")
    private double bitsPerSecond;

    @SuppressWarnings("NullAway.Init")
    protected BookingRow() {}

    BookingRow(ReservationRow reservation, long link) {
        this.reservation = reservation.getId();
        this.link = link;
        this.startAt = reservation.facts().startAt();
        this.endAt = reservation.facts().endAt();
        this.bitsPerSecond = reservation.facts().bitsPerSecond();
    }

    public String reservation() {
        return reservation;
    }

    public long link() {
        return link;
    }

    public Instant startAt() {
        return startAt;
    }

    public Instant endAt() {
        return endAt;
    }

    public double bitsPerSecond() {
        return bitsPerSecond;
    }
}

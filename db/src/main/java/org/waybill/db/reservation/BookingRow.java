package org.waybill.db.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Numbered;

/** Bandwidth of one link that a reservation holds. */
@Entity
@Table(name = "link_booking")
public class BookingRow extends Numbered<BookingRow.Facts> {
    /** All but its number. */
    @Embeddable
    public record Facts(
            @Column(name = "reservation_id") String reservation,
            @Column(name = "link_id") long link,
            @Column(name = "start_at") Instant startAt,
            @Column(name = "end_at") Instant endAt,
            @Column(name = "bits_per_second") double bitsPerSecond) {}

    protected BookingRow() {}

    BookingRow(ReservationRow of, long link) {
        super(new Facts(
                of.getId(),
                link,
                of.facts().startAt(),
                of.facts().endAt(),
                of.facts().bitsPerSecond()));
    }
}

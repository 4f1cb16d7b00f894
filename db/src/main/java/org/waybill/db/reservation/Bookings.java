package org.waybill.db.reservation;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** What is booked on links. */
public interface Bookings extends JpaRepository<BookingRow, Long> {
    /** Bookings of these links that have any time in common with the one from start until end. */
    @Query("select b from BookingRow b where b.link in :links and b.startAt < :end and b.endAt > :start")
    List<BookingRow> overlapping(Collection<Long> links, Instant start, Instant end);

    /** Bookings of a provisioning system's links that end after {@code from}. */
    @Query("""
        select b from BookingRow b, CircuitLinkRow l
        where b.link = l.id and l.place.provisioning = :provisioning and b.endAt > :from\
        """)
    List<BookingRow> of(long provisioning, Instant from);

    @Modifying
    @Query("delete from BookingRow b where b.reservation = :reservation")
    int remove(String reservation);
}

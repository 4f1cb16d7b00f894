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
    @Query("select b from BookingRow b where b.facts.link in :links and b.facts.startAt < :end and b.facts.endAt >"
            + " :start")
    List<BookingRow> overlapping(Collection<Long> links, Instant start, Instant end);

    /** Bookings of a provisioning system's links that end after {@code from}. */
    @Query("""
        select b from BookingRow b, CircuitLinkRow l
        where b.facts.link = l.id and l.facts.provisioning = :provisioning and b.facts.endAt > :from\
        """)
    List<BookingRow> of(long provisioning, Instant from);

    @Modifying
    @Query("delete from BookingRow b where b.facts.reservation = :reservation")
    int remove(String reservation);
}

package org.waybill.db.reservation;

import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** Circuits that were asked for. */
public interface Reservations extends JpaRepository<ReservationRow, String> {
    /** The reservation, locked until the transaction ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select r from ReservationRow r where r.id = :id")
    Optional<ReservationRow> locked(String id);

    /** Holds that are over but still have bandwidth of one of these links. */
    @Query("""
        select distinct b.facts.reservation from BookingRow b, ReservationRow r
        where b.facts.link in :links and b.facts.reservation = r.id
        and r.state = org.waybill.db.reservation.ReservationState.HELD and r.heldUntil <= :now\
        """)
    List<String> overdueOn(Collection<Long> links, Instant now);

    @Query("""
        select r.id from ReservationRow r
        where r.state = org.waybill.db.reservation.ReservationState.HELD and r.heldUntil <= :now
        order by r.heldUntil\
        """)
    List<String> overdue(Instant now, Limit limit);

    @Query("""
        select r from ReservationRow r
        where r.state in :states and r.facts.endAt > :endAfter
        order by r.facts.createdAt desc, r.id\
        """)
    List<ReservationRow> newest(Collection<ReservationState> states, Instant endAfter, Limit limit);
}

package org.waybill.db.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Transfers that are not over yet. */
public interface Runnings extends JpaRepository<RunningRow, Long> {
    @Query("select r from RunningRow r where r.transfer = :transfer")
    Optional<RunningRow> of(String transfer);

    /** Those heard of last within that time, the newest first. */
    @Query("""
        select r from RunningRow r where r.facts.heardAt >= :since and r.facts.heardAt <= :latest
        order by r.facts.startedAt desc, r.id desc\
        """)
    List<RunningRow> heardOf(Instant since, Instant latest, Limit limit);

    @Modifying
    @Query("delete from RunningRow r where r.transfer = :transfer and r.account = :account")
    void end(String transfer, String account);

    @Modifying
    @Query("delete from RunningRow r where r.account = :account")
    int deleteOf(String account);

    @Modifying
    @Query("delete from RunningRow r where r.facts.heardAt < :before or r.facts.heardAt > :after")
    void forget(Instant before, Instant after);
}

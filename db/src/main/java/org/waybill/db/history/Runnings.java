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

    /** Those heard of since then, the newest first. */
    @Query("select r from RunningRow r where r.facts.heardAt >= :since order by r.facts.startedAt desc, r.id desc")
    List<RunningRow> since(Instant since, Limit limit);

    @Modifying
    @Query("delete from RunningRow r where r.transfer = :transfer and r.account = :account")
    void end(String transfer, String account);

    @Modifying
    @Query("delete from RunningRow r where r.account = :account")
    int deleteOf(String account);

    @Modifying
    @Query("delete from RunningRow r where r.facts.heardAt < :before")
    void forget(Instant before);
}

package org.waybill.db.profile;

import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

/** Deleted entries of the catalogue. */
public interface DeletedEntries extends JpaRepository<DeletedRow, Long> {
    /** Those that were not restored, the newest first. */
    @Query("select d from DeletedRow d where d.restoredAt is null order by d.id desc")
    List<DeletedRow> newest(Limit limit);

    @Modifying
    @Transactional
    @Query("delete from DeletedRow d where d.facts.deletedAt < :before")
    int removeOlder(Instant before);
}

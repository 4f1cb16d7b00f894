package org.waybill.db.history;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Measurements. An empty host means any. */
public interface Measurements extends JpaRepository<MeasurementRow, Long> {
    @Query("select m.fingerprint from MeasurementRow m where m.fingerprint in :fingerprints")
    Set<String> known(Collection<String> fingerprints);

    /** Those that the parent service has not got, oldest first. */
    @Query("select m from MeasurementRow m where m.pushed = false order by m.facts.measuredAt, m.id")
    List<MeasurementRow> notPushed(Limit limit);

    @Modifying
    @Query("update MeasurementRow m set m.pushed = true where m.id in :ids")
    void markPushed(Collection<Long> ids);

    /** The newest first. */
    @Query("""
            select m from MeasurementRow m
            where (:source = '' or m.facts.sourceHost = :source)
            and (:destination = '' or m.facts.destinationHost = :destination)
            order by m.facts.measuredAt desc, m.id desc""")
    List<MeasurementRow> newest(String source, String destination, Limit limit);

    /** Of one quantity of a pair since then, the newest first. */
    @Query("""
            select m from MeasurementRow m
            where m.facts.sourceHost = :source and m.facts.destinationHost = :destination
            and m.facts.quantity = :quantity and m.facts.measuredAt >= :since
            order by m.facts.measuredAt desc, m.id desc""")
    List<MeasurementRow> since(String source, String destination, String quantity, Instant since, Limit limit);
}

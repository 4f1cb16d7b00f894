package org.waybill.db.history;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Measurements. An empty host means any. */
public interface Measurements extends JpaRepository<MeasurementRow, Long> {
    /** The newest first. */
    @Query("""
            select m from MeasurementRow m
            where (:source = '' or m.facts.sourceHost = :source)
            and (:destination = '' or m.facts.destinationHost = :destination)
            order by m.facts.measuredAt desc, m.id desc""")
    List<MeasurementRow> newest(String source, String destination, Limit limit);
}

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
        order by m.facts.measuredAt desc, m.id desc\
        """)
    List<MeasurementRow> newest(String source, String destination, Limit limit);

    /** The same, but a number of each account, so that none crowds out the others; 2,000 at most. */
    @Query(nativeQuery = true, value = """
        select m.* from measurement m join (
            select id, row_number() over (partition by account order by measured_at desc, id desc) as place
            from measurement where source_host = :source and destination_host = :destination) ranked
        on ranked.id = m.id where ranked.place <= :each order by m.measured_at desc, m.id desc limit 2000\
        """)
    List<MeasurementRow> newestOfEach(String source, String destination, int each);

    /** Whose rows there are of a pair of hosts, and how many. */
    @Query("""
        select new org.waybill.db.history.RowsOfAccount(m.account, count(m), max(m.facts.measuredAt))
        from MeasurementRow m
        where (:source = '' or m.facts.sourceHost = :source)
        and (:destination = '' or m.facts.destinationHost = :destination)
        group by m.account order by m.account\
        """)
    List<RowsOfAccount> accounts(String source, String destination);

    @Modifying
    @Query("delete from MeasurementRow m where m.account = :account")
    int deleteOf(String account);

    /** Of one quantity of a pair since then, the newest first. */
    @Query("""
        select m from MeasurementRow m
        where m.facts.sourceHost = :source and m.facts.destinationHost = :destination
        and m.facts.quantity = :quantity and m.facts.measuredAt >= :since
        order by m.facts.measuredAt desc, m.id desc\
        """)
    List<MeasurementRow> since(String source, String destination, String quantity, Instant since, Limit limit);
}

package org.waybill.db.history;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Finished transfers. An empty host means any. */
public interface Transfers extends JpaRepository<TransferRow, String> {
    @Query("select t.id from TransferRow t where t.id in :ids")
    Set<String> known(Collection<String> ids);

    /** Those that the parent service has not got, oldest first. */
    @Query("select t from TransferRow t where t.pushed = false order by t.facts.startedAt, t.id")
    List<TransferRow> notPushed(Limit limit);

    @Modifying
    @Query("update TransferRow t set t.pushed = true where t.id in :ids")
    void markPushed(Collection<String> ids);

    /** The newest first. */
    @Query("""
        select t from TransferRow t
        where (:source = '' or t.facts.route.sourceHost = :source)
        and (:destination = '' or t.facts.route.destinationHost = :destination)
        order by t.facts.startedAt desc, t.id\
        """)
    List<TransferRow> newest(String source, String destination, Limit limit);

    /** The newest whole ones whose forecast their mover made itself, without the service. */
    @Query("""
        select t from TransferRow t
        where (:source = '' or t.facts.route.sourceHost = :source)
        and (:destination = '' or t.facts.route.destinationHost = :destination)
        and t.facts.forecastId is null and t.facts.forecastSecondsP50 > 0 and t.facts.forecastSecondsP90 > 0
        and t.facts.status = 'OK' and t.facts.resumedBytes = 0 and t.facts.seconds > 0
        order by t.facts.startedAt desc, t.id\
        """)
    List<TransferRow> forecastByMover(String source, String destination, Limit limit);

    /** What bounded the transfers of a pair that a forecast was made for. */
    @Query("""
        select t.facts.causeCode from TransferRow t
        where t.facts.route.sourceHost = :source and t.facts.route.destinationHost = :destination
        and t.facts.forecastId = :forecastId
        order by t.facts.startedAt, t.id\
        """)
    List<String> causes(String source, String destination, String forecastId, Limit limit);

    /** Those that started since then, the newest first. */
    @Query("""
        select t from TransferRow t
        where (:source = '' or t.facts.route.sourceHost = :source)
        and (:destination = '' or t.facts.route.destinationHost = :destination)
        and t.facts.startedAt >= :since
        order by t.facts.startedAt desc, t.id\
        """)
    List<TransferRow> since(String source, String destination, Instant since, Limit limit);

    /** The newest successful transfers of a pair of hosts in a storage class. */
    @Query("""
        select t from TransferRow t
        where t.facts.route.sourceHost = :source and t.facts.route.destinationHost = :destination
        and t.facts.route.storage = :storage and t.facts.status = 'OK'
        order by t.facts.startedAt desc, t.id\
        """)
    List<TransferRow> successes(String source, String destination, String storage, Limit limit);

    /** The same, but a number of each account, so that none crowds out the others; 2,000 at most. */
    @Query(nativeQuery = true, value = """
        select t.* from transfer t join (
            select id, row_number() over (partition by account order by started_at desc, id) as place from transfer
            where source_host = :source and destination_host = :destination and storage = :storage
            and status = 'OK') ranked on ranked.id = t.id
        where ranked.place <= :each order by t.started_at desc, t.id limit 2000\
        """)
    List<TransferRow> successesOfEach(String source, String destination, String storage, int each);

    /** Whose rows there are of a pair of hosts, and how many. */
    @Query("""
        select new org.waybill.db.history.RowsOfAccount(t.account, count(t), max(t.facts.startedAt))
        from TransferRow t
        where (:source = '' or t.facts.route.sourceHost = :source)
        and (:destination = '' or t.facts.route.destinationHost = :destination)
        group by t.account order by t.account\
        """)
    List<RowsOfAccount> accounts(String source, String destination);

    @Modifying
    @Query("delete from TransferRow t where t.account = :account")
    int deleteOf(String account);
}

package org.waybill.db.history;

import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Forecasts with their outcomes. An empty host means any. */
public interface Forecasts extends JpaRepository<ForecastRow, String> {
    /** The forecasts that were scored last. */
    @Query("""
        select f from ForecastRow f
        where (:source = '' or f.facts.route.sourceHost = :source)
        and (:destination = '' or f.facts.route.destinationHost = :destination)
        and f.scoredAt is not null
        order by f.scoredAt desc, f.id\
        """)
    List<ForecastRow> scored(String source, String destination, Limit limit);

    /** Those of any pair on some evidence that were scored last. */
    @Query("""
        select f from ForecastRow f
        where f.facts.evidence = :evidence and f.facts.modelSeconds > 0 and f.outcomeSeconds > 0
        order by f.scoredAt desc, f.id\
        """)
    List<ForecastRow> scoredOn(String evidence, Limit limit);

    /**
     * The forecasts of a pair that were scored last, a number of each account, so that none crowds out the others;
     * 2,000 at most.
     */
    @Query(nativeQuery = true, value = """
        select f.* from forecast f join (
            select id, row_number() over (partition by account order by scored_at desc, id) as place from forecast
            where (:source = '' or source_host = :source) and (:destination = '' or destination_host = :destination)
            and scored_at is not null) ranked on ranked.id = f.id
        where ranked.place <= :each order by f.scored_at desc, f.id limit 2000\
        """)
    List<ForecastRow> scoredOfEach(String source, String destination, int each);

    /** The numbers of those made before a time of which no outcome came, the oldest first. */
    @Query("select f.id from ForecastRow f where f.scoredAt is null and f.facts.madeAt < :before order by"
            + " f.facts.madeAt")
    List<String> unscored(Instant before, Limit limit);

    @Modifying
    @Query("delete from ForecastRow f where f.account = :account")
    int deleteOf(String account);
}

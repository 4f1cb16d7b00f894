package org.waybill.db.history;

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
            order by f.scoredAt desc, f.id""")
    List<ForecastRow> scored(String source, String destination, Limit limit);

    @Modifying
    @Query("delete from ForecastRow f where f.account = :account")
    int deleteOf(String account);
}

package org.waybill.db.profile;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Nodes that forward for others. */
public interface Relays extends CatalogRepository<RelayRow> {
    @Override
    @EntityGraph(attributePaths = "facts.host")
    @Query("""
        select r from RelayRow r
        where lower(r.facts.name) like concat('%', :text, '%')
        or r.facts.host.facts.name like concat('%', :text, '%')\
        """)
    Page<RelayRow> search(String text, Pageable page);

    @Override
    @Query("select r from RelayRow r where r.facts.name = :name")
    Optional<RelayRow> named(String name);

    @Query("select r from RelayRow r join fetch r.facts.host h left join fetch h.facts.site order by r.facts.name")
    List<RelayRow> all();

    /** Notes that it reported; no edit is disturbed by that. */
    @Modifying
    @Query("update RelayRow r set r.facts.lastSeen = :at where r.id = :id")
    void seen(long id, Instant at);
}

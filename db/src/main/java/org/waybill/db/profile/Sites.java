package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;

/** Sites. */
public interface Sites extends CatalogRepository<SiteRow> {
    @Override
    @EntityGraph(attributePaths = "facts.organisation")
    @Query("""
        select r from SiteRow r
        where lower(r.facts.name) like concat('%', :text, '%')
        or lower(r.facts.city) like concat('%', :text, '%')
        or lower(r.facts.organisation.facts.name) like concat('%', :text, '%')\
        """)
    Page<SiteRow> search(String text, Pageable page);

    @Override
    @Query("select r from SiteRow r where r.facts.name = :name")
    Optional<SiteRow> named(String name);

    @Query("select r from SiteRow r join fetch r.facts.organisation")
    List<SiteRow> all();

    @Query("select r from SiteRow r where r.facts.latitude is not null and r.facts.longitude is not null")
    List<SiteRow> placed();
}

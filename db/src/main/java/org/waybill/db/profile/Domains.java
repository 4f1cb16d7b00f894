package org.waybill.db.profile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;

/** Domains. */
public interface Domains extends CatalogRepository<DomainRow> {
    @Override
    @EntityGraph(attributePaths = "facts.site")
    @Query("""
        select r from DomainRow r
        where r.facts.name like concat('%', :text, '%')
        or lower(r.facts.site.facts.name) like concat('%', :text, '%')\
        """)
    Page<DomainRow> search(String text, Pageable page);

    @Override
    @Query("select r from DomainRow r where r.facts.name = :name")
    Optional<DomainRow> named(String name);

    @Query("select r from DomainRow r join fetch r.facts.site where r.facts.name in :names")
    List<DomainRow> anyOf(Collection<String> names);
}

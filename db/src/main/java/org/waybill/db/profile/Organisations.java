package org.waybill.db.profile;

import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Organisations. */
public interface Organisations extends CatalogRepository<OrganisationRow> {
    @Override
    @Query("""
        select r from OrganisationRow r
        where lower(r.facts.name) like concat('%', :text, '%')
        or lower(r.facts.url) like concat('%', :text, '%')\
        """)
    Page<OrganisationRow> search(String text, Pageable page);

    @Override
    @Query("select r from OrganisationRow r where r.facts.name = :name")
    Optional<OrganisationRow> named(String name);
}

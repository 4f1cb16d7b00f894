package org.waybill.db.profile;

import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Organisations. */
public interface Organisations extends CatalogRepository<OrganisationRow> {
    @Override
    @Query(value = """
        select r from OrganisationRow r
        where lower(r.name) like concat('%', :text, '%')
        or lower(r.url) like concat('%', :text, '%')\
        """, countQuery = """
            select count(r) from OrganisationRow r
            where lower(r.name) like concat('%', :text, '%')
            or lower(r.url) like concat('%', :text, '%')\
            """)
    Page<OrganisationRow> search(String text, Pageable page);

    @Override
    @Query("select r from OrganisationRow r where r.name = :name")
    Optional<OrganisationRow> named(String name);
}

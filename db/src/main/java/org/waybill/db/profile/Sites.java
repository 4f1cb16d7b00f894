package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Sites. */
public interface Sites extends CatalogRepository<SiteRow> {
    @Override
    @Query(value = """
        select r from SiteRow r join fetch r.organisation
        where lower(r.name) like concat('%', :text, '%')
        or lower(r.city) like concat('%', :text, '%')
        or lower(r.organisation.name) like concat('%', :text, '%')\
        """, countQuery = """
            select count(r) from SiteRow r
            where lower(r.name) like concat('%', :text, '%')
            or lower(r.city) like concat('%', :text, '%')
            or lower(r.organisation.name) like concat('%', :text, '%')\
            """)
    Page<SiteRow> search(String text, Pageable page);

    @Override
    @Query("select r from SiteRow r where r.name = :name")
    Optional<SiteRow> named(String name);

    @Query("select r from SiteRow r join fetch r.organisation")
    List<SiteRow> all();

    @Query("select r from SiteRow r where r.latitude is not null and r.longitude is not null")
    List<SiteRow> placed();
}

package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Systems that reserve bandwidth or storage. */
public interface ProvisioningSystems extends CatalogRepository<ProvisioningRow> {
    @Override
    @Query(value = """
        select r from ProvisioningRow r join fetch r.site
        where lower(r.name) like concat('%', :text, '%')
        or lower(r.url) like concat('%', :text, '%')
        or lower(r.site.name) like concat('%', :text, '%')\
        """, countQuery = """
            select count(r) from ProvisioningRow r
            where lower(r.name) like concat('%', :text, '%')
            or lower(r.url) like concat('%', :text, '%')
            or lower(r.site.name) like concat('%', :text, '%')\
            """)
    Page<ProvisioningRow> search(String text, Pageable page);

    @Override
    @Query("select r from ProvisioningRow r where r.name = :name")
    Optional<ProvisioningRow> named(String name);

    @Query("select r from ProvisioningRow r join fetch r.site order by r.name")
    List<ProvisioningRow> all();
}

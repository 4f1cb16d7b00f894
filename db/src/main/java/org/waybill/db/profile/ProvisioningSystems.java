package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;

/** Systems that reserve bandwidth or storage. */
public interface ProvisioningSystems extends CatalogRepository<ProvisioningRow> {
    @Override
    @EntityGraph(attributePaths = "facts.site")
    @Query("""
        select r from ProvisioningRow r
        where lower(r.facts.name) like concat('%', :text, '%')
        or lower(r.facts.url) like concat('%', :text, '%')
        or lower(r.facts.site.facts.name) like concat('%', :text, '%')\
        """)
    Page<ProvisioningRow> search(String text, Pageable page);

    @Override
    @Query("select r from ProvisioningRow r where r.facts.name = :name")
    Optional<ProvisioningRow> named(String name);

    @Query("select r from ProvisioningRow r join fetch r.facts.site order by r.facts.name")
    List<ProvisioningRow> all();
}

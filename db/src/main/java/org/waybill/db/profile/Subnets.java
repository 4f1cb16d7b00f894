package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;

/** Ranges of addresses. */
public interface Subnets extends CatalogRepository<SubnetRow> {
    @Override
    @EntityGraph(attributePaths = "facts.site")
    @Query("""
        select r from SubnetRow r
        where r.facts.prefix like concat('%', :text, '%')
        or lower(r.facts.site.facts.name) like concat('%', :text, '%')\
        """)
    Page<SubnetRow> search(String text, Pageable page);

    @Override
    @Query("select r from SubnetRow r where r.facts.prefix = :name")
    Optional<SubnetRow> named(String name);

    /** The narrowest range that holds the address, first; the address as 16 bytes. */
    @Query("""
        select r from SubnetRow r join fetch r.facts.site
        where r.facts.firstAddress <= :address and r.facts.lastAddress >= :address
        order by r.facts.firstAddress desc, r.facts.lastAddress\
        """)
    List<SubnetRow> holding(byte[] address, Limit limit);
}

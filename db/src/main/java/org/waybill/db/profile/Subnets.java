package org.waybill.db.profile;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Ranges of addresses. */
public interface Subnets extends CatalogRepository<SubnetRow> {
    @Override
    @Query(value = """
        select r from SubnetRow r join fetch r.site
        where r.prefix like concat('%', :text, '%')
        or lower(r.site.name) like concat('%', :text, '%')\
        """, countQuery = """
            select count(r) from SubnetRow r
            where r.prefix like concat('%', :text, '%')
            or lower(r.site.name) like concat('%', :text, '%')\
            """)
    Page<SubnetRow> search(String text, Pageable page);

    @Override
    @Query("select r from SubnetRow r where r.prefix = :name")
    Optional<SubnetRow> named(String name);

    /** The narrowest range that holds the address, first; the address as 16 bytes. */
    @Query("""
        select r from SubnetRow r join fetch r.site
        where r.firstAddress <= :address and r.lastAddress >= :address
        order by r.firstAddress desc, r.lastAddress\
        """)
    List<SubnetRow> holding(byte[] address, Limit limit);
}

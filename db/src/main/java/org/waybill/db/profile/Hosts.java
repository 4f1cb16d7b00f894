package org.waybill.db.profile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;

/** Hosts. */
public interface Hosts extends CatalogRepository<HostRow> {
    /** Its count query is written out: the one that follows from the query leaves out hosts without a site. */
    @Override
    @Query(value = """
        select r from HostRow r left join fetch r.facts.site s
        where r.facts.name like concat('%', :text, '%')
        or lower(s.facts.name) like concat('%', :text, '%')
        or exists (select 1 from HostRow h join h.addresses a where h = r and a like concat('%', :text, '%'))\
        """, countQuery = """
            select count(r) from HostRow r left join r.facts.site s
            where r.facts.name like concat('%', :text, '%')
            or lower(s.facts.name) like concat('%', :text, '%')
            or exists (select 1 from HostRow h join h.addresses a where h = r and a like concat('%', :text, '%'))\
            """)
    Page<HostRow> search(String text, Pageable page);

    @Override
    @Query("select r from HostRow r where r.facts.name = :name")
    Optional<HostRow> named(String name);

    @Query("select r from HostRow r join r.addresses a where a = :address order by r.id limit 1")
    Optional<HostRow> withAddress(String address);

    /** How many hosts each site has: its number and the count. */
    @Query("select r.facts.site.id, count(r) from HostRow r where r.facts.site is not null group by r.facts.site.id")
    List<Object[]> countsBySite();

    /** The site of each of these hosts that has one: the host's name and the site's number. */
    @Query("select r.facts.name, r.facts.site.id from HostRow r where r.facts.name in :names and r.facts.site is not"
            + " null")
    List<Object[]> sitesOf(Collection<String> names);

    /** Every host: its number, name, and its site's number or null. */
    @Query("select r.id, r.facts.name, s.id from HostRow r left join r.facts.site s")
    List<Object[]> outlines();

    /** Every address: the host's number and the address, in the order of a host's addresses. */
    @Query("select r.id, a from HostRow r join r.addresses a order by r.id, index(a)")
    List<Object[]> allAddresses();
}

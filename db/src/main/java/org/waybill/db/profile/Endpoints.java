package org.waybill.db.profile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;

/** Transfer services at hosts. */
public interface Endpoints extends CatalogRepository<EndpointRow> {
    @Override
    @EntityGraph(attributePaths = "facts.host")
    @Query("""
        select r from EndpointRow r join r.facts.host h
        where h.facts.name like concat('%', :text, '%')
        or lower(r.facts.protocol) like concat('%', :text, '%')\
        """)
    Page<EndpointRow> search(String text, Pageable page);

    @Query("""
        select r from EndpointRow r join fetch r.facts.host h
        where h.facts.name = :host and r.facts.protocol = :protocol and r.facts.port = :port\
        """)
    Optional<EndpointRow> at(String host, String protocol, int port);

    /** By {@code PROTOCOL://host:port}. */
    @Override
    default Optional<EndpointRow> named(String name) {
        int scheme = name.indexOf("://");
        int port = name.lastIndexOf(':');
        if (scheme < 0 || port < scheme + 3) {
            return Optional.empty();
        }
        try {
            return at(
                    name.substring(scheme + 3, port),
                    name.substring(0, scheme),
                    Integer.parseInt(name.substring(port + 1)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Query("select r from EndpointRow r join fetch r.facts.host h where h.id in :hosts order by h.facts.name,"
            + " r.facts.port, r.facts.protocol")
    List<EndpointRow> ofHosts(Collection<Long> hosts);

    /** Every service in the order of hosts, ports and protocols. */
    @Query("select r from EndpointRow r join fetch r.facts.host h order by h.facts.name, r.facts.port,"
            + " r.facts.protocol")
    List<EndpointRow> all();
}

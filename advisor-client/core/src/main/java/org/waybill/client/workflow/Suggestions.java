package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.Protocol;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.Support;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.engine.Location;

/**
 * Hosts near an end with services made for bulk data, best first; the end itself comes before them if it has such a
 * service (Lu 2011, section 4.1.3.3).
 */
final class Suggestions {
    /** Down to third-party WebDAV: what sites run for bulk data. */
    private static final int BULK_PRIORITY = 5;
    private static final int MOST = 10;

    private Suggestions() {}

    static List<SuggestedEndpoint> near(Endpoint end, Survey.End known, @Nullable HostFindings found) {
        List<SuggestedEndpoint> suggestions = new ArrayList<>();
        List<Protocol> own = found == null ? List.of() : bulk(found.ports().stream().filter(PortFinding::isOpen)
                .map(PortFinding::protocol).toList());
        if (!own.isEmpty()) {
            suggestions.add(new SuggestedEndpoint(url(end.host(), own.getFirst(), 0), end.host(),
                    known.profile().map(HostProfile::site).orElse(""), known.facts().place(), 0.0, names(own),
                    "the end that you named has it itself"));
        }
        known.profile().map(HostProfile::nearby).orElse(List.of()).stream()
                .filter(host -> !host.host().equalsIgnoreCase(end.host()))
                .filter(host -> !bulk(protocols(host)).isEmpty())
                .filter(host -> own.isEmpty() || priority(bulk(protocols(host))) < priority(own))
                .sorted(Comparator.comparingInt((NearbyHost host) -> priority(bulk(protocols(host))))
                        .thenComparing(host -> host.distanceKm() == null ? Double.MAX_VALUE : host.distanceKm())
                        .thenComparing(NearbyHost::host))
                .limit(MOST)
                .forEach(host -> suggestions.add(suggestion(host)));
        return suggestions;
    }

    private static SuggestedEndpoint suggestion(NearbyHost host) {
        List<Protocol> bulk = bulk(protocols(host));
        int port = host.services().stream().filter(service -> service.protocol() == bulk.getFirst())
                .mapToInt(ServiceEndpoint::port).findFirst().orElse(0);
        return new SuggestedEndpoint(url(host.host(), bulk.getFirst(), port), host.host(), host.site(), host.place(),
                host.distanceKm(), names(bulk), "the catalogue knows " + String.join(", ", names(bulk)) + " there"
                + (host.site().isEmpty() ? "" : " (" + host.site() + ")"));
    }

    private static String url(String host, Protocol protocol, int port) {
        return EndpointFormat.url(new Location(protocol.scheme(), null, host,
                port == protocol.defaultPort() ? 0 : port, "/"));
    }

    private static List<Protocol> protocols(NearbyHost host) {
        return host.services().stream().map(ServiceEndpoint::protocol).toList();
    }

    private static List<Protocol> bulk(List<Protocol> protocols) {
        return protocols.stream().distinct().filter(one -> Support.of(one).priority() <= BULK_PRIORITY)
                .sorted(Comparator.comparingInt(one -> Support.of(one).priority())).collect(Collectors.toList());
    }

    private static int priority(List<Protocol> protocols) {
        return protocols.isEmpty() ? Integer.MAX_VALUE : Support.of(protocols.getFirst()).priority();
    }

    private static List<String> names(List<Protocol> protocols) {
        return protocols.stream().map(Protocol::scheme).toList();
    }
}

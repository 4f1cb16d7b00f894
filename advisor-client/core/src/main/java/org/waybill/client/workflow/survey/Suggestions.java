package org.waybill.client.workflow.survey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.workflow.option.Security;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Hosts near an endpoint with services made for bulk data, best first; the endpoint itself comes before them if it has
 * such a service (Lu 2011, section 4.1.3.3).
 */
public final class Suggestions {
    /** Down to third-party WebDAV: what sites run for bulk data. */
    private static final int BULK_PRIORITY = 5;

    private static final int MOST = 10;
    /** Neighbours that are looked at, and may become a stop on the route. */
    private static final int MOST_STAGING = 2;

    private Suggestions() {}

    public static List<SuggestedEndpoint> near(Endpoint end, Survey.End known, @Nullable HostFindings found) {
        List<PortFinding> open = found == null
                ? List.of()
                : found.ports().stream()
                        .filter(PortFinding::isOpen)
                        .filter(port -> Security.keepsTo(end, port.protocol().scheme()))
                        .toList();
        List<Protocol> own = bulk(open.stream().map(PortFinding::protocol).toList());
        List<SuggestedEndpoint> suggestions = new ArrayList<>();
        better(end, known.profile(), own)
                .limit(MOST)
                .forEach(host -> suggestions.add(suggestion(host, known.nearby())));
        // alone it would be no suggestion
        if (!own.isEmpty() && !suggestions.isEmpty()) {
            int port = open.stream()
                    .filter(one -> one.protocol() == own.getFirst())
                    .findFirst()
                    .orElseThrow()
                    .port();
            suggestions.addFirst(new SuggestedEndpoint(
                    url(end.host(), own.getFirst(), port),
                    end.host(),
                    known.profile().map(HostProfile::site).orElse(""),
                    known.facts().place(),
                    0.0,
                    names(own),
                    "offered by the endpoint itself"));
        }
        return suggestions;
    }

    /** The neighbours that are worth a look at what answers there: few, and none where the end needs none. */
    public static List<NearbyHost> stagingHosts(Endpoint end, Optional<HostProfile> profile) {
        List<Protocol> own = bulk(profile.map(HostProfile::services).orElse(List.of()).stream()
                .map(ServiceEndpoint::protocol)
                .toList());
        boolean served = !own.isEmpty()
                || (!end.isLocal()
                        && !bulk(Protocols.named(end.location().scheme()).stream()
                                        .toList())
                                .isEmpty());
        return served
                ? List.of()
                : better(end, profile, own).limit(MOST_STAGING).toList();
    }

    /** Neighbours with better services than an endpoint has itself, best first (Lu 2011, section 4.1.3.3). */
    private static Stream<NearbyHost> better(Endpoint end, Optional<HostProfile> profile, List<Protocol> own) {
        return profile.map(HostProfile::nearby).orElse(List.of()).stream()
                .map(host -> secureFor(end, host))
                .filter(host -> !host.host().equalsIgnoreCase(end.host()))
                .filter(host -> !bulk(protocols(host)).isEmpty())
                .filter(host -> own.isEmpty() || priority(bulk(protocols(host))) < priority(own))
                .sorted(Comparator.comparingInt((NearbyHost host) -> priority(bulk(protocols(host))))
                        .thenComparing(Suggestions::distance)
                        .thenComparing(host -> !sharesDomain(end, host))
                        .thenComparing(NearbyHost::host));
    }

    /** What a host has that is at least as secure as what the user named. */
    private static NearbyHost secureFor(Endpoint end, NearbyHost host) {
        return new NearbyHost(
                host.host(),
                host.site(),
                host.place(),
                host.distanceKm(),
                host.services().stream()
                        .filter(service ->
                                Security.keepsTo(end, service.protocol().scheme()))
                        .toList());
    }

    /** In kilometres; without a known place it is here for its domain or subnet, and near. */
    private static double distance(NearbyHost host) {
        Double kilometres = host.distanceKm();
        return kilometres == null ? 0 : kilometres;
    }

    private static boolean sharesDomain(Endpoint end, NearbyHost host) {
        int dot = end.host().indexOf('.');
        return dot > 0 && host.host().endsWith(end.host().substring(dot));
    }

    public static boolean isBulk(Protocol protocol) {
        return protocol.priority() <= BULK_PRIORITY;
    }

    private static SuggestedEndpoint suggestion(NearbyHost host, List<HostFindings> seen) {
        List<Protocol> bulk = bulk(protocols(host));
        int port = host.services().stream()
                .filter(service -> service.protocol() == bulk.getFirst())
                .mapToInt(ServiceEndpoint::port)
                .findFirst()
                .orElse(0);
        return new SuggestedEndpoint(
                url(host.host(), bulk.getFirst(), port),
                host.host(),
                host.site(),
                host.place(),
                host.distanceKm(),
                names(bulk),
                "the catalogue knows " + String.join(", ", names(bulk)) + " there"
                        + (host.site().isEmpty() ? "" : " (" + host.site() + ")") + answers(host, seen));
    }

    private static String answers(NearbyHost host, List<HostFindings> seen) {
        return seen.stream()
                .filter(one -> one.host().equals(host.host()))
                .findFirst()
                .map(one -> {
                    List<String> open = one.ports().stream()
                            .filter(PortFinding::isOpen)
                            .filter(port -> isBulk(port.protocol()))
                            .map(port -> port.protocol().scheme() + " at port " + port.port())
                            .distinct()
                            .toList();
                    return open.isEmpty()
                            ? "; none of these services answers now"
                            : "; answering now: " + String.join(", ", open);
                })
                .orElse("");
    }

    private static String url(String host, Protocol protocol, int port) {
        return EndpointFormat.url(
                new Location(protocol.scheme(), null, host, port == protocol.defaultPort() ? 0 : port, "/"));
    }

    private static List<Protocol> protocols(NearbyHost host) {
        return host.services().stream().map(ServiceEndpoint::protocol).toList();
    }

    private static List<Protocol> bulk(List<Protocol> protocols) {
        return protocols.stream()
                .distinct()
                .filter(Suggestions::isBulk)
                .sorted(Comparator.comparingInt(Protocol::priority))
                .collect(Collectors.toList());
    }

    private static int priority(List<Protocol> protocols) {
        return protocols.isEmpty() ? Integer.MAX_VALUE : protocols.getFirst().priority();
    }

    private static List<String> names(List<Protocol> protocols) {
        return protocols.stream().map(Protocol::scheme).toList();
    }
}

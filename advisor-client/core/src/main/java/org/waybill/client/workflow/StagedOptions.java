package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Candidates;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.client.workflow.survey.Suggestions;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Options with an extra hop where an endpoint lacks services for bulk data: source, host near it, host near the
 * destination, destination (Lu 2011, section 4.1.1.4). Each transfer is the best of those that discovery found to work;
 * {@code copy} carries out those options whose transfers it can all carry out (decision 0298).
 */
final class StagedOptions {
    private static final int MOST = 4;

    private final ProtocolUsability.Ends ends;
    private final int streams;
    private final boolean directory;

    private StagedOptions(ProtocolUsability.Ends ends, int streams, boolean directory) {
        this.ends = ends;
        this.streams = streams;
        this.directory = directory;
    }

    /** A stop on the route; no findings for this machine. */
    private record Stop(Endpoint at, @Nullable HostFindings found) {}

    /** The options so far, and those that make a detour. */
    static List<Candidate> with(List<Candidate> direct, Survey survey, int streams, boolean directory) {
        ProtocolUsability.Ends ends = survey.ends();
        boolean stream = ends.source().isStream() || ends.destination().isStream();
        if (stream
                || (survey.source().nearby().isEmpty()
                        && survey.destination().nearby().isEmpty())) {
            return direct;
        }
        List<Candidate> all = new ArrayList<>(direct);
        all.addAll(new StagedOptions(ends, streams, directory)
                .between(survey.source().nearby(), survey.destination().nearby()));
        return all;
    }

    private List<Candidate> between(List<HostFindings> nearSource, List<HostFindings> nearDestination) {
        Set<Candidate> found = new LinkedHashSet<>();
        Stop source = new Stop(ends.source(), ends.atSource());
        Stop destination = new Stop(ends.destination(), ends.atDestination());
        for (Protocol protocol : bulkProtocols()) {
            List<Stop> starts = stops(source, nearSource, protocol);
            List<Stop> finishes = stops(destination, nearDestination, protocol);
            for (Stop start : starts) {
                for (Stop finish : finishes) {
                    boolean straight = start.equals(source) && finish.equals(destination);
                    boolean circle =
                            start.at().host().equalsIgnoreCase(finish.at().host());
                    if (!straight && !circle) {
                        option(source, start, finish, destination, protocol).ifPresent(found::add);
                    }
                }
            }
        }
        return found.stream().limit(MOST).toList();
    }

    private static List<Protocol> bulkProtocols() {
        return Protocols.all().stream()
                .filter(Suggestions::isBulk)
                .sorted(Comparator.comparingInt(Protocol::priority))
                .toList();
    }

    /** Where the long transfer may begin or end: at neighbours that speak the protocol, or at the end itself. */
    private List<Stop> stops(Stop end, List<HostFindings> nearby, Protocol protocol) {
        List<Stop> stops = new ArrayList<>();
        for (HostFindings host : nearby) {
            host.of(protocol)
                    .filter(PortFinding::isOpen)
                    .ifPresent(port -> stops.add(new Stop(
                            staging(host.host(), protocol, port.port(), end.at().location()), host)));
        }
        stops.add(end);
        return stops;
    }

    /** The source's name in the login directory, or at the root where servers know no login directory. */
    private Endpoint staging(String host, Protocol protocol, int port, Location end) {
        Location source = ends.source().location();
        // of contents the next leg is to take the contents too
        String name = FileNames.last(source.path()) + (source.saysDirectory() ? "/" : "");
        boolean accounts = protocol == Protocol.GSIFTP;
        return new Endpoint(
                new Location(
                        protocol.scheme(),
                        end.user(),
                        host,
                        port == protocol.defaultPort() ? 0 : port,
                        accounts ? name : "/" + name),
                false);
    }

    private Optional<Candidate> option(Stop source, Stop start, Stop finish, Stop destination, Protocol protocol) {
        List<Candidate> legs = new ArrayList<>();
        Optional<Candidate> over = leg(start, finish, protocol);
        boolean fromSource = start.equals(source);
        boolean toDestination = finish.equals(destination);
        Optional<Candidate> before = fromSource ? Optional.empty() : leg(source, start, null);
        Optional<Candidate> after = toDestination ? Optional.empty() : leg(finish, destination, null);
        boolean whole = over.isPresent() && (fromSource || before.isPresent()) && (toDestination || after.isPresent());
        if (!whole) {
            return Optional.empty();
        }
        before.ifPresent(legs::add);
        legs.add(over.get());
        after.ifPresent(legs::add);
        List<String> via = new ArrayList<>();
        before.ifPresent(_ -> via.add(authority(start)));
        after.ifPresent(_ -> via.add(authority(finish)));
        Candidate first = legs.getFirst();
        Candidate last = legs.getLast();
        boolean sure = surely(ends.source(), first) && surely(ends.destination(), last);
        return Optional.of(new Candidate(
                        over.get().tool(),
                        protocol,
                        over.get().transport(),
                        first.source(),
                        last.destination(),
                        via,
                        over.get().streams(),
                        legs.stream().anyMatch(Candidate::throughHere),
                        sure,
                        legs.stream().allMatch(Candidate::movable))
                .of(legs));
    }

    private static boolean surely(Endpoint end, Candidate leg) {
        return end.isLocal() || PathEquivalence.of(end, leg.protocol()) == PathEquivalence.SURE;
    }

    private static String authority(Stop stop) {
        return EndpointFormat.bracketed(stop.at().host()) + ":" + stop.at().port();
    }

    /** The best transfer between two stops, by the protocol or, if that is null, by any. */
    private Optional<Candidate> leg(Stop from, Stop to, @Nullable Protocol protocol) {
        ProtocolUsability.Ends between = new ProtocolUsability.Ends(from.at(), from.found(), to.at(), to.found());
        return Candidates.of(between, ProtocolUsability.judge(between), streams, directory).stream()
                .filter(one -> protocol == null || one.protocol() == protocol)
                .min(Comparator.comparing((Candidate one) -> !one.movable())
                        .thenComparing(Candidate::throughHere)
                        .thenComparingInt(one -> one.protocol().priority())
                        .thenComparing(Candidate::tool));
    }
}

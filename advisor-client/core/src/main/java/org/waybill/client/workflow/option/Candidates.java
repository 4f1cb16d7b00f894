package org.waybill.client.workflow.option;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.discovery.Feature;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Scenario;
import org.waybill.engine.Location;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.ToolUse;
import org.waybill.protocol.Transport;

/** All options of the usable protocols: a pure function of what was found. */
public final class Candidates {
    private static final int STREAMS_PER_FILE = 4;
    /** What rclone can fetch from and send to. */
    private static final List<Protocol> THROUGH_HERE = Protocols.movingFiles()
            .filter(one -> one.rclone() != null)
            .sorted(Comparator.comparingInt(Protocol::priority))
            .toList();

    private final ProtocolUsability.Ends ends;
    private final int wantedStreams;
    private final boolean directory;
    private final List<Candidate> found = new ArrayList<>();

    private Candidates(ProtocolUsability.Ends ends, int wantedStreams, boolean directory) {
        this.ends = ends;
        this.wantedStreams = wantedStreams;
        this.directory = directory;
    }

    /** @param directory whether the source is a directory; some tools copy only files */
    public static List<Candidate> of(
            ProtocolUsability.Ends ends, List<ProtocolFacts> protocols, int wantedStreams, boolean directory) {
        Candidates candidates = new Candidates(ends, wantedStreams, directory);
        if (ends.scenario() == Scenario.LOCAL_TO_LOCAL) {
            candidates.localCopy();
        }
        for (ProtocolFacts facts : protocols) {
            Protocol protocol = Protocols.named(facts.name()).orElseThrow();
            if (facts.available() && protocol.movesFiles()) {
                candidates.with(protocol);
            }
        }
        if (ends.scenario() == Scenario.THIRD_PARTY) {
            candidates.throughHere();
        }
        return candidates.found.stream()
                .map(one -> candidates.isCleartext(one) ? one.inCleartext() : one)
                .toList();
    }

    private boolean isCleartext(Candidate option) {
        return isCleartext(ends.atSource(), option.source()) || isCleartext(ends.atDestination(), option.destination());
    }

    private static boolean isCleartext(@Nullable HostFindings host, Location end) {
        return host != null && host.ports().stream().anyMatch(at -> at.has(Feature.CLEARTEXT) && end.is(at.protocol()));
    }

    private void localCopy() {
        Location from = ends.source().location();
        Location to = ends.destination().location();
        found.add(new Candidate(
                Tool.CP, Protocol.WAYBILL, Transport.LOCAL.name(), from, to, List.of(), 1, false, true, true));
    }

    private void with(Protocol protocol) {
        boolean thirdParty = ends.scenario() == Scenario.THIRD_PARTY;
        Location from = location(ends.source(), ends.atSource(), protocol);
        Location to = location(ends.destination(), ends.atDestination(), protocol);
        PathEquivalence sense = worse(sense(ends.source(), protocol), sense(ends.destination(), protocol));
        boolean stream = ends.source().isStream() || ends.destination().isStream();
        if (from == null || to == null || sense == PathEquivalence.NONE) {
            return;
        }
        for (ToolUse option : thirdParty ? protocol.toolsBetweenServers() : protocol.tools()) {
            boolean direct = !thirdParty || goesStraight(protocol, option.tool());
            if ((directory && !option.directories()) || (stream && !option.movable()) || !(direct || fetches(option))) {
                continue;
            }
            int streams = option.parallel() ? wantedStreams == 0 ? STREAMS_PER_FILE : wantedStreams : 1;
            // the engine finds its number itself
            int shown = Candidate.isByEngine(option.tool(), protocol) ? wantedStreams : streams;
            found.add(new Candidate(
                    option.tool(),
                    protocol,
                    option.transport().name(),
                    from,
                    to,
                    List.of(),
                    shown,
                    thirdParty && !direct,
                    sense == PathEquivalence.SURE,
                    option.movable() && !(thirdParty && !direct && isOffered(protocol))));
        }
    }

    /** Different protocols at the two endpoints: this machine fetches by one and sends by the other. */
    private void throughHere() {
        for (Protocol from : THROUGH_HERE) {
            for (Protocol to : THROUGH_HERE) {
                boolean same = from == to;
                Location source = openAt(ends.source(), ends.atSource(), from);
                Location destination = openAt(ends.destination(), ends.atDestination(), to);
                boolean sure = sense(ends.source(), from) == PathEquivalence.SURE
                        && sense(ends.destination(), to) == PathEquivalence.SURE;
                boolean takes = !to.isReadMostly();
                boolean listed = !directory || !from.isReadMostly();
                if (!same && source != null && destination != null && sure && takes) {
                    found.add(new Candidate(
                            Tool.RCLONE,
                            to,
                            to.transports().getFirst().name(),
                            source,
                            destination,
                            List.of(),
                            1,
                            true,
                            true,
                            listed));
                }
            }
        }
    }

    private static @Nullable Location openAt(Endpoint end, @Nullable HostFindings findings, Protocol protocol) {
        boolean open = findings != null
                && findings.of(protocol).filter(PortFinding::isOpen).isPresent();
        return open ? location(end, findings, protocol) : null;
    }

    private boolean goesStraight(Protocol protocol, Tool tool) {
        if (protocol.isCopiedWithin()) {
            return tool == Tool.WAYBILL && ProtocolUsability.isWithin(protocol, ends);
        }
        return protocol.isThirdPartyIfOffered()
                ? tool != Tool.RCLONE && isOffered(protocol)
                : ends.atDestination() != null && protocol.isThirdParty();
    }

    /** Whether its tool fetches and sends where servers do not copy from one to the other. */
    private static boolean fetches(ToolUse option) {
        return !option.transport().equals(Transport.HTTP) || option.tool() == Tool.RCLONE;
    }

    /** Whether web servers copy from one to the other, which Waybill's mover then has them do. */
    private boolean isOffered(Protocol protocol) {
        return protocol.isThirdPartyIfOffered()
                && ProtocolUsability.direct(
                        protocol, finding(ends.atSource(), protocol), finding(ends.atDestination(), protocol));
    }

    private static @Nullable PortFinding finding(@Nullable HostFindings host, Protocol protocol) {
        return host == null ? null : host.of(protocol).orElse(null);
    }

    private static PathEquivalence sense(Endpoint end, Protocol protocol) {
        return end.isLocal() ? PathEquivalence.SURE : PathEquivalence.of(end, protocol);
    }

    private static PathEquivalence worse(PathEquivalence one, PathEquivalence other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** The end as the protocol names it, with the port where it was found; null if it was not found. */
    private static @Nullable Location location(Endpoint end, @Nullable HostFindings findings, Protocol protocol) {
        if (end.isLocal()) {
            return end.location();
        }
        Optional<PortFinding> finding = findings == null ? Optional.empty() : findings.of(protocol);
        if (protocol.pathMeaning() == PathMeaning.BUCKET) {
            // it has no port, but its server does
            return finding.map(_ -> end.by(protocol, end.location().port())).orElse(null);
        }
        return finding.map(at -> end.by(protocol, at.port() == protocol.defaultPort() ? 0 : at.port()))
                .orElse(null);
    }
}

package org.waybill.client.workflow;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.client.workflow.option.Security;
import org.waybill.engine.Location;
import org.waybill.engine.link.NodeAddress;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * The option that a copy can start with before any advice: one that {@code copy} carries out, whose path is certainly
 * the one that was named, no less secure than what was named, and never by datagrams. A pure function, which
 * probes nothing. See decision 0224.
 *
 * @param transport as {@code copy --transport} takes it
 * @param others what advice may find besides
 */
public record BestKnownOption(String transport, Others others) {
    /** The options besides that {@code copy} would carry out unasked, of a path that is nobody's alone. */
    public enum Others {
        /** None but the same server's other protocols. */
        NONE,
        /** The same transport over relays; each of them resumes what another has copied. */
        OVER_RELAYS,
        /** A node that may show the same files as SSH; it sends again what was copied by SSH. */
        AT_NODE
    }

    /**
     * By the protocol that was named, else by the order of protocols; empty where both ends are on this machine, or
     * both on others.
     *
     * @param nodes addresses of the paired ones, {@code HOST:PORT}
     */
    public static Optional<BestKnownOption> of(AdviceRequest request, Collection<String> nodes) {
        Endpoint source = request.source();
        Endpoint destination = request.destination();
        if (source.isLocal() == destination.isLocal()) {
            return Optional.empty();
        }
        Endpoint far = source.isLocal() ? destination : source;
        List<Candidate> possible = possible(request, far);
        Stream<Candidate> named = possible.stream()
                .filter(option -> far.schemeChosen()
                        && option.protocol().scheme().equals(far.location().scheme()));
        return Stream.concat(named, possible.stream())
                .findFirst()
                .map(best -> new BestKnownOption(best.transport(), others(best, far, nodes)));
    }

    private static Others others(Candidate best, Endpoint far, Collection<String> nodes) {
        if (best.protocol() == Protocol.WAYBILL) {
            return Others.OVER_RELAYS;
        }
        boolean node = best.protocol().server() == Protocol.SSH
                && !atHost(far.host(), nodes).isEmpty();
        return node ? Others.AT_NODE : Others.NONE;
    }

    /** Only a node that is paired under the host's own name is compared with SSH. */
    public static List<NodeAddress> atHost(String host, Collection<String> nodes) {
        return nodes.stream()
                .map(NodeAddress::parse)
                .filter(node -> node.host().equalsIgnoreCase(host))
                .toList();
    }

    private static List<Candidate> possible(AdviceRequest request, Endpoint far) {
        return Protocols.movingFiles()
                .filter(protocol -> PathEquivalence.of(far, protocol) == PathEquivalence.SURE)
                .sorted(Comparator.comparingInt(Protocol::priority))
                .flatMap(protocol -> protocol.tools().stream()
                        .filter(tool -> tool.movable() && !tool.transport().isDatagrams())
                        .map(tool -> new Candidate(
                                tool.tool(),
                                protocol,
                                tool.transport().name(),
                                end(request.source(), protocol),
                                end(request.destination(), protocol),
                                List.of(),
                                request.streams(),
                                false,
                                true,
                                true)))
                .map(option -> Security.guarded(request, option))
                .filter(option -> Security.keepsToWhatWasNamed(request, option))
                .filter(option -> Security.of(option).protectsData() || (far.schemeChosen() && !request.secure()))
                .toList();
    }

    private static Location end(Endpoint end, Protocol protocol) {
        return end.isLocal() ? end.location() : end.by(protocol, end.location().port());
    }
}

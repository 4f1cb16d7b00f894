package org.waybill.client.workflow.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.PathForecast;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * One possible option, before it is estimated.
 *
 * @param protocol what is spoken; with different protocols at the two endpoints, the one of the destination
 * @param transport as {@code copy --transport} takes it, or a name of a tool's own
 * @param source the source as this protocol names it
 * @param via relays as {@code host:port}
 * @param streams 0 for the tool's own choice
 * @param throughHere whether the data of a third-party transfer pass this machine
 * @param pathSure whether the paths certainly mean what the user named
 * @param movable whether {@code waybill copy} can carry it out
 * @param legs the transfers that it is made of when the data are staged at hosts between the endpoints, in order; empty
 *     for one transfer
 * @param circuit that is reserved for it; null for none
 * @param replica that it takes in place of the source that the user named; null for none
 * @param relayed what its path was forecast to carry from measurements of its links; null where that is unknown, and for
 *     a direct path beside which no relays pay
 * @param cleartext true where a server is asked without encryption although the scheme promises it; null otherwise
 */
public record Candidate(
        Tool tool,
        Protocol protocol,
        String transport,
        Location source,
        Location destination,
        List<String> via,
        int streams,
        boolean throughHere,
        boolean pathSure,
        boolean movable,
        List<Candidate> legs,
        @Nullable PlannedCircuit circuit,
        @Nullable KnownReplica replica,
        @Nullable PathForecast relayed,
        @Nullable Boolean cleartext) {
    public Candidate {
        via = List.copyOf(via);
        legs = List.copyOf(legs);
    }

    /** Over the Internet, from the source that the user named. */
    public Candidate(
            Tool tool,
            Protocol protocol,
            String transport,
            Location source,
            Location destination,
            List<String> via,
            int streams,
            boolean throughHere,
            boolean pathSure,
            boolean movable) {
        this(
                tool,
                protocol,
                transport,
                source,
                destination,
                via,
                streams,
                throughHere,
                pathSure,
                movable,
                List.of(),
                null,
                null,
                null,
                null);
    }

    /** Whether the data travel by this transport. */
    public boolean isBy(Transport carrier) {
        return transport.equals(carrier.name());
    }

    /** Whether Waybill's engine carries it, between nodes; other protocols that no tool speaks are Waybill's own too. */
    public boolean isByEngine() {
        return isByEngine(tool, protocol);
    }

    static boolean isByEngine(Tool tool, Protocol protocol) {
        return tool == Tool.WAYBILL && protocol == Protocol.WAYBILL;
    }

    /** Whether they travel as datagrams, which need a path of their own. */
    public boolean isByDatagrams() {
        return Protocols.transport(transport).isDatagrams();
    }

    /** Whether the data stop at hosts between the endpoints. */
    public boolean isStaged() {
        return !legs.isEmpty();
    }

    /** Both ends are remote and the data go straight between them. */
    public boolean isThirdPartyDirect() {
        return !source.isLocal() && !destination.isLocal() && !throughHere && !isStaged();
    }

    /** Whether one server has both ends, and copies from one to the other itself. */
    public boolean staysInServer() {
        return protocol.isCopiedWithin() && isThirdPartyDirect();
    }

    /** The same over relays of which nothing is forecast. */
    public Candidate through(List<String> relays) {
        return changed(transport, source, destination, relays, pathSure, legs, circuit, replica, null);
    }

    /** The same over a path whose links were measured. */
    public Candidate through(PathForecast path) {
        return changed(transport, source, destination, path.via(), pathSure, legs, circuit, replica, path);
    }

    /** The same by the paths under which a node is known to show the same files as SSH. */
    public Candidate atNode(String from, String to) {
        return protocol == Protocol.WAYBILL && !pathSure && !isStaged()
                ? changed(transport, at(source, from), at(destination, to), via, true, legs, circuit, replica, relayed)
                : this;
    }

    private static Location at(Location end, String path) {
        return new Location(end.scheme(), end.user(), end.host(), end.port(), path);
    }

    /** The same, now that its paths are known to mean what the user named. */
    public Candidate certain() {
        return changed(transport, source, destination, via, true, legs, circuit, replica, relayed);
    }

    /** The same to another place. */
    public Candidate to(Location place) {
        return changed(transport, source, place, via, pathSure, legs, circuit, replica, relayed);
    }

    /** The same over a reserved circuit. */
    public Candidate over(PlannedCircuit reserved) {
        return changed(transport, source, destination, via, pathSure, legs, reserved, replica, relayed);
    }

    /** The same by another transport. */
    public Candidate by(Transport carrier) {
        return changed(carrier.name(), source, destination, via, pathSure, legs, circuit, replica, relayed);
    }

    /** The same made of other transfers. */
    public Candidate of(List<Candidate> transfers) {
        return changed(transport, source, destination, via, pathSure, transfers, circuit, replica, relayed);
    }

    /** The same, of which an end's server is asked without encryption. */
    public Candidate inCleartext() {
        return new Candidate(
                tool,
                protocol,
                transport,
                source,
                destination,
                via,
                streams,
                throughHere,
                pathSure,
                movable,
                legs,
                circuit,
                replica,
                relayed,
                true);
    }

    /** The same from a replica; from where it was, if that is null. */
    public Candidate from(@Nullable KnownReplica copy) {
        return copy == null
                ? this
                : changed(transport, source, destination, via, pathSure, legs, circuit, copy, relayed);
    }

    private Candidate changed(
            String carrier,
            Location start,
            Location place,
            List<String> relays,
            boolean sure,
            List<Candidate> transfers,
            @Nullable PlannedCircuit reserved,
            @Nullable KnownReplica copy,
            @Nullable PathForecast path) {
        return new Candidate(
                tool,
                protocol,
                carrier,
                start,
                place,
                relays,
                streams,
                throughHere,
                sure,
                movable,
                transfers,
                reserved,
                copy,
                path,
                cleartext);
    }
}

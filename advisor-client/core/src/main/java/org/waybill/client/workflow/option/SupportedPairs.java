package org.waybill.client.workflow.option;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.protocol.Login;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Between which endpoints {@code copy} copies, if the servers that they name answer: a pure function of the
 * descriptors. The table in the user guide says the same.
 */
public final class SupportedPairs {
    private SupportedPairs() {}

    /**
     * Whether any option carries data from the one to the other, by the protocols that they name.
     *
     * @param directory whether the source is a directory
     */
    public static boolean has(Endpoint source, Endpoint destination, boolean directory) {
        if (source.location().is(Protocol.SRM) || destination.location().is(Protocol.SRM)) {
            return source.isLocal() || destination.isLocal(); // by what the storage system offers
        }
        return !options(source, destination, directory).isEmpty();
    }

    /**
     * Whether one may be found once the servers answer: by what they serve at the same paths beside the protocol that is
     * named, as web servers WebDAV.
     *
     * @param directory whether the source is a directory
     * @param found of a server that answered by the protocol that is named it is known what else it serves
     */
    public static boolean mayHave(Endpoint source, Endpoint destination, boolean directory, List<ProtocolFacts> found) {
        Set<String> atSource = open(found, ProtocolFacts::sourceOpen);
        Set<String> atDestination = open(found, ProtocolFacts::destinationOpen);
        return has(source, destination, directory)
                || !options(
                                source,
                                serving(source, atSource),
                                destination,
                                serving(destination, atDestination),
                                directory)
                        .isEmpty();
    }

    private static Set<String> open(List<ProtocolFacts> found, Function<ProtocolFacts, @Nullable Boolean> end) {
        return found.stream()
                .filter(facts -> Boolean.TRUE.equals(end.apply(facts)))
                .map(ProtocolFacts::name)
                .collect(Collectors.toSet());
    }

    /** What {@code copy} can carry out of it, storage systems aside. */
    public static List<Candidate> options(Endpoint source, Endpoint destination, boolean directory) {
        return options(source, answering(source), destination, answering(destination), directory);
    }

    private static List<Candidate> options(
            Endpoint source,
            @Nullable HostFindings atSource,
            Endpoint destination,
            @Nullable HostFindings atDestination,
            boolean directory) {
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(source, atSource, destination, atDestination);
        return Candidates.of(ends, ProtocolUsability.judge(ends), 0, directory).stream()
                .filter(option -> option.movable() && option.pathSure())
                .toList();
    }

    /** The schemes to which {@code copy} copies a file from a source, in alphabetical order; this machine aside. */
    public static List<String> destinations(Endpoint source) {
        return Protocols.movingFiles()
                .map(Protocol::scheme)
                .filter(scheme ->
                        has(source, new Endpoint(new Location(scheme, null, source.host(), 0, "/"), true), false))
                .sorted()
                .toList();
    }

    /** As if the host served just the protocol that was named; an SSH server serves all that log in by SSH. */
    private static @Nullable HostFindings answering(Endpoint end) {
        return answering(end, (named, one) -> one == named || named.login() == Login.SSH && one.login() == Login.SSH);
    }

    /** As if it served all by which the path means the same; of these what is open, if what was named is. */
    private static @Nullable HostFindings serving(Endpoint end, Set<String> open) {
        return answering(
                end,
                (named, one) ->
                        one.sharesPathsWith(named) && (!open.contains(named.scheme()) || open.contains(one.scheme())));
    }

    private static @Nullable HostFindings answering(Endpoint end, BiPredicate<Protocol, Protocol> serves) {
        if (end.isLocal()) {
            return null;
        }
        Stream<Protocol> served = Protocols.named(end.location().scheme()).stream()
                .flatMap(named -> Protocols.all().stream().filter(one -> serves.test(named, one)));
        return new HostFindings(
                end.host(),
                List.of(),
                served.map(one -> new PortFinding(one, one.defaultPort(), PortState.OPEN, "", Set.of(), null))
                        .toList());
    }
}

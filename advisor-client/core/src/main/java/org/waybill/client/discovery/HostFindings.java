package org.waybill.client.discovery;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * What discovery found at one host.
 *
 * @param addresses textual, in the order of preference; empty when the name has none
 * @param ports one finding per protocol and port that was tried
 */
public record HostFindings(String host, List<String> addresses, List<PortFinding> ports) {
    public HostFindings {
        addresses = List.copyOf(addresses);
        ports = List.copyOf(ports);
    }

    /** The finding that matters for a protocol: an open port if there is one, else the first that was tried. */
    public Optional<PortFinding> of(Protocol protocol) {
        return ports.stream()
                .filter(finding -> finding.protocol() == protocol)
                .min(Comparator.comparing(finding -> !finding.isOpen()));
    }

    /**
     * The same where the user's word counts for protocols that need a {@link Feature} which the server shows only after a
     * log-in: a probe has no account, and sends no secret to a server whose certificate it does not check.
     */
    public HostFindings trusting(Endpoint named) {
        Optional<Protocol> protocol =
                named.schemeChosen() ? Protocols.named(named.location().scheme()) : Optional.empty();
        return new HostFindings(
                host,
                addresses,
                ports.stream()
                        .map(one -> one.state() == PortState.WRONG_SERVICE
                                        && one.has(Feature.LOG_IN)
                                        && one.port() == named.port()
                                        && protocol.filter(one.protocol()::sharesPathsWith)
                                                .isPresent()
                                ? new PortFinding(
                                        one.protocol(),
                                        one.port(),
                                        PortState.OPEN,
                                        one.banner(),
                                        one.features(),
                                        one.connectMillis())
                                : one)
                        .toList());
    }

    /** Whether no probe gets there, so that nothing was asked. */
    public boolean wasAssumed() {
        return ports.stream().anyMatch(finding -> finding.has(Feature.ASSUMED));
    }

    /** Whether anything at all came back from the host. */
    public boolean answered() {
        return ports.stream()
                .anyMatch(finding -> finding.connectMillis() != null || finding.state() == PortState.CLOSED);
    }

    /** Whether nothing came back in time from any port, which says nothing of the protocols that it speaks. */
    public boolean heardNothing() {
        return !ports.isEmpty()
                && ports.stream()
                        .allMatch(finding -> finding.state() == PortState.FILTERED && finding.connectMillis() == null);
    }

    /** The same without the times of its connections, which say nothing of the way to a host behind a tunnel. */
    public HostFindings untimed() {
        return new HostFindings(
                host,
                addresses,
                ports.stream()
                        .map(one -> new PortFinding(
                                one.protocol(), one.port(), one.state(), one.banner(), one.features(), null))
                        .toList());
    }

    /** The fastest TCP connection in milliseconds: an upper bound of the round-trip time, close to it. */
    public OptionalDouble rttMillis() {
        return ports.stream()
                .map(PortFinding::connectMillis)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
    }
}

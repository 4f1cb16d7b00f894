package org.waybill.client.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Scenario;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Which of the protocols found can be used in a scenario, and why not: a pure function of what was found. */
public final class ProtocolUsability {
    private ProtocolUsability() {}

    /** The ends of a transfer; findings are null for a local end. */
    public record Ends(
            Endpoint source,
            @Nullable HostFindings atSource,
            Endpoint destination,
            @Nullable HostFindings atDestination) {

        public Scenario scenario() {
            return Scenario.of(source, destination);
        }
    }

    private record Verdict(boolean available, String reason) {}

    /** Every protocol that was looked for, usable ones first, by priority. */
    public static List<ProtocolFacts> judge(Ends ends) {
        List<ProtocolFacts> facts = new ArrayList<>();
        for (Protocol protocol : Protocols.all()) {
            Optional<PortFinding> source = Optional.ofNullable(ends.atSource()).flatMap(host -> host.of(protocol));
            Optional<PortFinding> destination =
                    Optional.ofNullable(ends.atDestination()).flatMap(host -> host.of(protocol));
            if (source.isPresent() || destination.isPresent()) {
                facts.add(facts(protocol, ends, source.orElse(null), destination.orElse(null)));
            }
        }
        facts.sort(
                Comparator.comparing((ProtocolFacts one) -> !one.available()).thenComparing(ProtocolFacts::priority));
        return facts;
    }

    private static ProtocolFacts facts(
            Protocol protocol, Ends ends, @Nullable PortFinding source, @Nullable PortFinding destination) {
        Verdict verdict = verdict(protocol, ends, source, destination);
        PortFinding shown = destination != null ? destination : source;
        String banner = shown == null ? "" : shown.banner();
        int port = shown == null ? protocol.defaultPort() : shown.port();
        return new ProtocolFacts(
                protocol.scheme(),
                port,
                source == null || isAssumed(source) ? null : source.isOpen(),
                destination == null || isAssumed(destination) ? null : destination.isOpen(),
                verdict.available(),
                protocol.priority(),
                verdict.reason(),
                source == null || isAssumed(source) ? null : source.state(),
                destination == null || isAssumed(destination) ? null : destination.state(),
                banner);
    }

    private static boolean isAssumed(PortFinding at) {
        return at.has(Feature.ASSUMED);
    }

    private static Verdict assumed(String end) {
        return new Verdict(
                true, "you named it; the " + end + " was not probed, since only a proxy or jump host gets there");
    }

    private static Verdict verdict(
            Protocol protocol, Ends ends, @Nullable PortFinding source, @Nullable PortFinding destination) {
        if (!protocol.movesFiles()) {
            return new Verdict(false, "carries sftp, scp and commands; copies no files itself");
        }
        return switch (ends.scenario()) {
            case LOCAL_TO_REMOTE -> push(protocol, ends.destination(), destination);
            case REMOTE_TO_LOCAL -> pull(protocol, source);
            case THIRD_PARTY -> thirdParty(protocol, source, ends, destination);
            case LOCAL_TO_LOCAL -> new Verdict(false, "both endpoints are on this machine");
        };
    }

    private static Verdict push(Protocol protocol, Endpoint destination, @Nullable PortFinding at) {
        if (at == null || !at.isOpen()) {
            return new Verdict(false, closed("destination", protocol, at));
        }
        if (isAssumed(at)) {
            return assumed("destination");
        }
        if (protocol.isReadMostly()) {
            return webPush(destination, at);
        }
        return new Verdict(true, "the destination answers; uploads work where the account may write");
    }

    /** A web server seldom takes uploads: it must say so, or the user must have named it as the destination. */
    private static Verdict webPush(Endpoint destination, PortFinding at) {
        if (at.has(Feature.PUT) || at.has(Feature.DAV)) {
            return new Verdict(true, "the destination's web server offers " + (at.has(Feature.PUT) ? "PUT" : "WebDAV"));
        }
        boolean named = destination.schemeChosen()
                && Protocols.named(destination.location().scheme())
                        .filter(one -> one.server().isReadMostly())
                        .isPresent();
        if (named && !at.has(Feature.METHODS_LISTED)) {
            return new Verdict(true, "you named it; the web server does not report whether it accepts PUT");
        }
        return new Verdict(false, "the web server answers but does not offer PUT: downloads only");
    }

    private static Verdict pull(Protocol protocol, @Nullable PortFinding at) {
        if (at == null || !at.isOpen()) {
            return new Verdict(false, closed("source", protocol, at));
        }
        if (isAssumed(at)) {
            return assumed("source");
        }
        return new Verdict(true, "the source answers; downloads work");
    }

    private static Verdict thirdParty(
            Protocol protocol, @Nullable PortFinding source, Ends ends, @Nullable PortFinding at) {
        Verdict pull = pull(protocol, source);
        Verdict push = push(protocol, ends.destination(), at);
        // at an end that was not named for the protocol its usual port was asked, which nobody wrote
        boolean pushFirst = ends.destination().location().is(protocol)
                && !ends.source().location().is(protocol);
        if (!pull.available() && (push.available() || !pushFirst)) {
            return pull;
        }
        if (!push.available()) {
            return push;
        }
        if (isWithin(protocol, ends)) {
            return new Verdict(true, "the server copies itself what it has, if it lets these credentials do both");
        }
        if (direct(protocol, source, at)) {
            String how = protocol == Protocol.FTP
                    ? "directly between the servers (FXP) if both allow it"
                    : protocol.isThirdPartyIfOffered()
                            ? "the servers copy from one to the other (COPY) if they let these credentials"
                            : "the data flow directly between the servers";
            return new Verdict(true, "both hosts answer; " + how);
        }
        if (protocol.isThirdPartyIfOffered() && either(source, at, Feature.LOG_IN)) {
            return new Verdict(
                    true,
                    "both hosts answer; whether they copy between each other they say only after a log-in, so the"
                            + " forecast is that of a copy through this machine");
        }
        return new Verdict(
                true, "both hosts answer, but " + protocol.scheme() + " has no third-party copy: through this machine");
    }

    /** Whether data can go straight between the two servers. */
    public static boolean direct(Protocol protocol, @Nullable PortFinding source, @Nullable PortFinding destination) {
        if (protocol.isThirdPartyIfOffered()) {
            return either(source, destination, Feature.COPY);
        }
        return protocol.isThirdParty();
    }

    private static boolean either(@Nullable PortFinding source, @Nullable PortFinding destination, Feature feature) {
        return Stream.of(Optional.ofNullable(source), Optional.ofNullable(destination))
                .flatMap(Optional::stream)
                .anyMatch(end -> end.has(feature));
    }

    /** Whether both ends are places of one server, for one user, which copies from one to the other. */
    public static boolean isWithin(Protocol protocol, Ends ends) {
        return protocol.isCopiedWithin()
                && ends.source().location().is(protocol)
                && ends.destination().location().is(protocol)
                && Objects.equals(
                        ends.source().location().user(),
                        ends.destination().location().user());
    }

    private static String closed(String end, Protocol protocol, @Nullable PortFinding at) {
        if (at == null) {
            return "not probed at the " + end;
        }
        String where = "port " + at.port() + " of the " + end;
        return switch (at.state()) {
            case CLOSED -> where + " is closed";
            case FILTERED ->
                at.banner().isEmpty()
                        ? where + " did not answer in time: a firewall, a host that is down, or a busy host"
                        : where + " is open, but whether it answers as " + protocol.scheme() + " is not known: "
                                + at.banner();
            case UNREACHABLE -> "the " + end + " cannot be reached";
            case WRONG_SERVICE ->
                where + " is open but does not answer as " + protocol.scheme()
                        + (at.banner().isEmpty() ? "" : ": " + at.banner());
            case OPEN -> where + " is open";
        };
    }
}

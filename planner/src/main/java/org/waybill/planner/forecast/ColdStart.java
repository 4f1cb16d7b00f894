package org.waybill.planner.forecast;

import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/**
 * A transfer's time from facts alone, when the pair has no history: the transport's round trips and slow start as
 * set-up, and the smallest of link, loss, window, disk and processor limits as rate; loss counts from the first one on
 * that is to be expected (Cardwell, Savage and Anderson 2000).
 */
final class ColdStart {
    /** Payload share of a full Ethernet frame with TCP timestamps: 1448 of 1538 bytes. */
    private static final double PAYLOAD_SHARE = .94;
    /** The same of a packet, which is what probes measure, less what TLS or SSH add. */
    private static final double PACKET_PAYLOAD_SHARE = .96;
    /** Where the RTT was not measured; only the small set-up terms depend on it then. */
    static final double UNMEASURED_RTT_SECONDS = .05;

    private static final double LEAST_FILE_SECONDS = 5e-4;
    /** Where the next file waits for this one: creating, comparing and renaming it at the server. */
    private static final double WAITED_FILE_SECONDS = 3e-3;

    private static final double LEAST_TERM_SECONDS = 1e-3;
    /** What starting costs where the transport itself needs nothing for it. */
    private static final double LEAST_SETUP_SECONDS = .2;
    /** A round trip so short stays within a machine, or next to one: no network bounds the rate. */
    private static final double ONE_MACHINE_RTT_MILLIS = .2;

    /**
     * @param model the three terms for about the volume asked; each above 0
     * @param evidence what its rate is based on
     */
    record Prior(TransferTimeModel model, TransferForecast.Basis basis, Evidence evidence, String limit) {}

    private ColdStart() {}

    /** The prior for {@code query}, or null when no fact bounds its rate. */
    static @Nullable Prior of(TransferQuery query, PathFacts facts) {
        Transport transport = Protocols.transport(query.transport());
        double rtt = rttSeconds(facts);
        double link = link(query, facts);
        double loss = loss(query, facts, transport, rtt);
        double window = window(query, facts, transport, rtt);
        double disk = query.dataClass() == DataClass.DISK && facts.diskBitsPerSecond() != null
                ? facts.diskBitsPerSecond()
                : Double.POSITIVE_INFINITY;
        double ends = facts.endBitsPerSecond() == null ? Double.POSITIVE_INFINITY : facts.endBitsPerSecond();
        double bound = Math.min(Math.min(Math.min(link, window), disk), ends);
        double rate = Math.min(bound, loss);
        // where nothing but loss is known to bound the rate, it is taken to do so from the first byte on
        double free = bound == Double.POSITIVE_INFINITY ? rate : bound;
        boolean oneMachine = facts.rttMillis() != null && facts.rttMillis() <= ONE_MACHINE_RTT_MILLIS;
        boolean pathKnown = facts.bottleneckBitsPerSecond() != null
                || loss < Double.POSITIVE_INFINITY
                || (facts.windowBytes() != null && facts.rttMillis() != null)
                || oneMachine;
        if (!pathKnown || rate == Double.POSITIVE_INFINITY) {
            return null;
        }
        return new Prior(
                model(query, transport, facts, new Rates(free, rate)),
                basis(facts, rate == link),
                (rate == ends || rate == disk) && oneMachine ? Evidence.ENDS : facts.evidence(),
                rate == link
                        ? "link"
                        : rate == loss ? "loss" : rate == window ? "window" : rate == ends ? "ends" : "disk");
    }

    /** What a log-in and a file cost by a transport; a byte costs nothing here. */
    static TransferTimeModel usualCosts(String name, double rttSeconds) {
        Transport transport = Protocols.transport(name);
        return new TransferTimeModel(
                Math.max(LEAST_SETUP_SECONDS, setupSeconds(transport, rttSeconds)),
                fileSeconds(transport, rttSeconds),
                0);
    }

    private static double setupSeconds(Transport transport, double rtt) {
        return transport.setupRoundTrips() * rtt + transport.setupSeconds();
    }

    private static double fileSeconds(Transport transport, double rtt) {
        return transport.fileRoundTrips() == 0
                ? LEAST_FILE_SECONDS
                : WAITED_FILE_SECONDS + transport.fileRoundTrips() * rtt;
    }

    private static double rttSeconds(PathFacts facts) {
        return facts.rttMillis() == null ? UNMEASURED_RTT_SECONDS : facts.rttMillis() / 1000;
    }

    /** What is left of the narrowest link: each connection of others takes as much of it as each of ours. */
    private static double link(TransferQuery query, PathFacts facts) {
        if (facts.bottleneckBitsPerSecond() == null) {
            return Double.POSITIVE_INFINITY;
        }
        double lost = facts.lossRatio() == null ? 0 : facts.lossRatio();
        double others = facts.otherFlows() == null ? 0 : facts.otherFlows();
        double share = query.reckonedStreams() / (query.reckonedStreams() + others);
        double payload = facts.evidence().wasProbed() ? PACKET_PAYLOAD_SHARE : PAYLOAD_SHARE;
        return facts.bottleneckBitsPerSecond() * payload * (1 - lost) * share;
    }

    private static double loss(TransferQuery query, PathFacts facts, Transport transport, double rtt) {
        if (facts.lossRatio() == null || facts.rttMillis() == null) {
            return Double.POSITIVE_INFINITY;
        }
        CongestionControl control = transport.isDatagrams()
                ? CongestionControl.RATE_BASED
                : facts.congestionControl() == null ? CongestionControl.CUBIC : facts.congestionControl();
        return query.reckonedStreams() * TcpRate.lossLimited(control, rtt, facts.lossRatio());
    }

    private static double window(TransferQuery query, PathFacts facts, Transport transport, double rtt) {
        double bytes = Double.POSITIVE_INFINITY;
        if (facts.windowBytes() != null && !transport.isDatagrams()) {
            bytes = facts.windowBytes();
        }
        if (transport.windowBytes() != null) {
            bytes = Math.min(bytes, transport.windowBytes());
        }
        return facts.rttMillis() == null ? Double.POSITIVE_INFINITY : query.reckonedStreams() * bytes * 8 / rtt;
    }

    /** What a transfer's rate is before its first loss, and from then on, in bit/s. */
    private record Rates(double free, double lasting) {
        /** Seconds a byte where {@code freeShare} of the bytes go before the first loss. */
        double secondsPerByte(double freeShare) {
            return 8 * (lasting == free ? 1 / free : freeShare / free + (1 - freeShare) / lasting);
        }
    }

    private static TransferTimeModel model(TransferQuery query, Transport transport, PathFacts facts, Rates rates) {
        double rtt = rttSeconds(facts);
        double perStream = rates.free() / query.reckonedStreams();
        double connections = query.reckonedStreams() * (transport.connectionPerFile() ? (double) query.files() : 1);
        double bytes = query.bytes() / connections;
        double freeBytes = rates.lasting() == rates.free() || facts.lossRatio() == null
                ? bytes
                : TcpRate.bytesBeforeLoss(facts.lossRatio(), bytes);
        double setup = setupSeconds(transport, rtt) + (facts.endSetupSeconds() == null ? 0 : facts.endSetupSeconds());
        double perFile = fileSeconds(transport, rtt);
        if (transport.connectionPerFile()) {
            perFile += TcpRate.slowStartSeconds(rtt, perStream, freeBytes);
        } else if (!transport.isDatagrams()) {
            setup += TcpRate.slowStartSeconds(rtt, perStream, freeBytes);
        }
        return new TransferTimeModel(
                Math.max(LEAST_TERM_SECONDS, setup), perFile, rates.secondsPerByte(bytes > 0 ? freeBytes / bytes : 1));
    }

    private static TransferForecast.Basis basis(PathFacts facts, boolean byLink) {
        boolean probed = facts.evidence().wasProbed() && byLink;
        return probed ? TransferForecast.Basis.PROBE : TransferForecast.Basis.MODEL;
    }
}

package org.waybill.client.doctor;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.icmp.QueueDelay;
import org.waybill.engine.cause.RoundTrips;

/**
 * Why packets are lost, and whether that matters: every full link loses some. Only where a test transfer stays clearly
 * below the capacity is a reason looked for; others' packets show as a queue before ours are there, damage as losses of
 * single small packets, a policer as losses that four connections together cannot pass either.
 *
 * @param windowed whether a buffer, not the path, limits the test transfer's rate
 */
record LossRules(
        RemoteHostUnderTest sender,
        PathMeasurements path,
        @Nullable TestTransfer flight,
        String described,
        boolean windowed) {
    /** Reno needs W/2 round trips to recover from one loss; with this many packets that is a matter of a minute. */
    private static final double RENO_MOST_PACKETS = 1000;
    /** A Reno saw tooth between W/2 and W. */
    private static final double RENO_PART = 0.75;
    /** More than this of single small packets is damage, with any congestion control. */
    private static final double DAMAGED = 0.01;

    private static final double LEAST_LOSS = 1e-5;
    private static final double LEAST_GROWN_MILLIS = 3;
    private static final double GROWN_PART = 0.25;
    /** Four connections over a path that loses at random are almost four times as fast. */
    private static final double SCALES = 1.5;
    /** Four connections that stay below this part of the capacity leave a queue to others, and loss to a policer. */
    private static final double PARTLY = 0.6;
    /**
     * Echoes may be lost in either direction; one that loses less than this part of what they do is not the bad one.
     */
    private static final double OWN_PART = 0.25;

    List<Finding> findings() {
        Optional<Finding> found = flight == null ? byFormula() : bySeen(flight);
        return found.or(this::reno).stream().toList();
    }

    private Optional<Finding> bySeen(TestTransfer seen) {
        double echoLoss = path.lossRatio() == null ? 0 : path.lossRatio();
        double loss = seen.lossRatio() == null ? echoLoss : seen.lossRatio();
        if (windowed
                || seen.stalled()
                || seen.isProcessorBound()
                || seen.bitsPerSecond() > DirectionRules.FULL * path.bitsPerSecond()) {
            return Optional.empty();
        }
        if (loss < LEAST_LOSS) {
            return Optional.empty();
        }
        double queue = path.queueMillis() == null ? 0 : path.queueMillis();
        if (QueueDelay.isOthers(queue, path.rttMillis(), path.bitsPerSecond())) {
            return Optional.of(others(queue, seen.bitsPerSecond()));
        }
        if (echoLoss >= DAMAGED && loss >= Math.max(DAMAGED / 2, OWN_PART * echoLoss)) {
            return Optional.of(damage(loss, seen.bitsPerSecond()));
        }
        boolean partly =
                seen.severalBitsPerSecond() != null && seen.bestBitsPerSecond() < PARTLY * path.bitsPerSecond();
        double grown = seen.loadedRttMillis() == null ? 0 : seen.loadedRttMillis() - path.rttMillis();
        if (grown > Math.max(LEAST_GROWN_MILLIS, GROWN_PART * path.rttMillis())) {
            return partly ? Optional.of(others(grown, seen.bitsPerSecond())) : Optional.empty();
        }
        Double several = seen.severalBitsPerSecond();
        if (partly && several != null && several < SCALES * seen.bitsPerSecond()) {
            return Optional.of(finding(
                    DoctorCode.POLICER,
                    Finding.text(
                            "after a burst of %s the path passes %s (%s over four connections) and loses %.2g %% of"
                                + " the packets without a queue; stay below that rate, or ask the network operator for"
                                + " more",
                            HumanUnits.rate(seen.burstBitsPerSecond()),
                            HumanUnits.rate(seen.bitsPerSecond()),
                            HumanUnits.rate(several),
                            100 * loss),
                    "waybill copy --rate "
                            + Math.max(1, Math.round(DirectionRules.HEADROOM * seen.bestBitsPerSecond() / 1e6))
                            + "mbit SOURCE DESTINATION",
                    seen.bitsPerSecond()));
        }
        String current = sender.tcp().congestionControl();
        return current == null || current.startsWith("bbr") || !RoundTrips.isNear(seen.bitsPerSecond(), bound(loss))
                ? Optional.empty()
                : Optional.of(congestionControl(current, loss, seen.bitsPerSecond()));
    }

    private Finding others(double queueMillis, double reached) {
        return finding(
                DoctorCode.CROSS_TRAFFIC,
                Finding.text(
                        "other traffic fills a queue of %.1f ms, and one connection gets %s of %s; use more connections"
                                + " for a larger share, or transfer at a quieter time",
                        queueMillis, HumanUnits.rate(reached), described),
                "waybill copy --streams 8 SOURCE DESTINATION",
                reached);
    }

    /** Where nothing could be sent: what the loss of echoes would do to one connection. */
    private Optional<Finding> byFormula() {
        String current = sender.tcp().congestionControl();
        Double loss = path.lossRatio();
        if (loss == null || loss <= 0) {
            return Optional.empty();
        }
        double reached = bound(loss);
        if (reached > DirectionRules.HEADROOM * path.bitsPerSecond()) {
            return Optional.empty();
        }
        if (loss >= DAMAGED) {
            return Optional.of(damage(loss, reached));
        }
        return current == null || current.startsWith("bbr")
                ? Optional.empty()
                : Optional.of(congestionControl(current, loss, reached));
    }

    private Finding damage(double loss, double reached) {
        boolean bbr = String.valueOf(sender.tcp().congestionControl()).startsWith("bbr");
        return finding(
                DoctorCode.PATH_LOSS,
                Finding.text(
                        "%.2g %% of the packets from %s are lost at any rate, so one connection gets %s of %s: a bad"
                            + " cable, optic, radio or duplex setting; find the link with 'mtr -rwzc 300', and use bbr"
                            + " until it is fixed",
                        100 * loss, sender.name(), HumanUnits.rate(reached), described),
                bbr ? "ip -s link; mtr -rwzc 300 HOST" : better("bbr"),
                reached);
    }

    private Finding congestionControl(String current, double loss, double reached) {
        return finding(
                DoctorCode.CONGESTION_CONTROL,
                Finding.text(
                        "%s uses %s, which at a loss of %.2g reaches %s over %s",
                        sender.name(), current, loss, HumanUnits.rate(reached), described),
                better("bbr"),
                reached);
    }

    private Optional<Finding> reno() {
        double windowPackets = path.bandwidthDelayBytes() * 8 / packetBits();
        if (!"reno".equals(sender.tcp().congestionControl()) || windowPackets <= RENO_MOST_PACKETS) {
            return Optional.empty();
        }
        String choice = sender.tcp().congestionControls().contains("cubic")
                        && !sender.tcp().congestionControls().contains("bbr")
                ? "cubic"
                : "bbr";
        return Optional.of(finding(
                DoctorCode.CONGESTION_CONTROL,
                Finding.text(
                        "%s uses reno, which over %s needs %.0f s to recover from a single loss",
                        sender.name(), described, windowPackets / 2 * path.rttMillis() / 1000),
                better(choice),
                RENO_PART * path.bitsPerSecond()));
    }

    private double packetBits() {
        int mtu = path.pathMtuBytes() == null ? PathMeasurements.USUAL_MTU_BYTES : path.pathMtuBytes();
        return 8.0 * (mtu - DirectionRules.TCP_HEADERS_BYTES);
    }

    /** What one connection reaches at a loss ratio. */
    private double bound(double loss) {
        double packets = "cubic".equals(sender.tcp().congestionControl())
                ? RoundTrips.cubicWindow(path.rttMillis() / 1000, loss)
                : RoundTrips.renoWindow(loss);
        return packetBits() * 1000 / path.rttMillis() * packets;
    }

    private String better(String choice) {
        String load = sender.tcp().congestionControls().contains(choice) ? "" : "sudo modprobe tcp_" + choice + " && ";
        return load + "sudo sysctl -w net.ipv4.tcp_congestion_control=" + choice;
    }

    private Finding finding(DoctorCode code, String text, String fix, double reached) {
        return Finding.limit(code, sender, text, fix, reached, path);
    }
}

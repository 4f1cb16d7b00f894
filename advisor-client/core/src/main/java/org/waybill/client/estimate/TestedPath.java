package org.waybill.client.estimate;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.SenderAccount;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.ForecastBand;
import org.waybill.planner.forecast.TcpRate;

/**
 * What test transfers by one connection show of a path.
 *
 * @param path as it was known before them
 * @param line through their times
 */
record TestedPath(PathState path, RateFit line) {
    /** Slow start sends two bandwidth-delay products before its window is one, and half of a transfer should follow. */
    private static final double RAMP_PRODUCTS = 4;

    /**
     * How far a rate of seconds beside others is believed against an equal share with their usual number, as an
     * exponent: it is that of one that has just started, which leaves slow start at the first sign of their queue and needs some of
     * CUBIC's periods for its share. One to four others differ in ln by .35, such rates by .8; the weights of the two
     * as by their variances would be .16 and .84 (simulated: {@code ForecastBesideOthersTest}).
     */
    static final double BESIDE_BELIEF = .25;

    /** What had to be sent again below it is within slow start's own. */
    private static final double LEAST_LOSS = 1e-4;
    /** So much less surely passes unseen that it is a queue's; echoes that lost one in fifty count as none lost. */
    private static final double QUEUE_LOSS = .04;
    /** The normal distribution's 90 % quantile over its 95 % one: a line's interval is of nine in ten. */
    private static final double P90_OF_P95 = 1.2816 / 1.6449;

    /**
     * The state of the path after them. A rate that echoes do not explain shows a link that is wider
     * in this direction; one about theirs shows that it fills the path, whose capacity they show better; one below
     * what the connection could carry alone shows a full window where the sender's kernel says so, else loss where
     * packets were lost and none waited in a queue, else the connections of others, which leave each of ours an equal
     * share. Where others were seen before, they explain what was lost, and seconds say little of that share.
     *
     * @param control of that connection; what is lost bounds others more where it does not yield to loss
     * @param aloneBitsPerSecond what one connection of that protocol carries over the bottleneck without others and
     *     loss
     */
    PathState state(CongestionControl control, double aloneBitsPerSecond) {
        double wire = line.bitsPerSecond() / PathState.PAYLOAD_SHARE;
        Evidence tested = line.settled() && !isRamp() ? Evidence.TEST : Evidence.UNSTEADY;
        @Nullable SenderAccount sent = line.sender().orElse(null);
        double resent = sent == null || sent.queued() || sent.lossRatio() < LEAST_LOSS ? 0 : sent.lossRatio();
        double lost =
                path.lossRatio() != null && path.lossRatio() == 0 ? Math.min(resent, PathState.UNSEEN_LOSS) : resent;
        boolean bearsLoss = !control.yieldsToLoss();
        Double known = path.bottleneckBitsPerSecond();
        // more than echoes would have missed was lost to the queue that the connection itself overran
        boolean overran = resent > PathState.UNSEEN_LOSS && (path.lossRatio() == null || path.lossRatio() == 0);
        if (known == null || fillsPath()) {
            // what seconds hardly met slows down minutes, unless a rate that has settled shows that it does not
            boolean lasts = bearsLoss || tested != Evidence.TEST;
            double loss = lasts && !overran ? lost : 0;
            return known == null ? alone(wire, loss, tested) : filling(known, wire, loss, tested);
        }
        if (line.bitsPerSecond() >= PathState.ALONE * aloneBitsPerSecond) {
            return path.with(known, 0.0, bearsLoss ? lost : 0, tested);
        }
        if (sent != null && sent.windowLimited()) {
            return windowLimited(line.bitsPerSecond() / 8 * sent.minRttMicros() / 1e6, wire, tested);
        }
        // loss without a queue makes trains take a path for one that others use, too
        boolean byLoss = path.evidence() == Evidence.TRAINS && resent > 0;
        if (tested != Evidence.TEST && path.isSharedWith(control) && !byLoss) {
            return path.with(
                    known, usualShare(known / wire) - 1, sent == null ? path.lossRatio() : 0.0, Evidence.SHARED);
        }
        // trains left alone on the path: so much is lost to a short queue by slow start alone, which sends at twice its
        // rate
        boolean ownStart = resent >= QUEUE_LOSS && path.lossRatio() != null && path.lossRatio() == 0 && isSeenIdle();
        Double likely = ownStart ? Double.valueOf(0) : likelyLoss(control, lost);
        if (isRamp()) {
            // with a third of its window the beginning of a connection fills no fifth of a queue, and overruns none:
            // others do; BBR's own beginning overruns it
            boolean pushed = overran && path.lossRatio() != null && !bearsLoss && resent >= QUEUE_LOSS && !ownStart;
            boolean shared = sent != null && (sent.queued() || pushed) && wire * (1 + PathState.LIKELY_FLOWS) <= known;
            return shared
                    ? path.with(known, PathState.LIKELY_FLOWS, pushed ? Double.valueOf(0) : likely, Evidence.SHARED)
                    : path.with(known, path.otherFlows(), likely, tested);
        }
        if (!bearsLoss && path.rttMillis() != null && likely != null && likely > 0) {
            return path.with(known, 0.0, likely, tested);
        }
        double flows = known / wire - 1;
        if (flows < 1 && tested == Evidence.TEST) { // less than one connection is none: echoes saw both directions
            return path.with(wire, 0.0, bearsLoss ? likely : 0, tested);
        }
        // a connection that had more than half met others that had not settled yet, or traffic without connections:
        // between the two
        double middle = known / (middle() / PathState.PAYLOAD_SHARE);
        double met = flows < 1 ? Math.max(Math.sqrt(flows), middle - 1) : middle - 1;
        return path.with(known, Math.pow(Math.max(1, 1 + met), belief()) - 1, bearsLoss ? likely : null, tested);
    }

    /** The state where nothing else shows a capacity. */
    private PathState alone(double wire, double loss, Evidence tested) {
        boolean rises = line.trend() == Trend.RISING;
        return path.with(
                rises ? Math.sqrt(wire * line.highBitsPerSecond() / PathState.PAYLOAD_SHARE) : wire, 0.0, loss, tested);
    }

    /** The state where the line has about all of a known capacity, or more. */
    private PathState filling(double known, double wire, double loss, Evidence tested) {
        // trains saw this direction; a host that has a processor now and then takes in at once what had waited
        boolean believed = line.settled() || !path.evidence().tellsDirections();
        boolean wider = believed && wire >= PathState.WIDER * known && line.lowBitsPerSecond() >= known;
        PathState filled = path.with(wider ? wire : Math.min(wire, known), 0.0, loss, tested);
        return wider && !path.evidence().tellsDirections() ? filled.withWays(wire, known) : filled;
    }

    /** The rate of a line that has settled; of another the middle of its interval, which a trend makes one-sided. */
    double middle() {
        return line.settled() ? line.bitsPerSecond() : Math.sqrt(line.lowBitsPerSecond() * line.highBitsPerSecond());
    }

    /**
     * How far the rate of a line below the capacity is believed against the path as it was known before, as an exponent:
     * each has the weight that the inverse of its variance gives it. That of the line follows from its own interval, that of
     * the path from the prior of its evidence. An interval of 1 to 174 Mbit/s, which the noise of two busy hosts made over
     * 109, says next to nothing: believed, it made 101 s of 52.
     */
    double belief() {
        if (line.settled() || path.bottleneckBitsPerSecond() == null) {
            return 1;
        }
        double known = Math.log(ForecastBand.prior(path.evidence()).p90Factor());
        double seen = Math.log(line.highBitsPerSecond() / line.lowBitsPerSecond()) / 2 * P90_OF_P95;
        return known * known / (known * known + seen * seen);
    }

    /** The connections on a path beside others, ours included, that a test of seconds and the usual number show. */
    private double usualShare(double capacityOverRate) {
        double usual = 1 + (path.otherFlows() == null ? 0 : path.otherFlows());
        return usual * Math.pow(Math.max(1, capacityOverRate) / usual, BESIDE_BELIEF);
    }

    /**
     * The loss that explains a rate below the path's, where any was seen: of a control that gives way to loss by that
     * rate, of another by what had to be sent again; no more than echoes lost where the rate still rises.
     */
    private @Nullable Double likelyLoss(CongestionControl control, double lost) {
        boolean none = lost == 0 && (path.lossRatio() == null || path.lossRatio() == 0);
        if (none || path.rttMillis() == null) {
            return path.lossRatio();
        }
        if (!control.yieldsToLoss()) {
            return lost > 0 ? Double.valueOf(lost) : path.lossRatio();
        }
        double byRate = TcpRate.lossRatioOf(control, path.rttMillis() / 1000, line.bitsPerSecond());
        return isRamp() ? Math.min(Math.max(lost, path.lossRatio() == null ? 0 : path.lossRatio()), byRate) : byRate;
    }

    /**
     * A connection that waited for a window: for the kernels' own, of which each connection has one, or, where these
     * are far larger, for a host that takes no more with any number of connections.
     */
    private PathState windowLimited(double inFlightBytes, double wire, Evidence tested) {
        long window = Math.max(1, Math.round(PathState.BUFFER_PER_WINDOW * inFlightBytes));
        boolean slowEnd = path.windowBytes() != null && path.windowBytes() > 2 * window;
        return slowEnd ? path.with(wire, 0.0, 0.0, tested) : path.windowed(window, tested);
    }

    /** Whether trains had all of the path, so that no queue but our own is on it. */
    private boolean isSeenIdle() {
        return path.evidence() == Evidence.TRAINS && path.otherFlows() != null && path.otherFlows() == 0;
    }

    /** Whether the rate is about all that the path carries, as far as that is known. */
    boolean fillsPath() {
        return path.bottleneckBitsPerSecond() == null
                || PathState.isFilled(line.bitsPerSecond(), path.bottleneckBitsPerSecond());
    }

    /**
     * Whether the rate is that of the connection's beginning, a lower bound: larger transfers still went faster, or
     * even the largest ended before a window could have filled the path, as far as echoes showed its capacity.
     */
    boolean isRamp() {
        return line.trend() == Trend.RISING || filled() < 1;
    }

    /**
     * Whether even the largest transfer ended as soon as slow start lets it where nothing but the capacity bounds the rate: ten
     * segments at first, twice as many each round trip (RFC 6928, 5681), and a round trip for the last acknowledgement.
     * Its rate then says nothing of minutes. Measured over 60 Mbit/s, 107 ms, by BBR: 1.3 MB in 0.61 s, where slow start takes 0.78; as a
     * bound of the minutes it made 40 s of 34.
     */
    boolean isSlowStart() {
        Double capacity = path.bottleneckBitsPerSecond();
        if (capacity == null || path.rttMillis() == null) {
            return false;
        }
        double rtt = path.rttMillis() / 1000;
        double rate = PathState.PAYLOAD_SHARE * capacity;
        return line.points().stream()
                .max(Comparator.comparingDouble(TransferPoint::bytes))
                .filter(largest -> largest.seconds()
                        <= TcpRate.slowStartSeconds(rtt, rate, largest.bytes()) + largest.bytes() * 8 / rate + rtt)
                .isPresent();
    }

    /** The largest transfer over what it takes to fill the path; 1 where it did, or that is unknown. */
    double filled() {
        Double capacity = path.bottleneckBitsPerSecond();
        if (capacity == null || path.rttMillis() == null || line.bitsPerSecond() >= PathState.ALONE * capacity) {
            return 1;
        }
        double largest =
                line.points().stream().mapToDouble(TransferPoint::bytes).max().orElse(Double.POSITIVE_INFINITY);
        return Math.min(1, largest / (RAMP_PRODUCTS * capacity / 8 * path.rttMillis() / 1000));
    }
}

package org.waybill.client.estimate;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.SenderAccount;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.ForecastBand;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TcpRate;

/**
 * The state of one path and its two hosts, which all options over the path share. Nulls are unknown.
 *
 * @param bottleneckBitsPerSecond capacity of the narrowest link as measured: in the direction of the data where test
 *     transfers or trains showed it, else of the round trip
 * @param otherFlows how many connections of others share it, as far as test transfers or trains show
 * @param lossRatio of packets in the direction of the data
 * @param evidence how the bottleneck was measured
 * @param localLinkBitsPerSecond what the interface towards the remote host can do: a bound, and on a short path more
 * @param windowBytes what the two kernels let one connection have in flight
 * @param sender how the source host's TCP sends
 * @param sameMachine both endpoints are this machine
 * @param cores processors of the host with fewer of them, as far as they are known, quotas reckoned with
 * @param loadAverage of that machine over the last minute
 * @param backBitsPerSecond capacity of the return path, where it was seen to be another one
 * @param readBitsPerSecond of the source's disk, where it was measured to be slow
 * @param writeBitsPerSecond of the destination's, likewise
 * @param startFactor how much longer this machine, where the program starts, takes for that than two idle cores; null
 *     where it is not known apart from {@code cores}
 */
public record PathState(
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        @Nullable Double otherFlows,
        @Nullable Double lossRatio,
        Evidence evidence,
        @Nullable Double localLinkBitsPerSecond,
        @Nullable Long windowBytes,
        TcpSender sender,
        boolean sameMachine,
        @Nullable Double cores,
        @Nullable Double loadAverage,
        @Nullable Double backBitsPerSecond,
        @Nullable Double readBitsPerSecond,
        @Nullable Double writeBitsPerSecond,
        @Nullable Double startFactor) {
    /** Payload of a packet of 1500 bytes with TCP's timestamps, less what TLS or SSH add: echoes measure packets. */
    private static final double PAYLOAD_SHARE = .96;
    /** Slow start sends two bandwidth-delay products before its window is one, and half of a transfer should follow. */
    private static final double RAMP_PRODUCTS = 4;
    /** A connection that carries this part of the capacity has the path to itself. */
    private static final double ALONE = .85;
    /** Seconds of transfers and echoes differ by less over one link: beyond it this direction's link is another. */
    static final double WIDER = 1.3;

    /**
     * How far a rate of seconds beside others is believed against an equal share with their usual number, as an
     * exponent: it is that of one that has just started, which leaves slow start at the first sign of their queue and needs some of
     * CUBIC's periods for its share. One to four others differ in ln by .35, such rates by .8; the weights of the two
     * as by their variances would be .16 and .84 (simulated: {@code ForecastBesideOthersTest}).
     */
    static final double BESIDE_BELIEF = .25;

    /**
     * As many connections of CUBIC leave one that does not yield to loss its share: all of the path over a queue shorter
     * than its round trip, half of it over a long one, whatever their number (Ware et al., Modeling BBR's interactions
     * with loss-based congestion control, 2019); the mean of the two, .71.
     */
    private static final double PUSHED_ASIDE = .41;
    /**
     * As many connections of others as there are, times this, leave a new one of CUBIC what it has of its first minute:
     * with one to four of them on queues of .15 to .75 s it took 4.4 times as long as alone, and 3.4 on those of 5 to 100 ms,
     * where an equal share with two would be 3 (simulated).
     */
    private static final double NEWCOMER = 1.75;

    /** Where a queue shows that there are others and their number is unknown. */
    public static final double LIKELY_FLOWS = PathFacts.LIKELY_FLOWS;

    /** What had to be sent again below it is within slow start's own. */
    private static final double LEAST_LOSS = 1e-4;
    /** More hardly passes a hundred echoes unseen: what was sent again beyond it is the transfer's own doing. */
    private static final double UNSEEN_LOSS = .01;
    /** So much less surely passes unseen that it is a queue's; echoes that lost one in fifty count as none lost. */
    private static final double QUEUE_LOSS = .04;
    /** The normal distribution's 90 % quantile over its 95 % one: a line's interval is of nine in ten. */
    private static final double P90_OF_P95 = 1.2816 / 1.6449;
    /** Auto-tuned windows use half the buffer (tcp_adv_win_scale 1, tcp(7)). */
    static final int BUFFER_PER_WINDOW = 2;

    public static final PathState UNKNOWN = new PathState(
            null,
            null,
            null,
            null,
            Evidence.NONE,
            null,
            null,
            new TcpSender(null, List.of()),
            false,
            null,
            null,
            null,
            null,
            null,
            null);

    /** The state between two endpoints on a machine of which only this is known. */
    public static PathState within(double cores, double loadAverage) {
        return new PathState(
                null,
                null,
                null,
                null,
                Evidence.NONE,
                null,
                null,
                UNKNOWN.sender,
                true,
                cores,
                loadAverage,
                null,
                null,
                null,
                null);
    }

    /**
     * The state after test transfers by one connection. A rate that echoes do not explain shows a link that is wider
     * in this direction; one about theirs shows that it fills the path, whose capacity they show better; one below
     * what the connection could carry alone shows a full window where the sender's kernel says so, else loss where
     * packets were lost and none waited in a queue, else the connections of others, which leave each of ours an equal
     * share. Where others were seen before, they explain what was lost, and seconds say little of that share.
     *
     * @param control of that connection; what is lost bounds others more where it does not yield to loss
     * @param aloneBitsPerSecond what one connection of that protocol carries over the bottleneck without others and
     *     loss
     */
    PathState tested(RateFit line, CongestionControl control, double aloneBitsPerSecond) {
        double wire = line.bitsPerSecond() / PAYLOAD_SHARE;
        Evidence tested = line.settled() && !isRamp(line) ? Evidence.TEST : Evidence.UNSTEADY;
        @Nullable SenderAccount sent = line.sender().orElse(null);
        double resent = sent == null || sent.queued() || sent.lossRatio() < LEAST_LOSS ? 0 : sent.lossRatio();
        double lost = lossRatio != null && lossRatio == 0 ? Math.min(resent, UNSEEN_LOSS) : resent;
        boolean bearsLoss = !control.yieldsToLoss();
        Double known = bottleneckBitsPerSecond;
        // more than echoes would have missed was lost to the queue that the connection itself overran
        boolean overran = resent > UNSEEN_LOSS && (lossRatio == null || lossRatio == 0);
        if (known == null || isFilledBy(line)) {
            // what seconds hardly met slows down minutes, unless a rate that has settled shows that it does not
            boolean lasts = bearsLoss || tested != Evidence.TEST;
            double loss = lasts && !overran ? lost : 0;
            if (known == null) {
                boolean rises = line.trend() == Trend.RISING;
                return with(
                        rises ? Math.sqrt(wire * line.highBitsPerSecond() / PAYLOAD_SHARE) : wire, 0.0, loss, tested);
            }
            // trains saw this direction; a host that has a processor now and then takes in at once what had waited
            boolean believed = line.settled() || !evidence.tellsDirections();
            boolean wider = believed && wire >= WIDER * known && line.lowBitsPerSecond() >= known;
            PathState filled = with(wider ? wire : Math.min(wire, known), 0.0, loss, tested);
            return wider && !evidence.tellsDirections() ? filled.withWays(wire, known) : filled;
        }
        if (line.bitsPerSecond() >= ALONE * aloneBitsPerSecond) {
            return with(known, 0.0, bearsLoss ? lost : 0, tested);
        }
        if (sent != null && sent.windowLimited()) {
            return windowLimited(line.bitsPerSecond() / 8 * sent.minRttMicros() / 1e6, wire, tested);
        }
        // loss without a queue makes trains take a path for one that others use, too
        boolean byLoss = evidence == Evidence.TRAINS && resent > 0;
        if (tested != Evidence.TEST && isSharedWith(control) && !byLoss) {
            return with(known, usualShare(known / wire) - 1, sent == null ? lossRatio : 0.0, Evidence.SHARED);
        }
        // trains left alone on the path: so much is lost to a short queue by slow start alone, which sends at twice its
        // rate
        boolean ownStart = resent >= QUEUE_LOSS && lossRatio != null && lossRatio == 0 && isSeenIdle();
        Double likely = ownStart ? Double.valueOf(0) : likelyLoss(line, control, lost);
        if (isRamp(line)) {
            // with a third of its window the beginning of a connection fills no fifth of a queue, and overruns none:
            // others do; BBR's own beginning overruns it
            boolean pushed = overran && lossRatio != null && !bearsLoss && resent >= QUEUE_LOSS && !ownStart;
            boolean shared = sent != null && (sent.queued() || pushed) && wire * (1 + LIKELY_FLOWS) <= known;
            return shared
                    ? with(known, LIKELY_FLOWS, pushed ? Double.valueOf(0) : likely, Evidence.SHARED)
                    : with(known, otherFlows, likely, tested);
        }
        if (!bearsLoss && rttMillis != null && likely != null && likely > 0) {
            return with(known, 0.0, likely, tested);
        }
        double flows = known / wire - 1;
        if (flows < 1 && tested == Evidence.TEST) { // less than one connection is none: echoes saw both directions
            return with(wire, 0.0, bearsLoss ? likely : 0, tested);
        }
        // a connection that had more than half met others that had not settled yet, or traffic without connections:
        // between the two
        double middle = known / (middle(line) / PAYLOAD_SHARE);
        double met = flows < 1 ? Math.max(Math.sqrt(flows), middle - 1) : middle - 1;
        return with(known, Math.pow(Math.max(1, 1 + met), belief(line)) - 1, bearsLoss ? likely : null, tested);
    }

    /** The rate of a line that has settled; of another the middle of its interval, which a trend makes one-sided. */
    static double middle(RateFit line) {
        return line.settled() ? line.bitsPerSecond() : Math.sqrt(line.lowBitsPerSecond() * line.highBitsPerSecond());
    }

    /**
     * How far the rate of a line below the capacity is believed against the path as it was known before, as an exponent:
     * each has the weight that the inverse of its variance gives it. That of the line follows from its own interval, that of
     * the path from the prior of its evidence. An interval of 1 to 174 Mbit/s, which the noise of two busy hosts made over
     * 109, says next to nothing: believed, it made 101 s of 52.
     */
    double belief(RateFit line) {
        if (line.settled() || bottleneckBitsPerSecond == null) {
            return 1;
        }
        double known = Math.log(ForecastBand.prior(evidence).p90Factor());
        double seen = Math.log(line.highBitsPerSecond() / line.lowBitsPerSecond()) / 2 * P90_OF_P95;
        return known * known / (known * known + seen * seen);
    }

    /**
     * Whether a whole connection of others at least was seen before the test transfers, and one of this control has an
     * equal share in the end: another that does not yield to loss pushes them aside, or is pushed. Less is traffic
     * that does not give way, of which trains show what it leaves.
     */
    boolean isSharedWith(CongestionControl control) {
        return otherFlows != null && otherFlows >= 1 && control.yieldsToLoss();
    }

    /**
     * The connections of others as one of this control meets them, where echoes alone showed that there are others:
     * test transfers met them already, and trains show what they leave.
     */
    @Nullable
    Double othersBeside(CongestionControl control) {
        if (otherFlows == null || otherFlows == 0 || evidence != Evidence.ECHO) {
            return otherFlows;
        }
        return control.yieldsToLoss() ? NEWCOMER * otherFlows : PUSHED_ASIDE;
    }

    /** Whether trains had all of the path, so that no queue but our own is on it. */
    private boolean isSeenIdle() {
        return evidence == Evidence.TRAINS && otherFlows != null && otherFlows == 0;
    }

    /** The same with this loss, where any is known. */
    PathState losing(@Nullable Double ratio) {
        return ratio == null ? this : with(bottleneckBitsPerSecond, otherFlows, ratio, evidence);
    }

    /** The same for what test transfers of its own bring to its share. */
    PathState asShared() {
        return with(bottleneckBitsPerSecond, otherFlows, lossRatio, Evidence.SHARED);
    }

    /** Whether a line's rate is about all that the path carries, as far as that is known. */
    boolean isFilledBy(RateFit line) {
        return bottleneckBitsPerSecond == null || isFilled(line.bitsPerSecond(), bottleneckBitsPerSecond);
    }

    /** Whether a rate of data is about all that a path carries. */
    static boolean isFilled(double bitsPerSecond, double capacityBitsPerSecond) {
        return bitsPerSecond / PAYLOAD_SHARE >= ALONE * capacityBitsPerSecond;
    }

    /** The connections on a path beside others, ours included, that a test of seconds and the usual number show. */
    private double usualShare(double capacityOverRate) {
        double usual = 1 + (otherFlows == null ? 0 : otherFlows);
        return usual * Math.pow(Math.max(1, capacityOverRate) / usual, BESIDE_BELIEF);
    }

    /**
     * The loss that explains a rate below the path's, where any was seen: of a control that gives way to loss by that
     * rate, of another by what had to be sent again; no more than echoes lost where the rate still rises.
     */
    private @Nullable Double likelyLoss(RateFit line, CongestionControl control, double lost) {
        boolean none = lost == 0 && (lossRatio == null || lossRatio == 0);
        if (none || rttMillis == null) {
            return lossRatio;
        }
        if (!control.yieldsToLoss()) {
            return lost > 0 ? Double.valueOf(lost) : lossRatio;
        }
        double byRate = TcpRate.lossRatioOf(control, rttMillis / 1000, line.bitsPerSecond());
        return isRamp(line) ? Math.min(Math.max(lost, lossRatio == null ? 0 : lossRatio), byRate) : byRate;
    }

    /**
     * A connection that waited for a window: for the kernels' own, of which each connection has one, or, where these
     * are far larger, for a host that takes no more with any number of connections.
     */
    private PathState windowLimited(double inFlightBytes, double wire, Evidence tested) {
        long window = Math.max(1, Math.round(BUFFER_PER_WINDOW * inFlightBytes));
        boolean slowEnd = windowBytes != null && windowBytes > 2 * window;
        return slowEnd
                ? with(wire, 0.0, 0.0, tested)
                : changed(
                        bottleneckBitsPerSecond,
                        0.0,
                        0.0,
                        tested,
                        window,
                        backBitsPerSecond,
                        readBitsPerSecond,
                        writeBitsPerSecond);
    }

    private PathState withWays(@Nullable Double bottleneck, @Nullable Double back) {
        return changed(
                bottleneck, otherFlows, lossRatio, evidence, windowBytes, back, readBitsPerSecond, writeBitsPerSecond);
    }

    /** The same with the capacities of both directions that another one has. */
    PathState asWideAs(PathState other) {
        return withWays(other.bottleneckBitsPerSecond, other.backBitsPerSecond);
    }

    /** What several lines show of the same path together. */
    static PathState together(List<PathState> states, Evidence evidence) {
        return states.getFirst()
                .with(
                        states.stream()
                                .map(PathState::bottleneckBitsPerSecond)
                                .filter(Objects::nonNull)
                                .max(Comparator.naturalOrder())
                                .orElse(null),
                        mean(states, PathState::otherFlows),
                        mean(states, PathState::lossRatio),
                        evidence);
    }

    private static @Nullable Double mean(List<PathState> states, Function<PathState, @Nullable Double> fact) {
        OptionalDouble mean = states.stream()
                .map(fact)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average();
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }

    /**
     * Whether the rate is that of the connection's beginning, a lower bound: larger transfers still went faster, or
     * even the largest ended before a window could have filled the path, as far as echoes showed its capacity.
     */
    boolean isRamp(RateFit line) {
        return line.trend() == Trend.RISING || filled(line) < 1;
    }

    /**
     * Whether even the largest transfer ended as soon as slow start lets it where nothing but the capacity bounds the rate: ten
     * segments at first, twice as many each round trip (RFC 6928, 5681), and a round trip for the last acknowledgement.
     * Its rate then says nothing of minutes. Measured over 60 Mbit/s, 107 ms, by BBR: 1.3 MB in 0.61 s, where slow start takes 0.78; as a
     * bound of the minutes it made 40 s of 34.
     */
    boolean isSlowStart(RateFit line) {
        Double capacity = bottleneckBitsPerSecond;
        if (capacity == null || rttMillis == null) {
            return false;
        }
        double rtt = rttMillis / 1000;
        double rate = PAYLOAD_SHARE * capacity;
        return line.points().stream()
                .max(Comparator.comparingDouble(TransferPoint::bytes))
                .filter(largest -> largest.seconds()
                        <= TcpRate.slowStartSeconds(rtt, rate, largest.bytes()) + largest.bytes() * 8 / rate + rtt)
                .isPresent();
    }

    /** The largest transfer over what it takes to fill the path; 1 where it did, or that is unknown. */
    double filled(RateFit line) {
        Double capacity = bottleneckBitsPerSecond;
        if (capacity == null || rttMillis == null || line.bitsPerSecond() >= ALONE * capacity) {
            return 1;
        }
        double largest =
                line.points().stream().mapToDouble(TransferPoint::bytes).max().orElse(Double.POSITIVE_INFINITY);
        return Math.min(1, largest / (RAMP_PRODUCTS * capacity / 8 * rttMillis / 1000));
    }

    /** What a line that was drawn here may say of a long transfer: no path carries more than its capacity. */
    double atMost(double bitsPerSecond) {
        return bottleneckBitsPerSecond == null
                ? bitsPerSecond
                : Math.min(bitsPerSecond, PAYLOAD_SHARE * bottleneckBitsPerSecond);
    }

    /** The same without loss: a connection that fills its path is not bound by it, even if some echoes were lost. */
    PathState lossless() {
        return with(bottleneckBitsPerSecond, 0.0, 0.0, evidence);
    }

    /** The same with the loss that trains do not show and a hundred echoes hardly, unless they showed more. */
    public PathState losingUnseen() {
        double seen = lossRatio == null ? 0 : lossRatio;
        return with(bottleneckBitsPerSecond, otherFlows, Math.max(seen, UNSEEN_LOSS), evidence);
    }

    /** What the two disks let through: the slower of them; null where none is known to be slow. */
    public @Nullable Double diskBitsPerSecond() {
        return readBitsPerSecond == null
                ? writeBitsPerSecond
                : writeBitsPerSecond == null
                        ? readBitsPerSecond
                        : Double.valueOf(Math.min(readBitsPerSecond, writeBitsPerSecond));
    }

    /** The same to a destination whose disk has this rate; null where it is not known to be slow. */
    public PathState withDisk(@Nullable Double bitsPerSecond) {
        return withDisks(readBitsPerSecond, bitsPerSecond);
    }

    /** The same from a source whose disk reads no more, likewise. */
    public PathState withSourceDisk(@Nullable Double bitsPerSecond) {
        return withDisks(bitsPerSecond, writeBitsPerSecond);
    }

    private PathState withDisks(@Nullable Double read, @Nullable Double write) {
        return changed(
                bottleneckBitsPerSecond, otherFlows, lossRatio, evidence, windowBytes, backBitsPerSecond, read, write);
    }

    /**
     * The same with what packet trains showed.
     *
     * @param back capacity of the way back, null if unknown
     * @param available what others left of the way there, null if unknown
     */
    public PathState byTrains(double bitsPerSecond, @Nullable Double back, @Nullable Double available) {
        return changed(
                bitsPerSecond,
                available == null ? null : Double.valueOf(PathFacts.otherFlows(available, bitsPerSecond)),
                lossRatio,
                Evidence.TRAINS,
                windowBytes,
                back,
                readBitsPerSecond,
                writeBitsPerSecond);
    }

    /** The same with this number of connections of others, which explain what was lost. */
    public PathState shared(double flows) {
        return with(bottleneckBitsPerSecond, flows, 0.0, evidence);
    }

    /** The same with at least this number of connections of others. */
    PathState beside(double flows) {
        return with(
                bottleneckBitsPerSecond, otherFlows == null ? flows : Math.max(flows, otherFlows), lossRatio, evidence);
    }

    private PathState with(
            @Nullable Double bottleneck, @Nullable Double flows, @Nullable Double loss, Evidence measured) {
        return changed(
                bottleneck,
                flows,
                loss,
                measured,
                windowBytes,
                backBitsPerSecond,
                readBitsPerSecond,
                writeBitsPerSecond);
    }

    private PathState changed(
            @Nullable Double bottleneck,
            @Nullable Double flows,
            @Nullable Double loss,
            Evidence measured,
            @Nullable Long window,
            @Nullable Double back,
            @Nullable Double read,
            @Nullable Double write) {
        return new PathState(
                rttMillis,
                bottleneck,
                flows,
                loss,
                measured,
                localLinkBitsPerSecond,
                window,
                sender,
                sameMachine,
                cores,
                loadAverage,
                back,
                read,
                write,
                startFactor);
    }

    /** A path of its own between the same ends. */
    PathState reserved(double bitsPerSecond) {
        return with(bitsPerSecond, 0.0, 0.0, Evidence.LINKS);
    }

    /** The same with a bottleneck of this rate. */
    PathState carrying(double bitsPerSecond) {
        return with(bitsPerSecond, otherFlows, lossRatio, evidence);
    }

    CongestionControl control(String transport) {
        return sender.control(transport, rttMillis);
    }
}

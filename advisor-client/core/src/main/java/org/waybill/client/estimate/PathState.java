package org.waybill.client.estimate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.TcpRate;

/**
 * The state of one path and its two ends, which all options over the path share. Nulls are unknown.
 *
 * @param bottleneckBitsPerSecond capacity of the narrowest link as measured: in the direction of the data where test
 *     transfers or trains showed it, else of the round trip
 * @param otherFlows how many connections of others share it, as far as test transfers or trains show
 * @param lossRatio of packets in the direction of the data
 * @param evidence how the bottleneck was measured
 * @param localLinkBitsPerSecond what the interface towards the far end can do: a bound, and on a short path more
 * @param windowBytes what the two kernels let one connection have in flight
 * @param sameMachine both ends are this machine
 * @param cores processors of the end with fewer of them, as far as they are known, quotas reckoned with
 * @param loadAverage of that machine over the last minute
 * @param diskBitsPerSecond of the slower of reading at the source and writing at the destination, where one was
 *     measured to be slow
 */
public record PathState(
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        @Nullable Double otherFlows,
        @Nullable Double lossRatio,
        Evidence evidence,
        @Nullable Double localLinkBitsPerSecond,
        @Nullable Long windowBytes,
        @Nullable String congestionControl,
        boolean sameMachine,
        @Nullable Double cores,
        @Nullable Double loadAverage,
        @Nullable Double diskBitsPerSecond) {
    /** Payload of a full frame, with headers and TCP's timestamps. */
    private static final double PAYLOAD_SHARE = .94;
    /** Slow start sends two bandwidth-delay products before its window is one, and half of a transfer should follow. */
    private static final double RAMP_PRODUCTS = 4;
    /** A connection that carries this part of the capacity has the path to itself. */
    private static final double ALONE = .85;
    /** Seconds of transfers and echoes differ by less over one link: beyond it this direction's link is another. */
    private static final double WIDER = 1.3;

    public static final PathState UNKNOWN =
            new PathState(null, null, null, null, Evidence.NONE, null, null, null, false, null, null, null);

    /** One of which echoes, at most, told the bottleneck. */
    public PathState(
            @Nullable Double rttMillis,
            @Nullable Double bottleneckBitsPerSecond,
            @Nullable Double lossRatio,
            @Nullable Double localLinkBitsPerSecond,
            @Nullable Long windowBytes,
            @Nullable String congestionControl,
            boolean sameMachine,
            @Nullable Double cores,
            @Nullable Double loadAverage) {
        this(
                rttMillis,
                bottleneckBitsPerSecond,
                null,
                lossRatio,
                bottleneckBitsPerSecond == null ? Evidence.NONE : Evidence.ECHO,
                localLinkBitsPerSecond,
                windowBytes,
                congestionControl,
                sameMachine,
                cores,
                loadAverage,
                null);
    }

    /**
     * The state after test transfers by one connection. A rate that echoes do not explain shows a link that is wider
     * in this direction; one about theirs shows that it fills the path, whose capacity they tell better; one below
     * what the connection could carry alone shows loss where echoes were lost, else the connections of others, which
     * leave each of ours an equal share.
     *
     * @param aloneBitsPerSecond what one connection of that protocol carries over the bottleneck without others and
     *     loss
     */
    PathState tested(RateFit line, double aloneBitsPerSecond) {
        double wire = line.bitsPerSecond() / PAYLOAD_SHARE;
        Evidence tested = line.settled() && !isRamp(line) ? Evidence.TEST : Evidence.UNSTEADY;
        Double known = bottleneckBitsPerSecond;
        if (known == null || wire >= ALONE * known) {
            return with(known == null || wire >= WIDER * known ? wire : Math.min(wire, known), 0.0, 0.0, tested);
        }
        if (line.bitsPerSecond() >= ALONE * aloneBitsPerSecond) {
            return with(known, 0.0, 0.0, tested);
        }
        if (isRamp(line)) {
            Double bound = lossRatio == null || rttMillis == null
                    ? lossRatio // none that the line has outrun
                    : Double.valueOf(Math.min(
                            lossRatio, TcpRate.lossRatioOf(control(), rttMillis / 1000, line.bitsPerSecond())));
            return with(known, otherFlows, bound, tested);
        }
        if (lossRatio != null && lossRatio > 0 && rttMillis != null) {
            double loss = TcpRate.lossRatioOf(control(), rttMillis / 1000, line.bitsPerSecond());
            return with(known, 0.0, loss, tested);
        }
        double flows = known / wire - 1;
        // a connection that had more than half met others that had not settled yet, or that are no connections: between
        return with(known, flows < 1 ? Math.sqrt(flows) : flows, null, tested);
    }

    /**
     * Whether the rate is that of the connection's beginning, a lower bound: larger transfers still went faster, or
     * even the largest ended before a window could have filled the path, as far as echoes told its capacity.
     */
    boolean isRamp(RateFit line) {
        return line.trend() == Trend.RISING || filled(line) < 1;
    }

    /** The largest transfer over what it takes to fill the path; 1 where it did, or nobody knows. */
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

    /** The same without loss: a connection that fills its path is not bound by it, whatever became of some echoes. */
    PathState lossless() {
        return with(bottleneckBitsPerSecond, 0.0, 0.0, evidence);
    }

    /** The same between ends whose disks take so much; null where none is known to be slow. */
    public PathState withDisk(@Nullable Double bitsPerSecond) {
        return new PathState(
                rttMillis,
                bottleneckBitsPerSecond,
                otherFlows,
                lossRatio,
                evidence,
                localLinkBitsPerSecond,
                windowBytes,
                congestionControl,
                sameMachine,
                cores,
                loadAverage,
                bitsPerSecond);
    }

    /** The same with so many connections of others, which explain what was lost. */
    public PathState shared(double flows) {
        return with(bottleneckBitsPerSecond, flows, 0.0, evidence);
    }

    private PathState with(
            @Nullable Double bottleneck, @Nullable Double flows, @Nullable Double loss, Evidence measured) {
        return new PathState(
                rttMillis,
                bottleneck,
                flows,
                loss,
                measured,
                localLinkBitsPerSecond,
                windowBytes,
                congestionControl,
                sameMachine,
                cores,
                loadAverage,
                diskBitsPerSecond);
    }

    /** A path of its own between the same ends. */
    PathState reserved(double bitsPerSecond) {
        return new PathState(
                rttMillis,
                bitsPerSecond,
                0.0,
                0.0,
                Evidence.TRAINS,
                null,
                windowBytes,
                congestionControl,
                false,
                cores,
                loadAverage,
                diskBitsPerSecond);
    }

    CongestionControl control() {
        return switch (congestionControl == null ? "" : congestionControl.toLowerCase(Locale.ROOT)) {
            case "reno" -> CongestionControl.RENO;
            case "bbr", "bbr2", "bbr3" -> CongestionControl.BBR;
            default -> CongestionControl.CUBIC;
        };
    }
}

package org.waybill.planner.forecast;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of a path and its hosts, for a forecast without history. Null is unknown; nothing is made up for
 * it.
 *
 * @param rttMillis round-trip time
 * @param lossRatio of data packets, 0..1
 * @param bottleneckBitsPerSecond capacity of the slowest link, which other flows share; without such, what is available
 * @param evidence how the bottleneck was measured; {@link Evidence#NONE} where a topology or a catalogue says it
 * @param otherFlows how many connections of others share the bottleneck, as far as it shows; null if unknown
 * @param windowBytes the most a connection may have in flight: socket buffers or the receiver's limit
 * @param diskBitsPerSecond the slower of reading at the source and writing at the destination
 * @param endSetupSeconds what the two hosts need besides the transport's own hand-shakes, as a cold virtual machine
 *     does
 * @param endBitsPerSecond what the two hosts can do wherever the data come from: their processors
 * @param congestionControl of the sender, null: CUBIC, or as the transport demands
 */
public record PathFacts(
        @Nullable Double rttMillis,
        @Nullable Double lossRatio,
        @Nullable Double bottleneckBitsPerSecond,
        Evidence evidence,
        @Nullable Double otherFlows,
        @Nullable Long windowBytes,
        @Nullable Double diskBitsPerSecond,
        @Nullable Double endSetupSeconds,
        @Nullable Double endBitsPerSecond,
        @Nullable CongestionControl congestionControl) {

    /** Where it shows that there are others and their number is unknown. */
    public static final double LIKELY_FLOWS = 2;
    /** What trains take for no others: as far as a few of them tell. */
    private static final double IDLE_PART = .8;

    public PathFacts {
        requirePositive("rttMillis", rttMillis);
        requirePositive("bottleneckBitsPerSecond", bottleneckBitsPerSecond);
        requirePositive("diskBitsPerSecond", diskBitsPerSecond);
        requirePositive("endSetupSeconds", endSetupSeconds);
        requirePositive("endBitsPerSecond", endBitsPerSecond);
        if (otherFlows != null && !(otherFlows >= 0 && otherFlows < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("otherFlows=" + otherFlows + " must be at least 0, or null if unknown");
        }
        if (windowBytes != null && windowBytes <= 0) {
            throw new IllegalArgumentException("windowBytes=" + windowBytes + " must be above 0, or null if unknown");
        }
        if (lossRatio != null && !(lossRatio >= 0 && lossRatio <= 1)) {
            throw new IllegalArgumentException("lossRatio=" + lossRatio + " must lie in 0..1, or be null if unknown");
        }
    }

    /** What a probe of the path found; null for what it did not. */
    public static PathFacts probed(
            @Nullable Double rttMillis, @Nullable Double lossRatio, @Nullable Double bottleneckBitsPerSecond) {
        return new PathFacts(
                rttMillis,
                lossRatio,
                bottleneckBitsPerSecond,
                bottleneckBitsPerSecond == null ? Evidence.NONE : Evidence.ECHO,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /**
     * The others' connections by what they left to packet trains: traffic that does not give way leaves a connection of
     * ours as much, and of connections, which fill any path, no more than the usual number is reckoned with.
     */
    public static double otherFlows(double availableBitsPerSecond, double capacityBitsPerSecond) {
        double left = availableBitsPerSecond / capacityBitsPerSecond;
        return left >= IDLE_PART ? 0 : Math.min(LIKELY_FLOWS, 1 / left - 1);
    }

    /** The same path between ends of which this is known, null for what is not. */
    public PathFacts withEnds(@Nullable Double setupSeconds, @Nullable Double bitsPerSecond) {
        return new PathFacts(
                rttMillis,
                lossRatio,
                bottleneckBitsPerSecond,
                evidence,
                otherFlows,
                windowBytes,
                diskBitsPerSecond,
                setupSeconds,
                bitsPerSecond,
                congestionControl);
    }

    private static void requirePositive(String name, @Nullable Double value) {
        if (value != null && !(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + "=" + value + " must be above 0, or null if unknown");
        }
    }
}

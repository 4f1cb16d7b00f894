package org.waybill.client.estimate;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the path and the two ends when a time is to be modelled. Nulls are unknown.
 *
 * @param bottleneckBitsPerSecond measured
 * @param localLinkBitsPerSecond what the interface towards the far end can do: a bound, and on a short path more
 * @param windowBytes what the two kernels let one connection have in flight
 * @param sameMachine both ends are this machine
 * @param cpus of the end with fewer of them, as far as they are known
 * @param loadAverage of that machine over the last minute
 */
public record PathInputs(@Nullable Double rttMillis, @Nullable Double bottleneckBitsPerSecond,
        @Nullable Double lossRatio, @Nullable Double localLinkBitsPerSecond, @Nullable Long windowBytes,
        @Nullable String congestionControl, boolean sameMachine,
        @Nullable Integer cpus, @Nullable Double loadAverage) {

    public static final PathInputs UNKNOWN = new PathInputs(null, null, null, null, null, null, false, null, null);
}

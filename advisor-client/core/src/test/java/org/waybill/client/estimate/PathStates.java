package org.waybill.client.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.forecast.Evidence;

/** States of paths for tests. */
public final class PathStates {
    private PathStates() {}

    /**
     * One of which echoes, at most, showed the bottleneck, from a host that has no congestion control but its default.
     */
    public static PathState of(
            @Nullable Double rttMillis,
            @Nullable Double bottleneckBitsPerSecond,
            @Nullable Double lossRatio,
            @Nullable Double localLinkBitsPerSecond,
            @Nullable Long windowBytes,
            @Nullable String congestionControl,
            boolean sameMachine,
            @Nullable Double cores,
            @Nullable Double loadAverage) {
        return new PathState(
                rttMillis,
                bottleneckBitsPerSecond,
                null,
                lossRatio,
                bottleneckBitsPerSecond == null ? Evidence.NONE : Evidence.ECHO,
                localLinkBitsPerSecond,
                windowBytes,
                new TcpSender(congestionControl, List.of()),
                sameMachine,
                cores,
                loadAverage,
                null,
                null,
                null);
    }
}

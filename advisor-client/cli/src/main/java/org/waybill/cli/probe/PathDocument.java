package org.waybill.cli.probe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.path.PathDiscovery;

/**
 * {@code probe path --json}: an element of {@code paths[]}, and what tracing tells besides. Nulls are unknown.
 *
 * @param pathMtuBytes the largest packet that came through whole
 * @param reached whether the last hop is the target
 * @param problems why tools could not run or what they did not see, one line each
 */
record PathDocument(
        PathFacts.Kind kind,
        List<Hop> hops,
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        String method,
        @Nullable Instant measuredAt,
        @Nullable Integer samples,
        @Nullable Double errorPercent,
        @Nullable Double lossRatio,
        @Nullable Integer pathMtuBytes,
        boolean reached,
        List<String> problems) {

    /** The answer with {@code --back}; {@code back} is the route from the far end to this machine. */
    record BothWays(PathDocument there, PathDocument back) {}

    /** @param located the route's path, with places */
    static PathDocument of(PathDiscovery.Route route, PathFacts located) {
        return new PathDocument(
                located.kind(),
                located.hops(),
                located.rttMillis(),
                located.bottleneckBitsPerSecond(),
                located.method(),
                located.measuredAt(),
                located.samples(),
                located.errorPercent(),
                located.lossRatio(),
                route.pathMtuBytes(),
                route.reached(),
                route.problems());
    }
}

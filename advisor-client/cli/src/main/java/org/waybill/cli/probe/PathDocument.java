package org.waybill.cli.probe;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.path.PathDiscovery;

/**
 * {@code probe path --json}: an element of {@code paths[]}, and what else tracing shows. Nulls are unknown.
 *
 * @param pathMtuBytes the largest packet that reached the target whole; null where the trace did not reach it
 * @param reached whether the last hop is the target
 * @param problems why tools could not run or what they did not see, one line each
 */
record PathDocument(
        @JsonUnwrapped PathFacts path, @Nullable Integer pathMtuBytes, boolean reached, List<String> problems) {
    /** The answer with {@code --back}; {@code back} is the route from the remote host to this machine. */
    record BothWays(PathDocument there, PathDocument back) {}

    /** @param located the route's path, with places */
    static PathDocument of(PathFacts located, PathDiscovery.Route route) {
        return new PathDocument(located, route.pathMtuBytes(), route.reached(), route.problems());
    }
}

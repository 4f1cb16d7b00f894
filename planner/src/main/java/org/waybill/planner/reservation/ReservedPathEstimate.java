package org.waybill.planner.reservation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.ShortestPath;

/**
 * What a reserved path could carry (Lu 2011, section 4.1.1.6): the least link capacity along the circuit's default
 * shortest path, together with the rate measured from the local host to the circuit's ingress.
 *
 * @param circuit the shortest path by metric
 * @param circuitBitsPerSecond its least link capacity
 * @param accessBitsPerSecond measured from the host to the ingress, null if it was not
 */
public record ReservedPathEstimate(
        Route circuit,
        double circuitBitsPerSecond,
        @Nullable Double accessBitsPerSecond) {

    /** The estimate between two nodes of the provisioned network; empty if it does not connect them. */
    public static Optional<ReservedPathEstimate> of(
            Network network, String ingress, String egress, @Nullable Double accessBitsPerSecond) {
        return ShortestPath.between(network, ingress, egress)
                .map(route -> new ReservedPathEstimate(route, route.bitsPerSecond(), accessBitsPerSecond));
    }

    /** The lesser of the two: what to ask for at most. */
    public double bitsPerSecond() {
        return accessBitsPerSecond == null ? circuitBitsPerSecond : Math.min(circuitBitsPerSecond, accessBitsPerSecond);
    }
}

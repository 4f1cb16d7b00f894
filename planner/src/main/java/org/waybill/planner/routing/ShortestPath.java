package org.waybill.planner.routing;

import java.util.Optional;

/** Paths of least metric, as an interior gateway protocol routes (RFC 2328), over links that carry enough. */
public final class ShortestPath {
    private ShortestPath() {}

    /**
     * The path of least metric over links with any capacity; fewer links on a tie, then the wider. O((V + E) log V).
     */
    public static Optional<Route> between(Network network, String from, String to) {
        return carrying(network, from, to, Double.MIN_VALUE);
    }

    /** Likewise, over links and nodes that carry at least {@code bitsPerSecond}, which must be above 0. */
    public static Optional<Route> carrying(Network network, String from, String to, double bitsPerSecond) {
        if (!(bitsPerSecond > 0)) {
            throw new IllegalArgumentException("bitsPerSecond=" + bitsPerSecond + " must be above 0");
        }
        int source = network.node(from);
        int target = WidestPath.end(network, from, to);
        if (network.nodeCapacity(source) < bitsPerSecond) {
            return Optional.empty();
        }
        return Optional.ofNullable(Search.all(network).shortest(source, target, bitsPerSecond))
                .map(links -> Search.route(network, source, links));
    }
}

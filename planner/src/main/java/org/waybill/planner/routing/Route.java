package org.waybill.planner.routing;

import java.util.List;

/**
 * A loop-free path through a network.
 *
 * @param nodes names from the first to the last
 * @param bitsPerSecond the least of its links' and nodes' capacities
 * @param metric the sum of its links' metrics
 */
public record Route(List<String> nodes, double bitsPerSecond, double metric) {
    public Route {
        nodes = List.copyOf(nodes);
    }

    /** Number of links. */
    public int hops() {
        return nodes.size() - 1;
    }

    /** The nodes between the endpoints. */
    public List<String> relays() {
        return nodes.size() <= 2 ? List.of() : nodes.subList(1, nodes.size() - 1);
    }
}

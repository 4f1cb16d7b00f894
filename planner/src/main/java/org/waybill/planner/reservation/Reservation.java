package org.waybill.planner.reservation;

import java.util.List;
import java.util.Set;

/**
 * Bandwidth held along a path for a time.
 *
 * @param id names it in a calendar
 * @param startMillis epoch milliseconds, included
 * @param endMillis epoch milliseconds, excluded
 * @param bitsPerSecond held on every link and node of the path, above 0
 * @param path node names from ingress to egress
 */
public record Reservation(String id, long startMillis, long endMillis, double bitsPerSecond, List<String> path) {
    public Reservation {
        path = List.copyOf(path);
        if (endMillis <= startMillis) {
            throw new IllegalArgumentException("reservation '" + id + "' ends at " + endMillis
                    + ", which is not after its start at " + startMillis);
        }
        if (!(bitsPerSecond > 0) || Double.isInfinite(bitsPerSecond)) {
            throw new IllegalArgumentException(
                    "reservation '" + id + "' requests bitsPerSecond=" + bitsPerSecond + "; it must be above 0");
        }
        if (path.size() < 2) {
            throw new IllegalArgumentException("reservation '" + id + "' needs a path of at least two nodes");
        }
        if (Set.copyOf(path).size() < path.size()) {
            throw new IllegalArgumentException(
                    "reservation '" + id + "' passes through the same node twice: " + String.join(", ", path));
        }
    }
}

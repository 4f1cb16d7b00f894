package org.waybill.planner.reservation;

import org.waybill.planner.routing.Route;

/**
 * A circuit that could be had.
 *
 * @param startMillis epoch milliseconds
 * @param endMillis when the last byte is through, rounded up
 * @param bitsPerSecond constant for all of that time
 * @param path of least metric among those that carry that rate
 */
public record Quote(long startMillis, long endMillis, double bitsPerSecond, Route path) {
    public long durationMillis() {
        return endMillis - startMillis;
    }
}

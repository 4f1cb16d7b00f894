package org.waybill.planner.reservation;

/**
 * Bandwidth held on one link for a time, for any purpose.
 *
 * @param link its number in the network
 * @param startMillis epoch milliseconds, included
 * @param endMillis epoch milliseconds, excluded
 * @param bitsPerSecond above 0
 */
public record Booking(int link, long startMillis, long endMillis, double bitsPerSecond) {
    public Booking {
        if (endMillis <= startMillis || !(bitsPerSecond > 0)) {
            throw new IllegalArgumentException("link " + link + " is booked from " + startMillis + " to " + endMillis
                    + " ms with bitsPerSecond=" + bitsPerSecond);
        }
    }
}

package org.waybill.planner.reservation;

/**
 * A volume to be transferred over a reserved circuit.
 *
 * @param bytes above 0
 * @param earliestMillis the circuit may begin then or later
 * @param latestMillis the circuit must end by then; {@link Long#MAX_VALUE} if there is no deadline
 * @param mostBitsPerSecond what the hosts can send and receive; above 0, may be infinite
 * @param granularityBitsPerSecond rates are multiples of it (OSCARS: 1 Mbit/s); 0 for any rate
 */
public record CircuitRequest(
        String from,
        String to,
        long bytes,
        long earliestMillis,
        long latestMillis,
        double mostBitsPerSecond,
        double granularityBitsPerSecond) {
    public CircuitRequest {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes=" + bytes + ": expected more than 0");
        }
        if (latestMillis <= earliestMillis) {
            throw new IllegalArgumentException(
                    "the deadline " + latestMillis + " ms is not after the earliest start " + earliestMillis + " ms");
        }
        if (!(mostBitsPerSecond > 0)) {
            throw new IllegalArgumentException("mostBitsPerSecond=" + mostBitsPerSecond + " must be above 0");
        }
        if (!(granularityBitsPerSecond >= 0)) {
            throw new IllegalArgumentException(
                    "granularityBitsPerSecond=" + granularityBitsPerSecond + " must not be negative");
        }
    }

    /** From {@code earliestMillis} on, with no deadline and at any rate. */
    public static CircuitRequest of(String from, String to, long bytes, long earliestMillis) {
        return new CircuitRequest(from, to, bytes, earliestMillis, Long.MAX_VALUE, Double.POSITIVE_INFINITY, 0);
    }
}

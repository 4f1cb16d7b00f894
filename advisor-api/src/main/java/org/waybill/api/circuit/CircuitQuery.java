package org.waybill.api.circuit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks what circuits could carry a volume.
 *
 * @param source a host by name or address, or a node of a topology
 * @param destination likewise
 * @param bytes above 0
 * @param earliest the circuit may begin then or later; null for now
 * @param latest the volume must be through by then; null if there is no deadline
 * @param mostBitsPerSecond what the two hosts can do; null if unknown
 * @param accessBitsPerSecond measured from the local host to the circuit's ingress; null if it was not
 * @param bestEffortBitsPerSecond the rate of the best path without a circuit; null if unknown
 */
public record CircuitQuery(
        String source,
        String destination,
        long bytes,
        @Nullable Instant earliest,
        @Nullable Instant latest,
        @Nullable Double mostBitsPerSecond,
        @Nullable Double accessBitsPerSecond,
        @Nullable Double bestEffortBitsPerSecond) {
    /** From now on, with nothing known of the hosts. */
    public static CircuitQuery of(String source, String destination, long bytes) {
        return new CircuitQuery(source, destination, bytes, null, null, null, null, null);
    }
}

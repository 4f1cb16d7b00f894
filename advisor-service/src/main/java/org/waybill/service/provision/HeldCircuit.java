package org.waybill.service.provision;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A circuit that is held.
 *
 * @param externalId the system's name for it; empty for the built-in one
 * @param start may differ from what was requested
 * @param bitsPerSecond may differ from what was requested
 * @param heldUntil null if the system sets no limit
 * @param hops for each hop the numbers of our links that may carry it; empty for a system with books of its own
 */
public record HeldCircuit(
        String externalId,
        Instant start,
        Instant end,
        double bitsPerSecond,
        List<String> path,
        @Nullable Instant heldUntil,
        List<List<Long>> hops) {
    /** As requested, by a system with books of its own. */
    public static HeldCircuit asWanted(CircuitHoldOrder wanted, String externalId, @Nullable Instant heldUntil) {
        return new HeldCircuit(
                externalId, wanted.start(), wanted.end(), wanted.bitsPerSecond(), wanted.path(), heldUntil, List.of());
    }
}

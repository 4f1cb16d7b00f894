package org.waybill.api.circuit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A circuit that was asked for, and what became of it.
 *
 * @param path from ingress to egress; empty if the system does not report it
 * @param heldUntil a hold that is not committed by then ends; null once committed, or if the system sets no limit
 * @param externalId the system's own name for it; empty for the built-in one
 * @param account who asked for it
 */
public record CircuitReservation(
        String id,
        String system,
        CircuitState state,
        String source,
        String destination,
        String ingress,
        String egress,
        Instant start,
        Instant end,
        double bitsPerSecond,
        List<String> path,
        @Nullable Instant heldUntil,
        String externalId,
        String account) {}

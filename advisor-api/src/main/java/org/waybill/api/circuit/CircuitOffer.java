package org.waybill.api.circuit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ProvisioningKind;

/**
 * What one provisioning system offers for a volume.
 *
 * @param system the system's name in the catalogue
 * @param ingress where the circuit begins, in the system's own words
 * @param egress where it ends
 * @param earliestFinish the circuit that is through first; null if there is none in time
 * @param shortestDuration the circuit that takes the shortest time; null if there is none in time
 * @param reservedPath the estimate from capacities alone; null if the topology is not known
 * @param breakEvenBytes from this volume on the circuit is through before the best-effort path; null if that path's
 *     rate was not given, or no volume was
 * @param problem why there is no quote, in one line; empty if there is one
 * @param setUpSeconds from the commit until the circuit carries data, as the owner of the system has set it; null for
 *     what is usual for its kind
 */
public record CircuitOffer(
        String system,
        ProvisioningKind kind,
        String ingress,
        String egress,
        QuoteBasis basis,
        @Nullable CircuitQuote earliestFinish,
        @Nullable CircuitQuote shortestDuration,
        @Nullable ReservedPath reservedPath,
        @Nullable Long breakEvenBytes,
        String problem,
        @Nullable Double setUpSeconds) {
    /** How long a circuit takes from its commit until it carries data. */
    public Duration setUp() {
        return setUpSeconds == null ? kind.setUp() : Duration.ofMillis(Math.round(setUpSeconds * 1e3));
    }
}

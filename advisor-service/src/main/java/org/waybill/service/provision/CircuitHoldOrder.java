package org.waybill.service.provision;

import java.time.Instant;
import java.util.List;

/**
 * A circuit to be held, in a provisioning system's own words.
 *
 * @param id ours
 * @param path nodes from ingress to egress; empty to let the system choose
 */
public record CircuitHoldOrder(
        String id, String ingress, String egress, Instant start, Instant end, double bitsPerSecond, List<String> path) {
    /** In the whole Mbit/s of systems that know no others, rounded up. */
    public long megabits() {
        return (long) Math.ceil(bitsPerSecond / 1e6);
    }
}

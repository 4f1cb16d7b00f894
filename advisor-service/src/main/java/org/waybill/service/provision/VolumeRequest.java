package org.waybill.service.provision;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A volume to be carried, in a provisioning system's own words.
 *
 * @param ingress where the circuit begins
 * @param egress where it ends
 * @param bytes above 0
 * @param latest through by then; null if there is no deadline
 * @param mostBitsPerSecond what the hosts can do; may be infinite
 * @param accessBitsPerSecond measured to the ingress; null if it was not
 */
public record VolumeRequest(
        String ingress,
        String egress,
        long bytes,
        Instant earliest,
        @Nullable Instant latest,
        double mostBitsPerSecond,
        @Nullable Double accessBitsPerSecond) {
    /** The same between other points. */
    public VolumeRequest between(String otherIngress, String otherEgress) {
        return new VolumeRequest(
                otherIngress, otherEgress, bytes, earliest, latest, mostBitsPerSecond, accessBitsPerSecond);
    }

    /** Whether there is a rate to ask for. */
    public boolean namesRate() {
        return mostBitsPerSecond < Double.POSITIVE_INFINITY;
    }
}

package org.waybill.client.workflow.option;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.QuoteBasis;

/**
 * A circuit that an option would have reserved for it.
 *
 * @param system the provisioning system's name in the catalogue
 * @param sourceHost a host as the provisioning system was asked about it
 * @param destinationHost likewise
 * @param ingress where the circuit begins, in the system's own words
 * @param start of the reservation, as is {@code end} its end
 * @param bitsPerSecond what would be reserved
 * @param expectedBitsPerSecond what the option can use of it: the least of what is reserved, the links along the
 *     circuit, and the rate measured from here to its ingress (Lu 2011, section 4.1.1.6)
 * @param accessBitsPerSecond that rate; null if it was not measured
 * @param path from ingress to egress; empty if the system does not report it
 * @param breakEvenBytes from this volume on the circuit is through before the best option without one; null if nothing
 *     is known of that option
 * @param waitSeconds how much of the forecast passes before data flow
 * @param setUpSeconds from the commit until it carries data
 */
public record PlannedCircuit(
        String system,
        ProvisioningKind kind,
        Aim aim,
        QuoteBasis basis,
        String sourceHost,
        String destinationHost,
        String ingress,
        String egress,
        Instant start,
        Instant end,
        double bitsPerSecond,
        double expectedBitsPerSecond,
        @Nullable Double accessBitsPerSecond,
        List<String> path,
        @Nullable Long breakEvenBytes,
        double waitSeconds,
        double setUpSeconds) {
    public PlannedCircuit {
        path = List.copyOf(path);
    }

    /** When it carries data, once it was committed at {@code committed}. */
    public Instant readyAt(Instant committed) {
        return readyAt(committed, start);
    }

    /** The same of a circuit that starts when its system granted it, which may be later than requested. */
    public Instant readyAt(Instant committed, Instant granted) {
        Instant setUp = committed.plusMillis(Math.round(setUpSeconds * 1e3));
        return setUp.isAfter(granted) ? setUp : granted;
    }

    /**
     * What to ask for to have it, exactly as it was quoted.
     *
     * @param attempt names the hold: another at each attempt, since what was given back is not held again, and another
     *     user may have the same quote
     */
    public CircuitHold hold(UUID attempt) {
        return new CircuitHold(
                attempt.toString(), system, sourceHost, destinationHost, start, end, bitsPerSecond, path);
    }

    /** What is best about a circuit. */
    public enum Aim {
        EARLIEST_FINISH,
        SHORTEST_DURATION,
        /** It is through first and takes the shortest time. */
        BOTH
    }
}

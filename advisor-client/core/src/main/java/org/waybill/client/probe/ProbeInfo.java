package org.waybill.client.probe;

import org.waybill.api.Quantity;

/**
 * What a probe says of itself.
 *
 * @param name stable, lower case, as shown in {@code method}: {@code tracepath}, {@code icmp-pairs}, {@code
 * tcp-connect}
 * @param preference of several probes for one quantity that can run, the highest is taken
 */
public record ProbeInfo(String name, Quantity quantity, int preference, Scheduling scheduling) {

    /** What may run at the same time between the same hosts (pScheduler's scheduling classes). */
    public enum Scheduling {
        /** Sends next to nothing: beside anything. */
        BACKGROUND,
        /** Beside other probes, but not beside an exclusive one. */
        NORMAL,
        /** Loads the path: alone, or it spoils what the others see. */
        EXCLUSIVE
    }
}

package org.waybill.client.discovery;

import java.time.Duration;

/**
 * What discovery may cost.
 *
 * @param total when it ends, even with open answers
 * @param connect the longest that one connection attempt may take
 * @param greeting the longest that a server may take to say what it is
 * @param bytes the most that is sent and received together, all ports of both hosts
 */
public record DiscoveryBudget(Duration total, Duration connect, Duration greeting, long bytes) {
    /** Enough for a path around the Earth, and for servers that look up the client's name before they speak. */
    public static final DiscoveryBudget USUAL =
            new DiscoveryBudget(Duration.ofSeconds(6), Duration.ofSeconds(3), Duration.ofSeconds(3), 512 * 1024);

    public DiscoveryBudget {
        for (Duration part : new Duration[] {total, connect, greeting}) {
            if (part.isNegative() || part.isZero()) {
                throw new IllegalArgumentException("invalid discovery time " + part + ": expected more than 0");
            }
        }
        if (bytes <= 0) {
            throw new IllegalArgumentException("invalid discovery budget " + bytes + " bytes: expected more than 0");
        }
    }
}

package org.waybill.client.probe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one path between the two ends; an element of {@code paths[]}. Nulls are unknown, never zero.
 *
 * @param method the probes that were used, joined by {@code +}; empty if none answered
 * @param samples observations behind the bandwidth, null if it is unknown
 * @param errorPercent the bandwidth's error bound, null if the method gives none
 */
public record PathFacts(Kind kind, List<Hop> hops, @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond, String method, @Nullable Instant measuredAt,
        @Nullable Integer samples, @Nullable Double errorPercent) {
    public PathFacts {
        hops = List.copyOf(hops);
    }

    /** A path of which nothing is known yet. */
    public static PathFacts unknown(Kind kind) {
        return new PathFacts(kind, List.of(), null, null, "", null, null, null);
    }

    /** How the path comes about. */
    public enum Kind {
        /** What routing gives. */
        INTERNET,
        /** A circuit with reserved bandwidth. */
        RESERVED,
        /** Over relays. */
        OVERLAY
    }
}

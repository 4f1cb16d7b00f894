package org.waybill.client.probe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.probe.icmp.QueueDelay;
import org.waybill.engine.cause.PathCapacity;

/**
 * What is known of one path between the two hosts; an element of {@code paths[]}. Nulls are unknown, never zero.
 *
 * @param method the probes that were used, joined by {@code +}; empty if none answered
 * @param samples observations behind the bandwidth, null if it is unknown
 * @param errorPercent the bandwidth's error bound, null if the method gives none
 * @param lossRatio part of the echoes to the remote host that were not answered, 0..1, in any direction and for any
 *     cause (hosts may answer few on purpose); null if none were sent or none answered
 * @param queueMillis how far the round trips rise and fall slowly, as a queue does; 0 where they do not. It counts as
 *     others' traffic only above 1.5 ms, 1 % of the round trip and the time of three packets; null if too few were
 *     answered to tell
 * @param trains what packet trains exchanged with a node at the remote host showed; null if there were none
 */
public record PathFacts(
        Kind kind,
        List<Hop> hops,
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        String method,
        @Nullable Instant measuredAt,
        @Nullable Integer samples,
        @Nullable Double errorPercent,
        @Nullable Double lossRatio,
        @Nullable Double queueMillis,
        @Nullable TrainFacts trains) {
    /** What the service takes. */
    private static final int LONGEST_METHOD = 100;

    public PathFacts {
        hops = List.copyOf(hops);
    }

    /** One on which no echoes were counted and no trains exchanged. */
    public PathFacts(
            Kind kind,
            List<Hop> hops,
            @Nullable Double rttMillis,
            @Nullable Double bottleneckBitsPerSecond,
            String method,
            @Nullable Instant measuredAt,
            @Nullable Integer samples,
            @Nullable Double errorPercent) {
        this(
                kind,
                hops,
                rttMillis,
                bottleneckBitsPerSecond,
                method,
                measuredAt,
                samples,
                errorPercent,
                null,
                null,
                null);
    }

    /** Whether the echoes met a queue that others fill. */
    public boolean showsOthers() {
        return queueMillis != null
                && rttMillis != null
                && QueueDelay.isOthers(queueMillis, rttMillis, bottleneckBitsPerSecond);
    }

    /**
     * What was measured of its capacity; null for nothing.
     *
     * @param there for data from this machine to the remote host
     */
    public @Nullable PathCapacity capacity(boolean there) {
        TrainFacts.Direction seen = trains == null ? null : there ? trains.there() : trains.back();
        if (seen != null) {
            return new PathCapacity(seen.capacityBitsPerSecond(), seen.availableBitsPerSecond());
        }
        return bottleneckBitsPerSecond == null ? null : new PathCapacity(bottleneckBitsPerSecond, null);
    }

    /** The same path with more known of its hops. */
    public PathFacts over(List<Hop> itsHops) {
        return with(itsHops, method, measuredAt, trains);
    }

    /** The same path with what trains showed. */
    public PathFacts with(TrainFacts exchanged, Instant now) {
        return with(hops, method.isEmpty() ? TrainFacts.METHOD : method + "+" + TrainFacts.METHOD, now, exchanged);
    }

    private PathFacts with(List<Hop> itsHops, String by, @Nullable Instant at, @Nullable TrainFacts exchanged) {
        return new PathFacts(
                kind,
                itsHops,
                rttMillis,
                bottleneckBitsPerSecond,
                by,
                at,
                samples,
                errorPercent,
                lossRatio,
                queueMillis,
                exchanged);
    }

    /** What was measured, as the history keeps it. */
    public List<Measurement> measurements(String source, String destination) {
        List<Measurement> measured = new ArrayList<>();
        if (measuredAt != null) {
            String by = method.substring(0, Math.min(method.length(), LONGEST_METHOD));
            int count = samples == null ? 1 : samples;
            if (rttMillis != null) {
                measured.add(
                        new Measurement(source, destination, Quantity.RTT, rttMillis, by, count, null, measuredAt));
            }
            if (bottleneckBitsPerSecond != null) {
                measured.add(new Measurement(
                        source,
                        destination,
                        Quantity.BOTTLENECK_BANDWIDTH,
                        bottleneckBitsPerSecond,
                        by,
                        count,
                        errorPercent,
                        measuredAt));
            }
        }
        return measured;
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

package org.waybill.client.execution;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;
import org.waybill.engine.TransferReport;

/**
 * A transfer that succeeded.
 *
 * @param report of all attempts together
 * @param attempts how many it took
 * @param startedAt when the first one began
 * @param seconds from then to the verified destination, pauses included
 * @param forecast what was forecast, or {@link Estimate#UNKNOWN}
 * @param hops the transfers that it was made of where the data were stored at hosts between the endpoints; else empty
 */
public record TransferResult(
        TransferReport report, int attempts, Instant startedAt, double seconds, Estimate forecast, List<Hop> hops) {
    public TransferResult {
        hops = List.copyOf(hops);
    }

    /** Of one transfer. */
    public TransferResult(TransferReport report, int attempts, Instant startedAt, double seconds, Estimate forecast) {
        this(report, attempts, startedAt, seconds, forecast, List.of());
    }

    /**
     * One of several transfers that followed each other.
     *
     * @param source its host
     * @param destination its host
     * @param resumedBytes that were there before it
     * @param sha256 as in {@link TransferReport}
     */
    public record Hop(
            String source,
            String destination,
            String transport,
            long bytes,
            long resumedBytes,
            double seconds,
            @Nullable String sha256) {}

    /**
     * How wrong the forecast was: (forecast - actual) / actual, in percent; negative when it took longer. Null without
     * a forecast, and for a transfer that found part of the data already there: it did less than was forecast.
     */
    public @Nullable Double forecastErrorPercent() {
        Double secondsP50 = forecast.secondsP50();
        if (secondsP50 == null || seconds <= 0 || report.resumedBytes() > 0) {
            return null;
        }
        return (secondsP50 - seconds) / seconds * 100;
    }
}

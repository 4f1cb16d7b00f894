package org.waybill.client.execution;

import java.time.Instant;
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
 */
public record TransferResult(
        TransferReport report, int attempts, Instant startedAt, double seconds, Estimate forecast) {
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

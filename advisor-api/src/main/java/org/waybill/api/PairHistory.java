package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pair's past, newest first, with the track record of the forecasts that were made for it.
 *
 * @param accuracy the track record for each evidence, best evidence first; null from a service that does not report it
 * @param worst the forecasts that were farthest off by ratio, worst first; null from a service that does not report it
 */
public record PairHistory(
        String sourceHost,
        String destinationHost,
        List<TransferOutcome> transfers,
        List<Measurement> measurements,
        int scoredForecasts,
        @Nullable Double medianErrorPercent,
        @Nullable Double p90CoveragePercent,
        @Nullable List<EvidenceAccuracy> accuracy,
        @Nullable List<ForecastMiss> worst) {}

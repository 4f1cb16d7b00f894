package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pair's past, newest first, with the track record of the forecasts that were made for it. */
public record PairHistory(String sourceHost, String destinationHost, List<TransferOutcome> transfers,
        List<Measurement> measurements, int scoredForecasts, @Nullable Double medianErrorPercent,
        @Nullable Double p90CoveragePercent) {}

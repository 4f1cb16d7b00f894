package org.waybill.api;

import java.time.Instant;

/**
 * A forecast that was far off.
 *
 * @param evidence as in {@link Forecast#evidence}
 * @param predictor how the number came about
 * @param causeCode what bounded the transfer's rate, empty if unknown
 */
public record ForecastMiss(
        String sourceHost,
        String destinationHost,
        String transport,
        Instant madeAt,
        long bytes,
        double secondsP50,
        double secondsP90,
        double outcomeSeconds,
        String evidence,
        String predictor,
        String causeCode) {}

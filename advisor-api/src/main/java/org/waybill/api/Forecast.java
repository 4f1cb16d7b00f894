package org.waybill.api;

import org.jspecify.annotations.Nullable;

/**
 * A forecast of a transfer's time. Numbers are null when {@code basis} is {@link ForecastBasis#UNKNOWN}.
 *
 * @param id names the stored forecast, so that the outcome can be scored against it; empty if not stored
 * @param samples how many observations it is based on
 * @param pastMedianErrorPercent the median absolute error of earlier forecasts for this pair, null if there are none
 * @param evidence what was measured for it, in finer steps than {@code basis}: {@code HISTORY}, {@code TEST} (steady
 *     test transfers), {@code LINKS} (links between relays), {@code TRAINS} (packet trains with a node),
 *     {@code UNSTEADY} (other test transfers), {@code SHARED} (those beside connections of others), {@code ECHO} (ICMP
 *     only), {@code ENDS} (one machine) or {@code NONE}; null from a service that does not report it
 */
public record Forecast(
        String id,
        @Nullable Double secondsP50,
        @Nullable Double secondsP90,
        @Nullable Double goodputBitsPerSecond,
        ForecastBasis basis,
        String predictor,
        int samples,
        @Nullable Double pastMedianErrorPercent,
        @Nullable String evidence) {}

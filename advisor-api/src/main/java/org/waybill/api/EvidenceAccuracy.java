package org.waybill.api;

import org.jspecify.annotations.Nullable;

/**
 * How good the forecasts on some evidence were, by the newest that have an outcome.
 *
 * @param evidence as in {@link Forecast#evidence}, {@code LOCAL_HISTORY} for forecasts that a home made from its own last
 *     copies; empty for forecasts that are older than that
 * @param forecasts how many were scored, 1 or more
 * @param medianErrorPercent median of |P50 / outcome - 1|
 * @param biasPercent geometric mean of P50 / outcome, less one: above 0 the forecasts were too long
 * @param p90CoveragePercent share of outcomes within P90; 90 is right
 * @param meanLogError mean |ln(outcome / P50)|; null from a service that does not report it
 */
public record EvidenceAccuracy(
        String evidence,
        int forecasts,
        double medianErrorPercent,
        double biasPercent,
        double p90CoveragePercent,
        @Nullable Double meanLogError) {}

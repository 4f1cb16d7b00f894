package org.waybill.planner.forecast;

/**
 * The forecast of a series' next value, in the series' own unit.
 *
 * @param value what the chosen predictor says
 * @param p10 nine in ten next values are expected at or above it: what to plan a rate with
 * @param p50 as many next values are expected below it as above: {@code value} freed of its past bias
 * @param p90 nine in ten next values are expected at or below it: what to plan a time with
 * @param predictor the primary predictor and the measure and window by which it was chosen
 * @param meanAbsoluteError of the published forecasts so far; 0 while there are fewer than two samples
 * @param rootMeanSquaredError likewise
 * @param samples how many values were seen
 */
public record SeriesForecast(
        double value,
        double p10,
        double p50,
        double p90,
        String predictor,
        double meanAbsoluteError,
        double rootMeanSquaredError,
        long samples) {

    /** The same of what is never below zero. */
    SeriesForecast notNegative() {
        return new SeriesForecast(
                Math.max(0, value),
                Math.max(0, p10),
                Math.max(0, p50),
                Math.max(0, p90),
                predictor,
                meanAbsoluteError,
                rootMeanSquaredError,
                samples);
    }
}

package org.waybill.planner.plan;

import org.waybill.planner.forecast.SeriesForecast;
import org.waybill.planner.forecast.SeriesForecaster;

/**
 * {@code plan forecast}: the next value of a series, in the series' unit.
 *
 * @param value what the chosen predictor says, within the range
 * @param p10 nine in ten next values are expected at or above it
 * @param p50 the middle of what is expected
 * @param p90 nine in ten next values are expected at or below it
 */
public record ForecastPlan(
        double value, double p10, double p50, double p90, String predictor, double meanAbsoluteError, long samples) {

    /** The plan for a series of at least one value, in order of time. */
    public static ForecastPlan of(double[] series) {
        SeriesForecast forecast = SeriesForecaster.forecast(series);
        return new ForecastPlan(
                // of a series with a trend most predictors are behind by as much each time, which the range makes good
                Math.clamp(forecast.value(), forecast.p10(), forecast.p90()),
                forecast.p10(),
                forecast.p50(),
                forecast.p90(),
                forecast.predictor(),
                forecast.meanAbsoluteError(),
                forecast.samples());
    }
}

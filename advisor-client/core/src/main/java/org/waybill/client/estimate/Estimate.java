package org.waybill.client.estimate;

import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;

/**
 * How long a workflow would take. The numbers are null when the basis is {@link ForecastBasis#UNKNOWN}.
 *
 * @param secondsP50 as likely to take less as more
 * @param secondsP90 one time in ten it takes longer; null when the method knows no spread
 * @param goodputBitsPerSecond payload over {@code secondsP50}
 * @param samples how many observations it stands on
 * @param pastMedianErrorPercent how wrong earlier forecasts for this pair were, null if there are none
 * @param method the predictor, probe or model in a few words; empty if unknown
 * @param forecastId names the service's stored forecast, so that the outcome is scored against it; null if none
 */
public record Estimate(@Nullable Double secondsP50, @Nullable Double secondsP90,
        @Nullable Double goodputBitsPerSecond, ForecastBasis basis, int samples,
        @Nullable Double pastMedianErrorPercent, String method, @Nullable String forecastId) {

    /** Nothing is known, so nothing is said. */
    public static final Estimate UNKNOWN = new Estimate(null, null, null, ForecastBasis.UNKNOWN, 0, null, "", null);

    public boolean isKnown() {
        return basis != ForecastBasis.UNKNOWN && secondsP50 != null;
    }

    /** What is left of it after so many seconds; never less than nothing. */
    public Estimate after(double seconds) {
        return new Estimate(left(secondsP50, seconds), left(secondsP90, seconds), goodputBitsPerSecond, basis, samples,
                pastMedianErrorPercent, method, forecastId);
    }

    private static @Nullable Double left(@Nullable Double all, double passed) {
        return all == null ? null : Double.valueOf(Math.max(0, all - passed));
    }

    /** A service's forecast as an estimate. */
    public static Estimate of(Forecast forecast) {
        String id = forecast.id().isEmpty() ? null : forecast.id();
        if (forecast.basis() == ForecastBasis.UNKNOWN || forecast.secondsP50() == null) {
            return UNKNOWN;
        }
        return new Estimate(forecast.secondsP50(), forecast.secondsP90(), forecast.goodputBitsPerSecond(),
                forecast.basis(), forecast.samples(), forecast.pastMedianErrorPercent(), forecast.predictor(), id);
    }
}

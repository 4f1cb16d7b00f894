package org.waybill.client.estimate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.planner.forecast.Evidence;

/**
 * How long a workflow would take. The numbers are null when the basis is {@link ForecastBasis#UNKNOWN}.
 *
 * @param secondsP50 as likely to take less as more
 * @param secondsP90 one time in ten it takes longer; null when the method knows no spread
 * @param goodputBitsPerSecond payload over {@code secondsP50}
 * @param samples how many observations it is based on
 * @param pastMedianErrorPercent how wrong earlier forecasts for this pair were, null if there are none
 * @param method the predictor, probe or model in a few words; empty if unknown
 * @param forecastId names the service's stored forecast, so that the outcome is scored against it; null if none
 * @param evidence what was measured for it; how wide the band is follows from that
 */
public record Estimate(
        @Nullable Double secondsP50,
        @Nullable Double secondsP90,
        @Nullable Double goodputBitsPerSecond,
        ForecastBasis basis,
        int samples,
        @Nullable Double pastMedianErrorPercent,
        String method,
        @Nullable String forecastId,
        Evidence evidence) {

    /** After so long Linux writes what it was given (dirty_expire_centisecs). */
    private static final double EXPIRE_SECONDS = 30;

    /** Nothing is known, so nothing is said. */
    public static final Estimate UNKNOWN =
            new Estimate(null, null, null, ForecastBasis.UNKNOWN, 0, null, "", null, Evidence.NONE);

    public boolean isKnown() {
        return basis != ForecastBasis.UNKNOWN && secondsP50 != null;
    }

    /** Whether transfers over its path were measured: not a model only. */
    public boolean wasSeen() {
        return evidence.wasSeen();
    }

    /** What is left of it after a number of seconds; never less than nothing. */
    public Estimate after(double seconds) {
        return timed(left(secondsP50, seconds), left(secondsP90, seconds), goodputBitsPerSecond);
    }

    private Estimate timed(@Nullable Double p50, @Nullable Double p90, @Nullable Double goodput) {
        return new Estimate(p50, p90, goodput, basis, samples, pastMedianErrorPercent, method, forecastId, evidence);
    }

    /** The same with its evidence, under the name of a stored forecast, if there is one. */
    Estimate told(int observations, String how, @Nullable String id) {
        return new Estimate(
                secondsP50,
                secondsP90,
                goodputBitsPerSecond,
                basis,
                observations,
                pastMedianErrorPercent,
                how,
                id,
                evidence);
    }

    /** What a service makes of it in the light of the outcomes of such estimates; the same where it says nothing. */
    public Estimate banded(Estimate served) {
        return served.isKnown() ? served.told(samples, method, served.forecastId()) : this;
    }

    /**
     * The same where each file is flushed when it has arrived: what Linux has not written by itself by then, as it does
     * once data are 30 s old, is still to be written.
     *
     * @param diskSeconds that writing all of it takes
     */
    Estimate flushed(Dataset dataset, double diskSeconds) {
        if (secondsP50 == null) {
            return this;
        }
        double written = Math.max(0, secondsP50 - EXPIRE_SECONDS * dataset.files());
        double left = Math.max(0, diskSeconds - written);
        double p50 = secondsP50 + left;
        return timed(p50, secondsP90 == null ? null : Double.valueOf(secondsP90 + left), dataset.bytes() * 8 / p50);
    }

    /** The same with more to wait for. */
    Estimate longer(Dataset dataset, double seconds) {
        if (secondsP50 == null) {
            return this;
        }
        double p50 = secondsP50 + seconds;
        Double p90 = secondsP90 == null ? null : Double.valueOf(secondsP90 / secondsP50 * p50);
        return timed(p50, p90, dataset.bytes() * 8 / p50);
    }

    /** P90 over P50; 1 where either is unknown. */
    public double p90Factor() {
        return secondsP50 == null || secondsP90 == null ? 1 : secondsP90 / secondsP50;
    }

    /** The same, whose P90 is no less than this multiple of its P50. */
    public Estimate asWideAs(double factor) {
        return atLeast(secondsP50 == null ? null : Double.valueOf(factor * secondsP50));
    }

    /** The same, whose P90 is only this part as far from its P50, as a logarithm. */
    public Estimate asNarrowAs(double part) {
        return secondsP50 == null || secondsP90 == null
                ? this
                : timed(
                        secondsP50,
                        Double.valueOf(secondsP50 * Math.pow(secondsP90 / secondsP50, part)),
                        goodputBitsPerSecond);
    }

    /** The same, whose P90 is no less than this. */
    Estimate atLeast(@Nullable Double late) {
        boolean longer = late != null && secondsP90 != null && secondsP90 < late;
        return timed(secondsP50, longer ? late : secondsP90, goodputBitsPerSecond);
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
        return new Estimate(
                forecast.secondsP50(),
                forecast.secondsP90(),
                forecast.goodputBitsPerSecond(),
                forecast.basis(),
                forecast.samples(),
                forecast.pastMedianErrorPercent(),
                forecast.predictor(),
                id,
                evidence(forecast));
    }

    private static Evidence evidence(Forecast forecast) {
        return Evidence.named(Objects.requireNonNullElse(forecast.evidence(), ""))
                .orElse(forecast.basis() == ForecastBasis.HISTORY ? Evidence.HISTORY : Evidence.NONE);
    }
}

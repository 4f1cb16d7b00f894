package org.waybill.planner.forecast;

import org.jspecify.annotations.Nullable;

/**
 * A forecast of a transfer's time; the numbers are null when {@code basis} is {@link Basis#UNKNOWN}.
 *
 * @param secondsP50 as likely to be beaten as not
 * @param secondsP90 nine in ten transfers are expected to take no longer
 * @param goodputBitsPerSecond bytes asked about over {@code secondsP50}
 * @param predictor how the number came about, in a few stable words
 * @param samples how many past transfers it is based on
 * @param pastMedianErrorPercent median absolute error of the forecasts that this same method would have made for the
 *     pair's past transfers, each from those before it; null with fewer than two
 * @param evidence what it is based on in finer steps than {@code basis}
 * @param model the fitted time = set-up + a * files + b * bytes, before the correction for the current level
 */
public record TransferForecast(
        Basis basis,
        @Nullable Double secondsP50,
        @Nullable Double secondsP90,
        @Nullable Double goodputBitsPerSecond,
        String predictor,
        int samples,
        @Nullable Double pastMedianErrorPercent,
        Evidence evidence,
        @Nullable TransferTimeModel model) {

    /** What the forecast is based on, best first. */
    public enum Basis {
        /** Past transfers of this pair. */
        HISTORY,
        /** A model of the transport over a path whose bottleneck was probed. */
        PROBE,
        /** A model of the transport with RTT, loss, window or link facts. */
        MODEL,
        /** No evidence: no number is given. */
        UNKNOWN
    }

    /** The same times, of which the history says less than the prior. */
    TransferForecast on(ColdStart.Prior prior) {
        return new TransferForecast(
                prior.basis(),
                secondsP50,
                secondsP90,
                goodputBitsPerSecond,
                "prior by " + prior.limit() + ", and history",
                samples,
                pastMedianErrorPercent,
                prior.evidence(),
                model);
    }

    /** Says that nothing can be said. */
    public static TransferForecast unknown() {
        return new TransferForecast(Basis.UNKNOWN, null, null, null, "none", 0, null, Evidence.NONE, null);
    }
}

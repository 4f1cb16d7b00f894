package org.waybill.planner.forecast;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Learns one pair's transfer times over one transport, path and data class, a transfer at a time: the three-term model,
 * the current level of the network (ln of the model's time over the actual one, forecast as a series; Rizk's median and
 * mean of five and his average with gain 0.3 are among its predictors, and successful transfers know no outage), and
 * the errors of the forecasts that would have been made. An update takes some microseconds. Not thread-safe.
 */
public final class PairModel {
    private static final double FADE = .97;
    private static final int RESIDUALS_KEPT = 100;
    private static final int ENOUGH_FOR_QUANTILES = 20;
    /** Half of Rizk's disk-to-disk forecasts were within 10 %, with a long tail (2006, section 5.3.5). */
    private static final double PRIOR_LOG_SPREAD = .25;
    private static final double PRIOR_SPREAD_WEIGHT = 3;
    /** ln of how far beyond the sizes seen a query may lie before its band is widened. */
    private static final double FAMILIAR = Math.log(2);
    private static final double WIDENING_PER_LOG = .15;
    private static final double NORMAL_P90 = 1.2816;

    private final TransferTimeFit fit;
    private final SeriesForecaster level = SeriesForecaster.nws();
    private final Residuals logErrors = new Residuals(RESIDUALS_KEPT);
    private final Residuals percentErrors = new Residuals(RESIDUALS_KEPT);
    private double leastBytes = Double.POSITIVE_INFINITY;
    private double mostBytes;
    private int samples;

    /** @param prior the model to start from; each term above 0 */
    public PairModel(TransferTimeModel prior) {
        this.fit = new TransferTimeFit(prior, FADE);
    }

    public int samples() {
        return samples;
    }

    /** The three terms at the network's current level. */
    TransferTimeModel currentModel() {
        return samples == 0 ? fit.model() : fit.model().scaledBy(1 / currentLevel());
    }

    /** Takes the next transfer, in order of time; scores the forecast that would have been made for it first. */
    public void observe(PastTransfer transfer) {
        if (samples > 0) {
            double centre = centreSeconds(transfer.bytes(), transfer.files());
            double said = centre * Math.exp(bias());
            percentErrors.add(100 * Math.abs(said / transfer.seconds() - 1));
            logErrors.add(Math.log(transfer.seconds() / centre));
        }
        fit.observe(transfer);
        level.observe(Math.log(fit.model().seconds(transfer.bytes(), transfer.files()) / transfer.seconds()));
        leastBytes = Math.min(leastBytes, transfer.bytes());
        mostBytes = Math.max(mostBytes, transfer.bytes());
        samples++;
    }

    /** Seconds by the model at the network's current level. */
    private double centreSeconds(long bytes, long files) {
        return fit.model().seconds(bytes, files) / currentLevel();
    }

    private double currentLevel() {
        // a share learned from two or three transfers is not yet the network's state
        double trust = samples / (samples + 2.0);
        return Math.exp(trust * level.value());
    }

    private double bias() {
        int n = logErrors.size();
        return logErrors.median() * n / (n + 1.0);
    }

    /** The forecast for a volume; at least one transfer must have been observed. */
    public TransferForecast forecast(long bytes, long files) {
        if (samples == 0) {
            throw new IllegalStateException("no transfer observed yet: nothing to forecast from");
        }
        double centre = centreSeconds(bytes, files);
        double p50 = centre * Math.exp(bias());
        double p90 = Math.max(p50, centre * Math.exp(bias() + upperLogError() * widening(bytes)));
        return new TransferForecast(TransferForecast.Basis.HISTORY, p50, p90, bytes * 8 / p50,
                "time-model * " + level.predictorName(), samples, pastMedianErrorPercent(), fit.model());
    }

    private double upperLogError() {
        int n = logErrors.size();
        if (n >= ENOUGH_FOR_QUANTILES) {
            return logErrors.upper(.9) - bias();
        }
        double variance = (PRIOR_SPREAD_WEIGHT * PRIOR_LOG_SPREAD * PRIOR_LOG_SPREAD + n * logErrors.meanOfSquares())
                / (PRIOR_SPREAD_WEIGHT + n);
        return studentP90(PRIOR_SPREAD_WEIGHT + n) * Math.sqrt(variance);
    }

    /** The 90 % point of Student's t, from the normal's (Abramowitz and Stegun 26.7.5, first two terms). */
    private static double studentP90(double degrees) {
        double z = NORMAL_P90;
        double z3 = z * z * z;
        return z + (z3 + z) / (4 * degrees) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * degrees * degrees);
    }

    private double widening(long bytes) {
        double beyond = Math.max(Math.log(leastBytes / Math.max(bytes, 1)), Math.log(Math.max(bytes, 1) / mostBytes));
        return 1 + WIDENING_PER_LOG * Math.max(0, beyond - FAMILIAR);
    }

    private @Nullable Double pastMedianErrorPercent() {
        return percentErrors.size() == 0 ? null : percentErrors.median();
    }

    /** A scale for the terms from the history itself, for pairs of which nothing else is known. */
    static TransferTimeModel scaleOf(Iterable<PastTransfer> history) {
        double[] secondsPerByte = new double[16];
        int n = 0;
        double leastSeconds = Double.POSITIVE_INFINITY;
        double leastFileSeconds = Double.POSITIVE_INFINITY;
        for (PastTransfer past : history) {
            if (n == secondsPerByte.length) {
                secondsPerByte = Arrays.copyOf(secondsPerByte, 2 * n);
            }
            secondsPerByte[n++] = past.seconds() / past.bytes();
            leastSeconds = Math.min(leastSeconds, past.seconds());
            leastFileSeconds = Math.min(leastFileSeconds, past.seconds() / past.files());
        }
        Arrays.sort(secondsPerByte, 0, n);
        return new TransferTimeModel(leastSeconds / 10, leastFileSeconds / 10, secondsPerByte[n / 2]);
    }
}

package org.waybill.planner.forecast;

import java.util.List;
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
    /** Beyond this spread of ln of the time by doubt about the terms alone the history does not speak of the volume. */
    private static final double MOST_DOUBT = 1.5;
    /** Spread by doubt about the terms at which the network's current level is half believed. */
    private static final double HALF_BELIEVED = .25;
    /**
     * Payload of a middling wide area path, where neither facts nor history say anything: 100 Mbit/s. It is never
     * answered with, only what the history adds to it; see {@link #speaksOf}.
     */
    private static final double MIDDLING_SECONDS_PER_BYTE = 8e-8;
    /** Paths in use range over some powers of ten. */
    private static final double NO_FACTS_LOG_SPREAD = 2;

    private static final double LEAST_LOG_SPREAD = .3;
    private static final double NORMAL_P90 = 1.2816;
    /**
     * An error beyond this number of usual ones, and beyond a factor of 1.3, is news: the path is another than it was.
     */
    private static final double SURPRISE = 2.5;

    private static final double LEAST_SURPRISE = Math.log(1.3);
    /** After a change the last transfer counts alone until the predictors are so near to it again, as a logarithm. */
    private static final double AGREEMENT = .1;

    private final TransferTimeFit fit;
    private final SeriesForecaster level = SeriesForecaster.nws();
    private final Residuals logErrors = new Residuals(RESIDUALS_KEPT);
    private final Residuals percentErrors = new Residuals(RESIDUALS_KEPT);
    private double familiarVariance;
    private double lastLevel;
    private double news;
    private boolean changed;
    private double newsOfOthers;
    private int samples;

    /**
     * @param prior the model to start from; each term above 0
     * @param rateLogSpread standard deviation of ln of the prior's time a byte about the true one
     */
    public PairModel(TransferTimeModel prior, double rateLogSpread) {
        this.fit = new TransferTimeFit(prior, Math.max(rateLogSpread, LEAST_LOG_SPREAD), FADE);
    }

    /** A model of a pair of which nothing but its history is known, which it takes. */
    static PairModel ofHistoryAlone(List<PastTransfer> history) {
        PairModel model = new PairModel(scaleOf(history), NO_FACTS_LOG_SPREAD);
        history.forEach(model::observe);
        return model;
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
            double belief = belief(transfer.bytes(), transfer.files());
            double centre = centreSeconds(transfer.bytes(), transfer.files(), belief);
            double said = centre * Math.exp(belief * bias());
            double error = Math.log(transfer.seconds() / centre);
            news = isNews(error, belief) ? error : 0;
            changed |= news != 0;
            newsOfOthers = 0;
            percentErrors.add(100 * Math.abs(said / transfer.seconds() - 1));
            logErrors.add(belief * error);
        }
        fit.observe(transfer);
        lastLevel = Math.log(fit.model().seconds(transfer.bytes(), transfer.files()) / transfer.seconds());
        level.observe(lastLevel);
        changed &= Math.abs(usualLevel() - lastLevel) > AGREEMENT;
        double variance = fit.logVariance(transfer.bytes(), transfer.files());
        familiarVariance = samples == 0 ? variance : FADE * familiarVariance + (1 - FADE) * variance;
        samples++;
    }

    /**
     * Whether a transfer took so long or so short a time compared with the expected one that the path must have
     * changed.
     */
    private boolean isNews(double error, double belief) {
        double usual = Math.sqrt((PRIOR_SPREAD_WEIGHT * PRIOR_LOG_SPREAD * PRIOR_LOG_SPREAD
                        + logErrors.size() * logErrors.meanOfSquares())
                / (PRIOR_SPREAD_WEIGHT + logErrors.size()));
        return belief > .5 && Math.abs(error) > Math.max(LEAST_SURPRISE, SURPRISE * usual);
    }

    /**
     * ln of how much longer than forecast a transfer takes that {@code observe} would hear of now, if that is news; 0
     * where it is not.
     */
    double newsOf(PastTransfer transfer) {
        double belief = samples == 0 ? 0 : belief(transfer.bytes(), transfer.files());
        double error = samples == 0
                ? 0
                : Math.log(transfer.seconds() / centreSeconds(transfer.bytes(), transfer.files(), belief));
        return isNews(error, belief) ? error : 0;
    }

    /** The path has changed by this factor's logarithm, as a transfer by another option showed; 0: it has not. */
    void hear(double logFactor) {
        newsOfOthers = logFactor;
    }

    /** Seconds by the model at the network's current level, as far as that level is one of such volumes. */
    private double centreSeconds(long bytes, long files, double belief) {
        return fit.model().seconds(bytes, files) / Math.pow(currentLevel(), belief);
    }

    /** Variance of ln of the time for a volume by doubt about the terms, beyond that for the volumes seen. */
    double doubt(long bytes, long files) {
        return Math.max(0, fit.logVariance(bytes, files) - familiarVariance);
    }

    /** Whether the history, with what else is known, bounds the time for such a volume at all. */
    boolean speaksOf(long bytes, long files) {
        return Math.sqrt(doubt(bytes, files)) <= MOST_DOUBT;
    }

    /** How far what was seen lately holds for such a volume, 0..1. */
    private double belief(long bytes, long files) {
        return HALF_BELIEVED * HALF_BELIEVED / (HALF_BELIEVED * HALF_BELIEVED + doubt(bytes, files));
    }

    private double currentLevel() {
        return Math.exp((changed ? lastLevel : usualLevel()) - newsOfOthers);
    }

    private double usualLevel() {
        // a share learned from two or three transfers is not yet the network's state
        double trust = samples / (samples + 2.0);
        return trust * level.value();
    }

    private double bias() {
        int n = logErrors.size();
        return changed ? 0 : logErrors.median() * n / (n + 1.0);
    }

    /** The forecast for a volume; at least one transfer must have been observed. */
    public TransferForecast forecast(long bytes, long files) {
        if (samples == 0) {
            throw new IllegalStateException("no transfer observed yet: nothing to forecast from");
        }
        double belief = belief(bytes, files);
        double p50 = centreSeconds(bytes, files, belief) * Math.exp(belief * bias());
        double upper = Math.hypot(Math.max(0, upperLogError()), NORMAL_P90 * Math.sqrt(doubt(bytes, files)));
        // what was a change for the better may turn out to have been a stroke of luck
        double p90 = p50 * Math.exp(Math.max(upper, -news));
        return new TransferForecast(
                TransferForecast.Basis.HISTORY,
                p50,
                p90,
                bytes * 8 / p50,
                "time-model * " + level.predictorName(),
                samples,
                pastMedianErrorPercent(),
                Evidence.HISTORY,
                fit.model());
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

    private @Nullable Double pastMedianErrorPercent() {
        return percentErrors.size() == 0 ? null : percentErrors.median();
    }

    /**
     * A scale for the terms from the history itself, for pairs of which nothing else is known. The quickest byte seen
     * bounds the rate from below; small transfers bound it badly, so that a middling path is assumed where they do. What
     * a log-in and a file cost is what they do by such transports over a middling path, or less where whole transfers
     * took little longer: hours of large ones say nothing about it.
     */
    private static TransferTimeModel scaleOf(List<PastTransfer> history) {
        double secondsPerByte = MIDDLING_SECONDS_PER_BYTE;
        double setup = 0;
        double file = 0;
        double leastSeconds = Double.POSITIVE_INFINITY;
        double leastFileSeconds = Double.POSITIVE_INFINITY;
        for (PastTransfer past : history) {
            TransferTimeModel usual = ColdStart.usualCosts(past.transport());
            setup = Math.max(setup, usual.setupSeconds());
            file = Math.max(file, usual.secondsPerFile());
            secondsPerByte = Math.min(secondsPerByte, past.seconds() / past.bytes());
            leastSeconds = Math.min(leastSeconds, past.seconds());
            leastFileSeconds = Math.min(leastFileSeconds, past.seconds() / past.files());
        }
        return new TransferTimeModel(
                Math.min(setup, leastSeconds / 2), Math.min(file, leastFileSeconds / 10), secondsPerByte);
    }
}

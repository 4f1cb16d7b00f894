package org.waybill.planner.forecast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Learns one pair's transfer times over one transport, path and data class, a transfer at a time: the three-term model,
 * the current level of the network (ln of the model's time over the actual one, forecast as a series; Rizk's median and
 * mean of five and his average with gain 0.3 are among its predictors, and successful transfers know no outage), and
 * the errors of the forecasts that would have been made. These speak of volumes like those seen; the more another one
 * differs, the more its forecast is that of {@link TermsPosterior}. An update takes some microseconds. Not thread-safe.
 */
public final class PairModel {
    private static final double FADE = .97;
    private static final int RESIDUALS_KEPT = 100;
    private static final int ENOUGH_FOR_QUANTILES = 20;
    /** Half of Rizk's disk-to-disk forecasts were within 10 %, with a long tail (2006, section 5.3.5). */
    private static final double PRIOR_LOG_SPREAD = .25;

    private static final double PRIOR_SPREAD_WEIGHT = 3;
    /** Beyond this spread of ln of the time by doubt about the terms alone the history does not speak of the volume. */
    private static final double MOST_DOUBT = 1;
    /** A history that leaves a larger part of what the facts leave open does not speak of the volume, they do. */
    private static final double MOST_LEFT_OPEN = .5;
    /** What is believed as much is like the volumes seen. */
    private static final double FAMILIAR = .9;
    /** Spread by doubt about the terms at which the network's current level is half believed. */
    private static final double HALF_BELIEVED = .25;
    /**
     * Payload of a middling wide area path, where neither facts nor history say anything: 100 Mbit/s. It is never
     * answered with, only what the history adds to it; see {@link #speaksOf}.
     */
    private static final double MIDDLING_SECONDS_PER_BYTE = 8e-8;
    /** Paths in use range over some powers of ten. */
    private static final double NO_FACTS_LOG_SPREAD = 2;
    /** Payload of a path within a site, in the middle of all that there are: 320 Mbit/s. */
    private static final double MIDDLE_SECONDS_PER_BYTE = 2.5e-8;
    /** Round trips range from a machine's own to the other side of the earth. */
    private static final double MIDDLE_RTT_SECONDS = .02;

    /** Of log-in, file and byte of a path of which nothing is known. */
    private static final double[] NO_FACTS_LOG_SPREADS = {.8, 2, 2.2};

    private static final double FIXED_LOG_SPREAD = 1;
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
    private final TermsPosterior posterior;
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
        double spread = Math.max(rateLogSpread, LEAST_LOG_SPREAD);
        this.fit = new TransferTimeFit(prior, spread, FADE);
        this.posterior = new TermsPosterior(prior, new double[] {FIXED_LOG_SPREAD, FIXED_LOG_SPREAD, spread}, FADE);
    }

    private PairModel(TransferTimeFit fit, TermsPosterior posterior) {
        this.fit = fit;
        this.posterior = posterior;
    }

    /** A model of a pair of which nothing but its history is known, which it takes. */
    static PairModel ofHistoryAlone(List<PastTransfer> history) {
        TransferTimeModel usual = usualCosts(history, MIDDLE_RTT_SECONDS);
        PairModel model = new PairModel(
                new TransferTimeFit(scaleOf(history), NO_FACTS_LOG_SPREAD, FADE),
                new TermsPosterior(
                        new TransferTimeModel(usual.setupSeconds(), usual.secondsPerFile(), MIDDLE_SECONDS_PER_BYTE),
                        NO_FACTS_LOG_SPREADS,
                        FADE));
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
        posterior.observe(transfer);
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

    /** Spread of ln of the time for a volume by doubt about the terms; 0 for volumes like those seen. */
    double openSpread(long bytes, long files) {
        return belief(bytes, files) >= FAMILIAR ? 0 : posterior.of(bytes, files).spread();
    }

    /** Whether the history, with what else is known, bounds the time for such a volume at all. */
    boolean speaksOf(long bytes, long files) {
        return openSpread(bytes, files) <= MOST_DOUBT;
    }

    /** Whether the history says more of such a volume than the prior does. */
    boolean addsToPrior(long bytes, long files) {
        return openSpread(bytes, files) <= MOST_LEFT_OPEN * posterior.priorSpread(bytes, files);
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
        double open = NORMAL_P90 * Math.sqrt(doubt(bytes, files));
        if (belief < FAMILIAR) {
            TermsPosterior.LogBand band = posterior.of(bytes, files);
            p50 = Math.pow(p50, belief) * Math.exp((1 - belief) * band.middle());
            open = Math.sqrt(1 - belief) * (band.high() - band.middle());
        }
        double upper = Math.hypot(Math.max(0, upperLogError()), open);
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
        TransferTimeModel usual = usualCosts(history, ColdStart.UNMEASURED_RTT_SECONDS);
        double leastSeconds = Double.POSITIVE_INFINITY;
        double leastFileSeconds = Double.POSITIVE_INFINITY;
        for (PastTransfer past : history) {
            secondsPerByte = Math.min(secondsPerByte, past.seconds() / past.bytes());
            leastSeconds = Math.min(leastSeconds, past.seconds());
            leastFileSeconds = Math.min(leastFileSeconds, past.seconds() / past.files());
        }
        return new TransferTimeModel(
                Math.min(usual.setupSeconds(), leastSeconds / 2),
                Math.min(usual.secondsPerFile(), leastFileSeconds / 10),
                secondsPerByte);
    }

    /** Of the transport that costs most. */
    private static TransferTimeModel usualCosts(List<PastTransfer> history, double rttSeconds) {
        double setup = 0;
        double file = 0;
        for (PastTransfer past : history) {
            TransferTimeModel usual = ColdStart.usualCosts(past.transport(), rttSeconds);
            setup = Math.max(setup, usual.setupSeconds());
            file = Math.max(file, usual.secondsPerFile());
        }
        return new TransferTimeModel(setup, file, 0);
    }
}

package org.waybill.planner.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Two-level forecasting as in the Network Weather Service (Wolski 1998): every primary predictor is scored against
 * every value; sixteen derived predictors each follow the primary with the least mean squared or mean absolute error
 * over one of eight windows; the forecast published is that of the derived predictor with the least mean squared error
 * so far. Bands come from the published forecasts' own residuals.
 *
 * <p>One update costs O(primaries * 100) additions. Not thread-safe. Earlier entries win ties, so the same series
 * always gives the same forecast.
 */
public final class SeriesForecaster {
    private static final int RESIDUALS_KEPT = 300;
    private static final double OUTAGE_GAIN = .3;
    private static final int WINDOWS = ErrorHistory.WINDOWS.length;

    private final List<Predictor> primaries;
    private final ErrorHistory[] primaryErrors;
    private final ErrorHistory[] derivedErrors = new ErrorHistory[2 * WINDOWS];
    private final int[] followed = new int[2 * WINDOWS];
    private final ErrorHistory publishedErrors = new ErrorHistory();
    private final Residuals residuals = new Residuals(RESIDUALS_KEPT);
    private long samples;
    private int published;

    /** With the eighteen primaries of the Network Weather Service. */
    public static SeriesForecaster nws() {
        return new SeriesForecaster(NwsPrimaries.all());
    }

    /** With those and what follows outages at once; for bandwidths, which may be zero for a while. */
    private static SeriesForecaster withOutages() {
        List<Predictor> all = new ArrayList<>(NwsPrimaries.all());
        all.add(new OutageAwareAverage(OUTAGE_GAIN));
        return new SeriesForecaster(all);
    }

    /** With the given primaries, at least one, all fresh. */
    public SeriesForecaster(List<Predictor> primaries) {
        if (primaries.isEmpty()) {
            throw new IllegalArgumentException("a forecaster needs at least one primary predictor");
        }
        this.primaries = List.copyOf(primaries);
        primaryErrors = new ErrorHistory[primaries.size()];
        for (int i = 0; i < primaryErrors.length; i++) {
            primaryErrors[i] = new ErrorHistory();
        }
        for (int i = 0; i < derivedErrors.length; i++) {
            derivedErrors[i] = new ErrorHistory();
        }
    }

    /**
     * Forecasts the value after the last of {@code series}, which may have outages in it; at least one value. Where
     * none is negative, as of rates and loads, neither is anything that is forecast.
     */
    public static SeriesForecast forecast(double[] series) {
        SeriesForecaster forecaster = withOutages();
        for (double value : series) {
            forecaster.observe(value);
        }
        boolean positive = Arrays.stream(series).allMatch(value -> value >= 0);
        return positive ? forecaster.forecast().notNegative() : forecaster.forecast();
    }

    /** Scores all predictors against the next value of the series, then shows it to them. Must be finite. */
    public void observe(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value=" + value + " is not a finite number");
        }
        if (samples > 0) {
            score(value);
        }
        for (Predictor primary : primaries) {
            primary.observe(value);
        }
        samples++;
        follow();
    }

    private void score(double value) {
        double said = primaries.get(followed[published]).prediction();
        publishedErrors.add(value - said);
        residuals.add(value - said);
        for (int d = 0; d < derivedErrors.length; d++) {
            derivedErrors[d].add(value - primaries.get(followed[d]).prediction());
        }
        for (int p = 0; p < primaryErrors.length; p++) {
            primaryErrors[p].add(value - primaries.get(p).prediction());
        }
    }

    private void follow() {
        for (int w = 0; w < WINDOWS; w++) {
            int leastSquared = 0;
            int leastAbsolute = 0;
            for (int p = 1; p < primaryErrors.length; p++) {
                if (primaryErrors[p].meanSquared(w) < primaryErrors[leastSquared].meanSquared(w)) {
                    leastSquared = p;
                }
                if (primaryErrors[p].meanAbsolute(w) < primaryErrors[leastAbsolute].meanAbsolute(w)) {
                    leastAbsolute = p;
                }
            }
            followed[w] = leastSquared;
            followed[WINDOWS + w] = leastAbsolute;
        }
        int best = 0;
        for (int d = 1; d < derivedErrors.length; d++) {
            if (derivedErrors[d].meanSquaredOverAll() < derivedErrors[best].meanSquaredOverAll()) {
                best = d;
            }
        }
        published = best;
    }

    /** How many values were seen. */
    public long samples() {
        return samples;
    }

    /** The published forecast of the next value alone; NaN before the first value. */
    public double value() {
        return primaries.get(followed[published]).prediction();
    }

    /**
     * The forecast of the next value.
     *
     * @throws IllegalStateException before the first value
     */
    public SeriesForecast forecast() {
        if (samples == 0) {
            throw new IllegalStateException("no value seen yet: nothing to forecast from");
        }
        double value = value();
        return new SeriesForecast(
                value,
                value + residuals.lower(.1),
                value + residuals.median(),
                value + residuals.upper(.9),
                predictorName(),
                publishedErrors.meanAbsoluteOverAll(),
                Math.sqrt(publishedErrors.meanSquaredOverAll()),
                samples);
    }

    /** Mean absolute error of each primary so far, in the order given; for comparison in hindsight. */
    public double[] primaryMeanAbsoluteErrors() {
        double[] errors = new double[primaryErrors.length];
        for (int p = 0; p < errors.length; p++) {
            errors[p] = primaryErrors[p].meanAbsoluteOverAll();
        }
        return errors;
    }

    /** Root mean squared error of each primary so far, in the order given. */
    public double[] primaryRootMeanSquaredErrors() {
        double[] errors = new double[primaryErrors.length];
        for (int p = 0; p < errors.length; p++) {
            errors[p] = Math.sqrt(primaryErrors[p].meanSquaredOverAll());
        }
        return errors;
    }

    String predictorName() {
        int window = ErrorHistory.WINDOWS[published % WINDOWS];
        String measure = published < WINDOWS ? "MSE" : "MAE";
        String over = window == Integer.MAX_VALUE ? "all" : "last " + window;
        return primaries.get(followed[published]).name() + " (least " + measure + " over " + over + ")";
    }
}

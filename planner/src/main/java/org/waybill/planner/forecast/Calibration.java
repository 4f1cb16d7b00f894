package org.waybill.planner.forecast;

import java.util.Arrays;
import java.util.List;

/**
 * How good past forecasts were.
 *
 * @param count forecasts scored
 * @param medianAbsoluteErrorPercent of P50 against the actual value, relative to the actual one
 * @param biasPercent the geometric mean of P50 / actual, less one: above 0 the forecasts were too high; too high and
 *     too low by the same factor cancel out
 * @param totalBiasPercent the sum of the P50s against the sum of the actual values; since P50 is a median, it is below
 *     0 where actual values are skewed upwards
 * @param p50CoveragePercent share of actual values at or below P50; 50 is right
 * @param p90CoveragePercent share of actual values at or below P90; 90 is right
 */
public record Calibration(
        int count,
        double medianAbsoluteErrorPercent,
        double biasPercent,
        double totalBiasPercent,
        double p50CoveragePercent,
        double p90CoveragePercent) {

    /** A forecast and what came of it, in one unit; all above 0. */
    public record Scored(double p50, double p90, double actual) {}

    /** Scores {@code forecasts}; at least one. */
    public static Calibration of(List<Scored> forecasts) {
        if (forecasts.isEmpty()) {
            throw new IllegalArgumentException("nothing to score: no forecast has an outcome yet");
        }
        double[] errors = new double[forecasts.size()];
        double logRatios = 0;
        double said = 0;
        double was = 0;
        int withinP50 = 0;
        int withinP90 = 0;
        for (int i = 0; i < errors.length; i++) {
            Scored scored = forecasts.get(i);
            errors[i] = 100 * Math.abs(scored.p50() / scored.actual() - 1);
            logRatios += Math.log(scored.p50() / scored.actual());
            said += scored.p50();
            was += scored.actual();
            withinP50 += scored.actual() <= scored.p50() ? 1 : 0;
            withinP90 += scored.actual() <= scored.p90() ? 1 : 0;
        }
        Arrays.sort(errors);
        int n = errors.length;
        double median = n % 2 == 1 ? errors[n / 2] : (errors[n / 2 - 1] + errors[n / 2]) / 2;
        return new Calibration(
                n,
                median,
                100 * (Math.exp(logRatios / n) - 1),
                100 * (said / was - 1),
                100.0 * withinP50 / n,
                100.0 * withinP90 / n);
    }
}

package org.waybill.planner.forecast;

/**
 * Where P50 and P90 are around the time that a method says, as factors, by all that became of earlier forecasts on the
 * same evidence: split-conformal quantiles of ln(outcome / said) (Lei et al. 2018), at a level that follows the misses
 * (adaptive conformal inference, Gibbs and Candes 2021), since networks drift. The prior counts as nine outcomes.
 */
public record ForecastBand(double p50Factor, double p90Factor) {
    /** This number of outcomes is enough: newer ones push out older ones. */
    public static final int MOST_RESIDUALS = 300;
    /** Of the deciles: their rank for 90 % is exactly the prior's P90. */
    private static final double[] NORMAL_DECILES = {-1.2816, -.8416, -.5244, -.2533, 0, .2533, .5244, .8416, 1.2816};

    private static final double LEVEL = .9;
    private static final double STEP = .01;
    private static final double LEAST_LEVEL = .8;
    private static final double MOST_LEVEL = .97;

    /**
     * The band on some evidence.
     *
     * @param logResiduals ln(outcome / said) of earlier forecasts on the same evidence, oldest first
     */
    public static ForecastBand of(Evidence evidence, double[] logResiduals) {
        Residuals residuals = new Residuals(MOST_RESIDUALS + NORMAL_DECILES.length);
        for (double decile : NORMAL_DECILES) {
            residuals.add(decile * evidence.priorLogSpread());
        }
        double level = LEVEL;
        for (double residual : logResiduals) {
            boolean missed = residual > residuals.upper(level);
            level = Math.clamp(level + STEP * ((missed ? 1 : 0) - (1 - LEVEL)), LEAST_LEVEL, MOST_LEVEL);
            residuals.add(residual);
        }
        double p50 = residuals.median();
        return new ForecastBand(Math.exp(p50), Math.exp(Math.max(p50, residuals.upper(level))));
    }

    /** The band before anything came of such forecasts. */
    public static ForecastBand prior(Evidence evidence) {
        return of(evidence, new double[0]);
    }
}

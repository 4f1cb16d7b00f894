package org.waybill.planner.forecast;

/**
 * Predicts the next value of a series from those seen so far. Not thread-safe; the same values in the same order give
 * the same predictions.
 */
public interface Predictor {
    /** Short and stable: it is stored with forecasts and shown to users. */
    String name();

    /** Takes the next value of the series; must be finite. */
    void observe(double value);

    /** The predicted next value; NaN before the first observation. */
    double prediction();
}

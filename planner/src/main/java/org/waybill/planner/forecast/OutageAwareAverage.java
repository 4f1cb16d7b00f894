package org.waybill.planner.forecast;

import java.util.Locale;

/**
 * Predicts bulk transfer capacity (RFC 3148): an exponentially weighted moving average that follows the newest value
 * outright when that or the one before it is zero, so that an outage and its end show at once (Rizk 2006, section
 * 5.3.3; the median and the mean of the last five, which are compared with it there, are among {@link NwsPrimaries}).
 */
final class OutageAwareAverage implements Predictor {
    private final double gain;
    private double level = Double.NaN;
    private double last = Double.NaN;

    /** @param gain weight of the newest value, 0..1 */
    OutageAwareAverage(double gain) {
        this.gain = gain;
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "outage-ewma-%.0f%%", gain * 100);
    }

    @Override
    public void observe(double value) {
        if (Double.isNaN(level) || value == 0 || last == 0) {
            level = value;
        } else {
            level = gain * value + (1 - gain) * level;
        }
        last = value;
    }

    @Override
    public double prediction() {
        return level;
    }
}

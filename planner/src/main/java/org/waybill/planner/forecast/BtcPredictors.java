package org.waybill.planner.forecast;

import java.util.List;
import java.util.Locale;

/**
 * Predictors of bulk transfer capacity (RFC 3148) from past transfers, as compared by Rizk 2006, section 5.3.3: the
 * median of the last five, a moving average, and a weighted average that reports an outage and its end at once.
 */
public final class BtcPredictors {
    private static final int WINDOW = 5;
    private static final double GAIN = .3;

    private BtcPredictors() {}

    /** Fresh predictors: median of the last five, moving average of the last five, EWMA with gain 0.3. */
    public static List<Predictor> all() {
        return List.of(medianOfLastFive(), movingAverage(WINDOW), outageAwareAverage(GAIN));
    }

    public static Predictor medianOfLastFive() {
        return NwsPrimaries.median(WINDOW);
    }

    /** Mean of the last {@code length} values, of all while there are fewer. */
    public static Predictor movingAverage(int length) {
        return NwsPrimaries.slidingMean(length);
    }

    /**
     * Exponentially weighted moving average that follows the newest value outright when that or the one before it is
     * zero: an outage and a return show at once.
     *
     * @param gain weight of the newest value, 0..1
     */
    public static Predictor outageAwareAverage(double gain) {
        return new OutageAwareAverage(gain);
    }

    private static final class OutageAwareAverage implements Predictor {
        private final double gain;
        private double level = Double.NaN;
        private double last = Double.NaN;

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
}

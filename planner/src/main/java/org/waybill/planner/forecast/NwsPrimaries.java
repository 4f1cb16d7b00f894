package org.waybill.planner.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The eighteen primary predictors of the Network Weather Service (Wolski 1998, section 3): last value, running mean,
 * exponential smoothing with eight gains, medians, sliding and trimmed means over windows, two adaptive medians.
 */
public final class NwsPrimaries {
    private static final double[] GAINS = {.05, .10, .15, .20, .30, .40, .50, .75};

    private NwsPrimaries() {}

    /** Fresh predictors, in the order in which ties are decided. */
    public static List<Predictor> all() {
        List<Predictor> all = new ArrayList<>();
        all.add(new LastValue());
        all.add(new RunningMean());
        for (double gain : GAINS) {
            all.add(new ExponentialSmoothing(gain));
        }
        all.add(median(31));
        all.add(median(5));
        all.add(slidingMean(31));
        all.add(slidingMean(5));
        all.add(trimmedMean(31, .30));
        all.add(trimmedMean(51, .30));
        all.add(new AdaptiveMedian(5, 21, 10, 1));
        all.add(new AdaptiveMedian(21, 51, 30, 5));
        return all;
    }

    static Predictor median(int length) {
        return new OverWindow("median-" + length, length, window -> window.median(length));
    }

    static Predictor slidingMean(int length) {
        return new OverWindow("mean-" + length, length, window -> window.trimmedMean(length, 0));
    }

    static Predictor trimmedMean(int length, double trim) {
        String name = String.format(Locale.ROOT, "trimmed-mean-%d-%.0f%%", length, trim * 100);
        return new OverWindow(name, length, window -> window.trimmedMean(length, trim));
    }

    private static final class LastValue implements Predictor {
        private double last = Double.NaN;

        @Override
        public String name() {
            return "last-value";
        }

        @Override
        public void observe(double value) {
            last = value;
        }

        @Override
        public double prediction() {
            return last;
        }
    }

    private static final class RunningMean implements Predictor {
        private double mean = Double.NaN;
        private long count;

        @Override
        public String name() {
            return "running-mean";
        }

        @Override
        public void observe(double value) {
            count++;
            mean = count == 1 ? value : mean + (value - mean) / count;
        }

        @Override
        public double prediction() {
            return mean;
        }
    }

    private static final class ExponentialSmoothing implements Predictor {
        private final double gain;
        private double level = Double.NaN;

        ExponentialSmoothing(double gain) {
            this.gain = gain;
        }

        @Override
        public String name() {
            return String.format(Locale.ROOT, "smoothing-%.0f%%", gain * 100);
        }

        @Override
        public void observe(double value) {
            // p += g * (v - p), the first p being the first value
            level = Double.isNaN(level) ? value : level + gain * (value - level);
        }

        @Override
        public double prediction() {
            return level;
        }
    }

    private static final class OverWindow implements Predictor {
        private final String name;
        private final SortedWindow window;
        private final ToDoubleFunction<SortedWindow> statistic;
        private double prediction = Double.NaN;

        OverWindow(String name, int length, ToDoubleFunction<SortedWindow> statistic) {
            this.name = name;
            this.window = new SortedWindow(length);
            this.statistic = statistic;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void observe(double value) {
            window.observe(value);
            prediction = statistic.applyAsDouble(window);
        }

        @Override
        public double prediction() {
            return prediction;
        }
    }
}

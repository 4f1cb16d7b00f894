package org.waybill.planner.forecast;

/**
 * A median over a window that grows or shrinks by one step whenever a longer or shorter one would have predicted the
 * newest value better, within bounds (Wolski 1998, section 3.3). The comparison is between the medians of the current
 * window and of those one step shorter and longer; a known defect of an old implementation, which compares windows as
 * long as the step itself and may leave the bounds, is not carried over.
 */
final class AdaptiveMedian implements Predictor {
    private final int shortest;
    private final int longest;
    private final int step;
    private final SortedWindow window;
    private int length;
    private double prediction = Double.NaN;

    AdaptiveMedian(int shortest, int longest, int start, int step) {
        this.shortest = shortest;
        this.longest = longest;
        this.step = step;
        this.length = start;
        this.window = new SortedWindow(longest);
    }

    @Override
    public String name() {
        return "adaptive-median-" + shortest + "-" + longest;
    }

    @Override
    public void observe(double value) {
        // as long as even the shortest window is not full, all three see the same values
        if (window.size() > shortest) {
            adapt(value);
        }
        window.observe(value);
        prediction = window.median(length);
    }

    private void adapt(double value) {
        int shorter = Math.max(shortest, length - step);
        int longer = Math.min(longest, length + step);
        double errorNow = Math.abs(prediction - value);
        double errorShorter = Math.abs(window.median(shorter) - value);
        double errorLonger = Math.abs(window.median(longer) - value);
        if (errorShorter < errorNow && errorShorter <= errorLonger) {
            length = shorter;
        } else if (errorLonger < errorNow) {
            length = longer;
        }
    }

    int length() {
        return length;
    }

    @Override
    public double prediction() {
        return prediction;
    }
}

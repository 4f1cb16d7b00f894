package org.waybill.planner.forecast;

/**
 * Squared and absolute errors of one predictor, over all of its history and over the last 1, 5, 10, 20, 30, 50 and 100
 * values. Windowed means are summed afresh from the ring at each value, newest first, so that one old outlier leaves no
 * rounding error behind.
 */
final class ErrorHistory {
    /** Window lengths; the last entry means all history. */
    static final int[] WINDOWS = {1, 5, 10, 20, 30, 50, 100, Integer.MAX_VALUE};

    private static final int ALL = WINDOWS.length - 1;
    private static final int KEPT = 100;

    private final double[] ring = new double[KEPT];
    private final double[] meanSquared = new double[WINDOWS.length];
    private final double[] meanAbsolute = new double[WINDOWS.length];
    private double totalSquared;
    private double totalAbsolute;
    private long count;

    void add(double error) {
        ring[(int) (count % KEPT)] = Math.abs(error);
        count++;
        totalSquared += error * error;
        totalAbsolute += Math.abs(error);
        meanSquared[ALL] = totalSquared / count;
        meanAbsolute[ALL] = totalAbsolute / count;
        windowMeans();
    }

    private void windowMeans() {
        int available = (int) Math.min(count, KEPT);
        int slot = (int) ((count - 1) % KEPT);
        double squared = 0;
        double absolute = 0;
        int taken = 0;
        for (int w = 0; w < ALL; w++) {
            int length = Math.min(WINDOWS[w], available);
            for (; taken < length; taken++) {
                double error = ring[slot];
                squared += error * error;
                absolute += error;
                slot = slot == 0 ? KEPT - 1 : slot - 1;
            }
            meanSquared[w] = squared / length;
            meanAbsolute[w] = absolute / length;
        }
    }

    /** Mean squared error over window {@code w} of {@link #WINDOWS}; 0 before the first error. */
    double meanSquared(int w) {
        return meanSquared[w];
    }

    double meanAbsolute(int w) {
        return meanAbsolute[w];
    }

    double meanSquaredOverAll() {
        return meanSquared[ALL];
    }

    double meanAbsoluteOverAll() {
        return meanAbsolute[ALL];
    }

    long count() {
        return count;
    }
}

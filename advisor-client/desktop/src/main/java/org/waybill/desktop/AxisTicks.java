package org.waybill.desktop;

/** Round distances between the marks of an axis. */
public final class AxisTicks {
    private static final double[] TIMES = {
        0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800,
        604_800, 1_209_600, 2_592_000
    };

    private AxisTicks() {}

    /** The least 1, 2 or 5 times a power of ten of which at most {@code most} fit into {@code span}. */
    public static double step(double span, int most) {
        double power = Math.pow(10, Math.floor(Math.log10(span / most)));
        for (double step : new double[] {1, 2, 5}) {
            if (span / (step * power) <= most) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /** The least round time, in seconds, of which at most {@code most} fit into {@code span}. */
    public static double timeStep(double span, int most) {
        for (double step : TIMES) {
            if (span / step <= most) {
                return step;
            }
        }
        return step(span, most);
    }
}

package org.waybill.planner.reservation;

import java.util.Arrays;

/**
 * What is reserved of one link or node over time: a step function, 0 before the first and after the last step.
 * Immutable.
 */
record Usage(long[] times, double[] levels) {
    static final Usage NONE = new Usage(new long[0], new double[0]);

    /** With {@code amount} more from start until end. */
    Usage plus(long start, long end, double amount) {
        long[] merged = Arrays.copyOf(times, times.length + 2);
        merged[times.length] = start;
        merged[times.length + 1] = end;
        merged = Arrays.stream(merged).sorted().distinct().toArray();
        double[] raised = new double[merged.length];
        for (int i = 0; i < merged.length; i++) {
            raised[i] = at(merged[i]) + (merged[i] >= start && merged[i] < end ? amount : 0);
        }
        return new Usage(merged, raised);
    }

    double at(long time) {
        int i = indexAt(time);
        return i < 0 ? 0 : levels[i];
    }

    /** The most that is reserved at any time from start until end. */
    double peak(long start, long end) {
        double peak = at(start);
        for (int i = indexAt(start) + 1; i < times.length && times[i] < end; i++) {
            peak = Math.max(peak, levels[i]);
        }
        return peak;
    }

    private int indexAt(long time) {
        int i = Arrays.binarySearch(times, time);
        return i >= 0 ? i : -i - 2;
    }
}

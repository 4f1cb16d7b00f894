package org.waybill.planner.forecast;

import java.util.Arrays;

/**
 * The last {@code capacity} values of a series, kept in order of value as well as of arrival, so that medians and
 * trimmed means of any shorter suffix take one pass. Observing takes O(capacity) moves of an array.
 */
final class SortedWindow {
    private final double[] values;
    private final long[] arrivals;
    private final double[] ring;
    private int size;
    private long observed;

    SortedWindow(int capacity) {
        values = new double[capacity];
        arrivals = new long[capacity];
        ring = new double[capacity];
    }

    void observe(double value) {
        int slot = (int) (observed % ring.length);
        if (size == ring.length) {
            removeOldest(ring[slot]);
        }
        ring[slot] = value;
        int at = Arrays.binarySearch(values, 0, size, value);
        at = at < 0 ? -at - 1 : at;
        System.arraycopy(values, at, values, at + 1, size - at);
        System.arraycopy(arrivals, at, arrivals, at + 1, size - at);
        values[at] = value;
        arrivals[at] = observed;
        size++;
        observed++;
    }

    private void removeOldest(double value) {
        long oldest = observed - size;
        int at = Arrays.binarySearch(values, 0, size, value);
        // equal values are side by side in no particular order of arrival
        while (at > 0 && Double.compare(values[at - 1], value) == 0) {
            at--;
        }
        while (arrivals[at] != oldest) {
            at++;
        }
        System.arraycopy(values, at + 1, values, at, size - at - 1);
        System.arraycopy(arrivals, at + 1, arrivals, at, size - at - 1);
        size--;
    }

    int size() {
        return size;
    }

    /** Median of the last {@code length} values (of all, if there are fewer); the mean of the middle two if even. */
    double median(int length) {
        int n = Math.min(length, size);
        return n % 2 == 1 ? meanOfRanks(n, n / 2, n / 2 + 1) : meanOfRanks(n, n / 2 - 1, n / 2 + 1);
    }

    /** Mean of the last {@code length} values without the {@code floor(trim * n)} lowest and as many highest. */
    double trimmedMean(int length, double trim) {
        int n = Math.min(length, size);
        int cut = (int) Math.floor(trim * n);
        return meanOfRanks(n, cut, n - cut);
    }

    /** Mean of the values of rank {@code from} (included) to {@code to} (excluded) among the newest {@code n}. */
    private double meanOfRanks(int n, int from, int to) {
        if (n == 0) {
            return Double.NaN;
        }
        long eldest = observed - n;
        int rank = 0;
        double sum = 0;
        for (int i = 0; i < size && rank < to; i++) {
            if (arrivals[i] >= eldest) {
                if (rank >= from) {
                    sum += values[i];
                }
                rank++;
            }
        }
        return sum / (to - from);
    }
}

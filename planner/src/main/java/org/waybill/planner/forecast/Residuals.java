package org.waybill.planner.forecast;

import java.util.Arrays;

/**
 * The newest errors (actual minus forecast) of a forecaster, and split-conformal quantiles of them: the k-th smallest
 * of n, k = ceil((n + 1) * p), is exceeded by a fresh exchangeable error with probability at most 1 - p (Vovk et al.
 * 2005; Lei et al. 2018, section 2). Only the newest are kept, since a network's errors drift; they are in order of
 * value too, so that a quantile costs nothing and an update a search and two moves of an array.
 */
final class Residuals {
    private final double[] ring;
    private final double[] sorted;
    private long count;

    Residuals(int kept) {
        ring = new double[kept];
        sorted = new double[kept];
    }

    void add(double residual) {
        int slot = (int) (count % ring.length);
        int size = size();
        if (size == ring.length) {
            int gone = Arrays.binarySearch(sorted, ring[slot]);
            System.arraycopy(sorted, gone + 1, sorted, gone, size - gone - 1);
            size--;
        }
        int found = Arrays.binarySearch(sorted, 0, size, residual);
        int at = found < 0 ? -found - 1 : found;
        System.arraycopy(sorted, at, sorted, at + 1, size - at);
        sorted[at] = residual;
        ring[slot] = residual;
        count++;
    }

    int size() {
        return (int) Math.min(count, ring.length);
    }

    /** Upper quantile; the largest residual where n is too small for {@code p}; 0 when there is none. */
    double upper(double p) {
        int n = size();
        if (n == 0) {
            return 0;
        }
        int rank = (int) Math.ceil((n + 1) * p);
        return sorted[Math.min(rank, n) - 1];
    }

    /** Lower quantile, by the same rule from the other end. */
    double lower(double p) {
        int n = size();
        if (n == 0) {
            return 0;
        }
        int rank = (int) Math.floor((n + 1) * p);
        return sorted[Math.max(rank, 1) - 1];
    }

    double median() {
        int n = size();
        if (n == 0) {
            return 0;
        }
        return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    double meanOfSquares() {
        double sum = 0;
        for (int i = 0; i < size(); i++) {
            sum += ring[i] * ring[i];
        }
        return sum / Math.max(1, size());
    }
}

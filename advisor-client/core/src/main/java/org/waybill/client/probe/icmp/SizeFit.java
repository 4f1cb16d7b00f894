package org.waybill.client.probe.icmp;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The line through the smallest round-trip times of one host over packet size. Queues only ever add to a round-trip
 * time, so the minimum of each size is what an idle path would show; its slope is the time that one more byte takes.
 *
 * @param nsPerByte slope
 * @param standardErrorNsPerByte of the slope
 * @param interceptNs round-trip time of a packet of no bytes: delay alone
 * @param sizes distinct packet sizes used
 * @param samples round trips used
 */
record SizeFit(double nsPerByte, double standardErrorNsPerByte, double interceptNs, int sizes, int samples) {
    private static final int LEAST_SIZES = 3;
    private static final int LEAST_SAMPLES = 3;
    /** Clocks and wake-ups are not better than this, however well minima agree. */
    private static final double FLOOR_NS = 1000;

    private record Minimum(int bytes, double rttNs, double sigmaNs) {}

    /** @param rttsNs round-trip times by packet size; null when there are too few to draw a line */
    static @Nullable SizeFit of(Map<Integer, List<Long>> rttsNs) {
        NavigableMap<Integer, Minimum> minima = new TreeMap<>();
        int samples = 0;
        for (Map.Entry<Integer, List<Long>> entry : rttsNs.entrySet()) {
            if (entry.getValue().size() >= LEAST_SAMPLES) {
                minima.put(entry.getKey(), minimum(entry.getKey(), entry.getValue()));
                samples += entry.getValue().size();
            }
        }
        return minima.size() < LEAST_SIZES ? null : fit(List.copyOf(minima.values()), samples);
    }

    /**
     * The excess of the minimum of n exponential delays has the mean of one n-th of theirs, and the gaps above it show
     * that mean: the k-th smallest is 1/(n-1) + ... + 1/(n-k+1) of it above the smallest (Renyi).
     */
    private static Minimum minimum(int bytes, List<Long> rttsNs) {
        long[] sorted = rttsNs.stream().mapToLong(Long::longValue).sorted().toArray();
        int n = sorted.length;
        int k = Math.max(2, n / 3);
        double gaps = 0;
        for (int i = 1; i < k; i++) {
            gaps += 1.0 / (n - i);
        }
        double meanExcessNs = (sorted[k - 1] - sorted[0]) / gaps / n;
        return new Minimum(bytes, sorted[0], Math.hypot(FLOOR_NS, meanExcessNs));
    }

    private static SizeFit fit(List<Minimum> minima, int samples) {
        double weights = 0;
        double meanBytes = 0;
        double meanRttNs = 0;
        for (Minimum minimum : minima) {
            double weight = 1 / (minimum.sigmaNs * minimum.sigmaNs);
            weights += weight;
            meanBytes += weight * minimum.bytes;
            meanRttNs += weight * minimum.rttNs;
        }
        meanBytes /= weights;
        meanRttNs /= weights;
        double sxx = 0;
        double sxy = 0;
        for (Minimum minimum : minima) {
            double weight = 1 / (minimum.sigmaNs * minimum.sigmaNs);
            sxx += weight * (minimum.bytes - meanBytes) * (minimum.bytes - meanBytes);
            sxy += weight * (minimum.bytes - meanBytes) * (minimum.rttNs - meanRttNs);
        }
        double slope = sxy / sxx;
        double interceptNs = meanRttNs - slope * meanBytes;
        double[] chiSquares = new double[minima.size()];
        for (int i = 0; i < chiSquares.length; i++) {
            double residual = (minima.get(i).rttNs - interceptNs - slope * minima.get(i).bytes) / minima.get(i).sigmaNs;
            chiSquares[i] = residual * residual;
        }
        // minima that are farther off the line than their own scatter explains widen the error
        double excess = Math.max(1, Arrays.stream(chiSquares).sum() / (minima.size() - 2));
        return new SizeFit(slope, Math.sqrt(excess / sxx), interceptNs, minima.size(), samples);
    }
}

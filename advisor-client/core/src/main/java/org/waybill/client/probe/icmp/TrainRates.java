package org.waybill.client.probe.icmp;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bottleneck bandwidth from trains of equal packets sent back to back: the narrowest link spaces them by their
 * transmission time, and wider ones later keep the spacing (Jacobson 1988; Carter and Crovella 1996).
 */
final class TrainRates {
    private static final int LEAST_TRAINS = 3;
    private static final double MEDIAN_ERROR = 1.253; // of the mean's, for normal scatter
    private static final double Z90 = 1.645;
    private static final double MAD_TO_SIGMA = 1.4826;

    /** @param errorPercent half the width of the 90 % interval of the median */
    record Estimate(double bitsPerSecond, double errorPercent, int trains) {}

    private TrainRates() {}

    /** The rate of one train from the arrivals of its packets; null when they say nothing. */
    static @Nullable Double rate(int packetBytes, long[] arrivalsNs) {
        if (arrivalsNs.length < 2) {
            return null;
        }
        long spreadNs = arrivalsNs[arrivalsNs.length - 1] - arrivalsNs[0];
        return spreadNs <= 0 ? null : 8e9 * packetBytes * (arrivalsNs.length - 1) / spreadNs;
    }

    /** The median of the trains' rates; null when there are fewer than three. */
    static @Nullable Estimate of(List<Double> ratesBitsPerSecond) {
        if (ratesBitsPerSecond.size() < LEAST_TRAINS) {
            return null;
        }
        double median = median(
                ratesBitsPerSecond.stream().mapToDouble(Double::doubleValue).toArray());
        double mad = median(ratesBitsPerSecond.stream()
                .mapToDouble(rate -> Math.abs(rate - median))
                .toArray());
        double error = Z90 * MEDIAN_ERROR * MAD_TO_SIGMA * mad / Math.sqrt(ratesBitsPerSecond.size());
        return new Estimate(median, 100 * error / median, ratesBitsPerSecond.size());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}

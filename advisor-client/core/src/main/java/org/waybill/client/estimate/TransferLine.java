package org.waybill.client.estimate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The straight line through the times of transfers of growing size: its slope is the time a byte takes, its intercept
 * the delay before the first (Lu 2011, section 4.1.1.6, with the median of slopes of Theil 1950 and Sen 1968 in place
 * of least squares, so that one stalled transfer does not tilt it).
 *
 * @param secondsPerByte above 0
 * @param secondsPerByteP90 nine in ten pairs of transfers are not slower; at least {@code secondsPerByte}
 * @param delaySeconds 0 or more
 * @param samples how many transfers it was drawn through
 */
public record TransferLine(double secondsPerByte, double secondsPerByteP90, double delaySeconds, int samples) {

    /** One transfer: its size and how long it took. */
    public record Timed(long bytes, double seconds) {}

    /** The line, or nothing when there are fewer than three transfers, fewer than two sizes, or no growth with size. */
    public static Optional<TransferLine> through(List<Timed> transfers) {
        double[] slopes = slopes(transfers);
        if (transfers.size() < 3 || slopes.length == 0) {
            return Optional.empty();
        }
        Arrays.sort(slopes);
        double slope = quantile(slopes, .5);
        if (!(slope > 0)) {
            return Optional.empty();
        }
        double[] intercepts = transfers.stream().mapToDouble(one -> one.seconds() - slope * one.bytes()).sorted()
                .toArray();
        return Optional.of(new TransferLine(slope, Math.max(slope, quantile(slopes, .9)),
                Math.max(0, quantile(intercepts, .5)), transfers.size()));
    }

    public double bitsPerSecond() {
        return 8 / secondsPerByte;
    }

    private static double[] slopes(List<Timed> transfers) {
        double[] slopes = new double[transfers.size() * transfers.size()];
        int count = 0;
        for (int i = 0; i < transfers.size(); i++) {
            for (int j = 0; j < i; j++) {
                long bytes = transfers.get(i).bytes() - transfers.get(j).bytes();
                if (bytes != 0) {
                    slopes[count++] = (transfers.get(i).seconds() - transfers.get(j).seconds()) / bytes;
                }
            }
        }
        return Arrays.copyOf(slopes, count);
    }

    /** Between the two nearest values of a sorted array, by position. */
    private static double quantile(double[] sorted, double share) {
        double position = share * (sorted.length - 1);
        int below = (int) position;
        double part = position - below;
        return below + 1 < sorted.length ? sorted[below] * (1 - part) + sorted[below + 1] * part : sorted[below];
    }
}

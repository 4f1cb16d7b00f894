package org.waybill.client.probe.bandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The sizes of a probe's transfers, smallest first, and the rate at which each size's additional bytes came, compared
 * with the size before: within slow start these increments grow, afterwards they are the path's rate.
 *
 * @param sizes bytes
 * @param increments bit/s, one fewer than sizes; infinite where the larger size took no longer
 */
record SizeRates(List<Long> sizes, List<Double> increments) {
    /** Increments slower than this part of the last ones are slow start's. */
    private static final double SLOW = 0.75;
    /** Two increments of which the smaller is at least this part of the larger belong to one line. */
    private static final double ALIKE = 0.7;
    /** A transfer that was cut short counts as a size of its own from this factor beyond the largest on. */
    private static final double BEYOND = 1.5;

    /** By each size's median time. */
    static SizeRates of(List<TransferPoint> points) {
        long largest = points.stream()
                .filter(TransferPoint::whole)
                .mapToLong(TransferPoint::bytes)
                .max()
                .orElse(0);
        NavigableMap<Long, List<Double>> bySize = new TreeMap<>();
        for (TransferPoint point : points) {
            if (point.whole() || point.bytes() >= BEYOND * largest) {
                bySize.computeIfAbsent(point.bytes(), _ -> new ArrayList<>()).add(point.seconds());
            }
        }
        List<Long> sizes = List.copyOf(bySize.keySet());
        List<Double> medians = bySize.values().stream().map(SizeRates::median).toList();
        List<Double> increments = new ArrayList<>();
        for (int i = 1; i < sizes.size(); i++) {
            double seconds = medians.get(i) - medians.get(i - 1);
            double bits = 8.0 * (sizes.get(i) - sizes.get(i - 1));
            increments.add(seconds <= 0 ? Double.POSITIVE_INFINITY : bits / seconds);
        }
        return new SizeRates(sizes, increments);
    }

    private static double median(List<Double> seconds) {
        return seconds.stream()
                .sorted()
                .skip((seconds.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    /** The last increment but {@code back}; {@code otherwise} where there is none, or the times do not show it. */
    double last(int back, double otherwise) {
        int index = increments.size() - 1 - back;
        double increment = index < 0 ? otherwise : increments.get(index);
        return Double.isFinite(increment) ? increment : otherwise;
    }

    /** Whether the additional bytes of the largest size came clearly faster than those of the size before. */
    boolean speedsUp() {
        double last = last(0, 0);
        return last > 0 && last(1, Double.POSITIVE_INFINITY) < ALIKE * last;
    }

    /** What the last increments say, those that the times do not show taken for {@code rate}. */
    Trend trend(double rate) {
        double last = last(0, rate);
        double before = last(1, rate);
        if (Math.min(last, before) >= ALIKE * Math.max(last, before)) {
            return Trend.STEADY;
        }
        if (last < before) {
            return Trend.FALLING;
        }
        // noise makes one increment larger than the one before, slow start one after the other
        boolean again = last(2, Double.POSITIVE_INFINITY) < last(1, 0);
        return speedsUp() && again ? Trend.RISING : Trend.UNSTEADY;
    }

    /** Index of the first size from which on no increment is much slower than the typical later one. */
    int firstFast() {
        List<Double> tail = increments.subList(Math.max(0, increments.size() - 3), increments.size());
        double typical =
                tail.stream().sorted().skip((tail.size() - 1) / 2).findFirst().orElseThrow();
        int start = 0;
        for (int i = 0; i < increments.size(); i++) {
            if (increments.get(i) < SLOW * typical) {
                start = i + 1;
            }
        }
        return start;
    }
}

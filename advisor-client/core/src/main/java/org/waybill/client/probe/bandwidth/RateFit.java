package org.waybill.client.probe.bandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * Time over size of transfers as a line: the slope is the rate, the intercept the delay (Lu 2011, section 4.1.3.4).
 * Small transfers end within TCP's slow start and lie under another line; they are left out as long as larger ones
 * still go faster. Where even the largest do, the rate is a lower bound and the interval says so.
 *
 * @param bitsPerSecond the slope as a rate
 * @param lowBitsPerSecond lower end of the 90 % interval (bootstrap of the points)
 * @param highBitsPerSecond its upper end
 * @param delaySeconds the intercept, which may be negative by noise
 * @param settled whether larger transfers no longer go faster
 * @param points those that the line was drawn through
 */
public record RateFit(double bitsPerSecond, double lowBitsPerSecond, double highBitsPerSecond, double delaySeconds,
        boolean settled, List<TransferPoint> points) {
    private static final int LEAST_SIZES = 3;
    private static final int LEAST_POINTS = 4;
    private static final int RESAMPLES = 300;
    private static final double TAIL = 0.05;
    /** Increments slower than this part of the last ones are slow start's. */
    private static final double SLOW = 0.75;
    /** Two last increments as close as this belong to one line. */
    private static final double SETTLED = 0.3;

    public RateFit {
        points = List.copyOf(points);
    }

    /** Half the interval in percent of the rate. */
    public double errorPercent() {
        return 100 * Math.max(highBitsPerSecond - bitsPerSecond, bitsPerSecond - lowBitsPerSecond) / bitsPerSecond;
    }

    /** Seconds that a transfer of some size would take by this line. */
    public double seconds(long bytes) {
        return Math.max(0, delaySeconds) + 8.0 * bytes / bitsPerSecond;
    }

    /**
     * Fits the line; empty with fewer than three sizes or four points, or where time does not grow with size.
     *
     * @param seed of the bootstrap
     */
    public static Optional<RateFit> of(List<TransferPoint> all, long seed) {
        NavigableMap<Long, Double> medians = medians(all);
        if (medians.size() < LEAST_SIZES || all.size() < LEAST_POINTS) {
            return Optional.empty();
        }
        List<Double> increments = increments(medians);
        int start = Math.min(firstFast(increments), medians.size() - LEAST_SIZES);
        long leastBytes = List.copyOf(medians.keySet()).get(start);
        List<TransferPoint> used = all.stream().filter(point -> point.bytes() >= leastBytes).toList();
        Optional<TheilSen> line = line(used).filter(RateFit::grows);
        if (line.isEmpty()) {
            // over a path that is much faster than the ends' own noise the last sizes alone may tell nothing
            used = all;
            line = line(all).filter(RateFit::grows);
        }
        if (line.isEmpty()) {
            return Optional.empty();
        }
        double rate = 8 / line.get().slope();
        double[] interval = bootstrap(used, rate, seed);
        double last = finite(increments.getLast(), rate);
        double before = finite(increments.get(increments.size() - 2), rate);
        boolean settled = Math.abs(last - before) <= SETTLED * Math.max(last, before);
        if (!settled) {
            // still speeding up, or too noisy to tell: what comes next may be as much faster again
            interval[0] = Math.min(interval[0], Math.min(rate, before));
            interval[1] = Math.max(interval[1], Math.max(last, rate) * Math.max(1.5, Math.min(4, last / before)));
        }
        return Optional.of(new RateFit(rate, interval[0], interval[1], line.get().intercept(), settled, used));
    }

    private static boolean grows(TheilSen line) {
        return line.slope() > 0;
    }

    private static double finite(double increment, double otherwise) {
        return Double.isFinite(increment) ? increment : otherwise;
    }

    private static Optional<TheilSen> line(List<TransferPoint> points) {
        return TheilSen.of(points.stream().map(point -> new TheilSen.Point(point.bytes(), point.seconds())).toList());
    }

    private static NavigableMap<Long, Double> medians(List<TransferPoint> points) {
        NavigableMap<Long, List<Double>> bySize = new TreeMap<>();
        points.forEach(point -> bySize.computeIfAbsent(point.bytes(), _ -> new ArrayList<>()).add(point.seconds()));
        NavigableMap<Long, Double> medians = new TreeMap<>();
        bySize.forEach((bytes, seconds) ->
                medians.put(bytes, seconds.stream().sorted().skip((seconds.size() - 1) / 2).findFirst().orElseThrow()));
        return medians;
    }

    /** Bit/s at which each size's additional bytes came, compared with the size before. */
    private static List<Double> increments(NavigableMap<Long, Double> medians) {
        List<Double> increments = new ArrayList<>();
        List<Map.Entry<Long, Double>> sizes = List.copyOf(medians.entrySet());
        for (int i = 1; i < sizes.size(); i++) {
            double seconds = sizes.get(i).getValue() - sizes.get(i - 1).getValue();
            double bits = 8.0 * (sizes.get(i).getKey() - sizes.get(i - 1).getKey());
            increments.add(seconds <= 0 ? Double.POSITIVE_INFINITY : bits / seconds);
        }
        return increments;
    }

    /** Index of the first size from which on no increment is much slower than the typical later one. */
    private static int firstFast(List<Double> increments) {
        List<Double> tail = increments.subList(Math.max(0, increments.size() - 3), increments.size());
        double typical = tail.stream().sorted().skip((tail.size() - 1) / 2).findFirst().orElseThrow();
        int start = 0;
        for (int i = 0; i < increments.size(); i++) {
            if (increments.get(i) < SLOW * typical) {
                start = i + 1;
            }
        }
        return start;
    }

    private static double[] bootstrap(List<TransferPoint> points, double rate, long seed) {
        Random random = new Random(seed);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < RESAMPLES; i++) {
            List<TransferPoint> resample = new ArrayList<>();
            for (int k = 0; k < points.size(); k++) {
                resample.add(points.get(random.nextInt(points.size())));
            }
            line(resample).filter(RateFit::grows).ifPresent(line -> rates.add(8 / line.slope()));
        }
        rates.sort(null);
        if (rates.isEmpty()) {
            return new double[] {rate, rate};
        }
        int cut = (int) (TAIL * rates.size());
        return new double[] {Math.min(rate, rates.get(cut)), Math.max(rate, rates.get(rates.size() - 1 - cut))};
    }
}

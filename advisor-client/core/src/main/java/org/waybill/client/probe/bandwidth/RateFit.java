package org.waybill.client.probe.bandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Time over size of transfers as a line: the slope is the rate, the intercept the delay (Lu 2011, section 4.1.3.4).
 * Small transfers end within TCP's slow start and lie under another line; they are left out as long as larger ones
 * still go faster. Where even the largest do, the line goes through these alone, and the interval reaches as much
 * further as they were faster; and where the largest went slower than the others, or some than others of their size, it
 * reaches as much further down: what was seen in seconds may go on for hours.
 *
 * @param bitsPerSecond the slope as a rate
 * @param lowBitsPerSecond lower end of the interval: 90 % by bootstrap of the points, and what the trend adds
 * @param highBitsPerSecond its upper end
 * @param delaySeconds the intercept, which may be negative by noise
 * @param trend how the rate goes on with size
 * @param points those that the line was drawn through
 */
public record RateFit(double bitsPerSecond, double lowBitsPerSecond, double highBitsPerSecond, double delaySeconds,
        Trend trend, List<TransferPoint> points) {
    private static final int LEAST_SIZES = 3;
    private static final int LEAST_POINTS = 4;
    private static final int RESAMPLES = 300;
    private static final double TAIL = 0.05;
    /** No trend is trusted to go on further than by this factor. */
    private static final double FURTHEST = 4;
    /** A rate that still rises is at most seen to be a lower bound: this much is left above it at least. */
    private static final double LEAST_RISE = 1.5;
    /** Transfers down to this part of the largest show what may happen to a long one. */
    private static final double LARGE = 0.25;
    /** One that went slower than this part of the rate was slowed down by something. */
    private static final double SLOWED = 0.6;

    public RateFit {
        points = List.copyOf(points);
    }

    private record Interval(double low, double high) {
        Interval with(double rate) {
            return new Interval(Math.min(low, rate), Math.max(high, rate));
        }
    }

    private record Drawn(TheilSen line, List<TransferPoint> points) {
        double rate() {
            return 8 / line.slope();
        }
    }

    /** Whether larger transfers go at the same rate. */
    public boolean settled() {
        return trend == Trend.STEADY;
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
        SizeRates sizes = SizeRates.of(all);
        if (sizes.sizes().size() < LEAST_SIZES || all.size() < LEAST_POINTS) {
            return Optional.empty();
        }
        int start = Math.min(sizes.firstFast(), sizes.sizes().size() - LEAST_SIZES);
        // over a path that is much faster than the ends' own noise the last sizes alone may tell nothing
        return drawn(all, sizes.sizes().get(start)).or(() -> drawn(all, 0))
                .map(drawn -> judged(all, drawn, sizes, seed));
    }

    private static RateFit judged(List<TransferPoint> all, Drawn typical, SizeRates sizes, long seed) {
        double largest = sizes.sizes().getLast();
        Trend seen = sizes.trend(typical.rate());
        // a line through more than the last two sizes would be that of the ramp
        Drawn drawn = seen == Trend.RISING
                ? drawn(all, sizes.sizes().get(sizes.sizes().size() - 2)).orElse(typical) : typical;
        double rate = drawn.rate();
        double delay = Math.max(0, drawn.line.intercept());
        double slowest = all.stream().filter(point -> point.bytes() >= LARGE * largest)
                .mapToDouble(point -> 8 * point.bytes() / Math.max(1e-9, point.seconds() - delay)).min().orElse(rate);
        Interval interval = reaching(bootstrap(drawn.points, rate, seed), seen, rate, sizes);
        boolean slowed = slowest < SLOWED * rate;
        if (slowed) {
            interval = interval.with(slowest * Math.max(1 / FURTHEST, slowest / rate));
        }
        return new RateFit(rate, interval.low, interval.high, drawn.line.intercept(),
                slowed && seen != Trend.FALLING ? Trend.UNSTEADY : seen, drawn.points);
    }

    /** What comes next may be as much faster or slower again as the largest size was than the one before. */
    private static Interval reaching(Interval interval, Trend trend, double rate, SizeRates sizes) {
        if (trend == Trend.STEADY) {
            return interval;
        }
        double last = sizes.last(0, rate);
        double before = sizes.last(1, rate);
        Interval wide = interval.with(before)
                .with(Math.max(last, rate) * Math.clamp(last / before, LEAST_RISE, FURTHEST));
        return trend == Trend.FALLING ? wide.with(last * Math.max(1 / FURTHEST, last / before)) : wide;
    }

    /** The line through the transfers from some size on; empty where it would not rise. */
    private static Optional<Drawn> drawn(List<TransferPoint> all, long leastBytes) {
        List<TransferPoint> used = all.stream().filter(point -> point.bytes() >= leastBytes).toList();
        return line(used).map(line -> new Drawn(line, used));
    }

    private static Optional<TheilSen> line(List<TransferPoint> points) {
        return TheilSen.of(points.stream().map(point -> new TheilSen.Point(point.bytes(), point.seconds())).toList())
                .filter(line -> line.slope() > 0);
    }

    private static Interval bootstrap(List<TransferPoint> points, double rate, long seed) {
        Random random = new Random(seed);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < RESAMPLES; i++) {
            List<TransferPoint> resample = new ArrayList<>();
            for (int k = 0; k < points.size(); k++) {
                resample.add(points.get(random.nextInt(points.size())));
            }
            line(resample).ifPresent(line -> rates.add(8 / line.slope()));
        }
        rates.sort(null);
        if (rates.isEmpty()) {
            return new Interval(rate, rate);
        }
        int cut = (int) (TAIL * rates.size());
        return new Interval(Math.min(rate, rates.get(cut)), Math.max(rate, rates.get(rates.size() - 1 - cut)));
    }
}

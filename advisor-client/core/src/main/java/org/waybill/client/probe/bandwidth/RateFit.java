package org.waybill.client.probe.bandwidth;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Time over size of transfers as a line: the slope is the rate, the intercept the delay (Lu 2011, section 4.1.3.4).
 * Small transfers end within TCP's slow start and follow another line; they are left out as long as larger ones
 * still go faster. Where even the largest do, the line goes through these alone, and the interval reaches as much
 * further as they were faster; and where the largest went slower than the others, or some than others of their size, it
 * reaches as much further down: what was seen in seconds may last for hours. Losses make a transfer slower the longer
 * it lasts: where the longest one ended clearly slower than the line, the rate is that of its last part. So it is where
 * packets were lost and the longest continued as it ended: losses, also those of slow start itself, hold up one
 * small transfer by a second and not the next, and bend the line. Where all sizes took about the same time, the largest as it
 * was is a lower bound.
 *
 * @param bitsPerSecond the slope as a rate
 * @param lowBitsPerSecond lower end of the interval: 90 % by bootstrap of the points, and what the trend adds
 * @param highBitsPerSecond its upper end
 * @param delaySeconds the intercept, which may be negative by noise
 * @param trend how the rate changes with size
 * @param points those that the line was drawn through
 */
public record RateFit(
        double bitsPerSecond,
        double lowBitsPerSecond,
        double highBitsPerSecond,
        double delaySeconds,
        Trend trend,
        List<TransferPoint> points) {
    private static final int LEAST_SIZES = 3;
    private static final int LEAST_POINTS = 4;
    private static final int RESAMPLES = 300;
    /** Of two sizes that show a rate. */
    private static final int LEAST_APART = 4;

    private static final double OUTSIDE = 0.05;
    /** No trend is extrapolated further than by this factor. */
    private static final double FURTHEST = 4;
    /** A rate that still rises is at most seen to be a lower bound: this much is left above it at least. */
    private static final double LEAST_RISE = 1.5;
    /** Transfers down to this part of the largest show what may happen to a long one. */
    private static final double LARGE = 0.25;
    /** One that went slower than this part of the rate was slowed down by something. */
    private static final double SLOWED = 0.6;
    /** The same of the last part of a transfer, in which a fast beginning does not hide it. */
    private static final double SLOWED_TAIL = 0.8;
    /** What one loss more leaves of a window (RFC 9438, section 4.6). */
    private static final double AGAIN = 0.7;
    /** A transfer continued as it ended if its second third was no slower than this part of its last. */
    private static final double LEVEL = 0.8;
    /**
     * One that took longer by this factor than another of twice its size was held up by a host: this is not the path's.
     */
    private static final double HELD_UP = 1.1;
    /**
     * The data of the largest transfer take at least this part of the delay, else all sizes took the same number of
     * round trips, and noise draws the line.
     */
    private static final double LEAST_GROWTH = 0.1;

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

    /** What the sending kernel says of the transfers; empty where it says nothing. */
    public Optional<SenderAccount> sender() {
        return SenderAccount.of(points);
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
     * Fits the line. With fewer than three sizes or four points, or where time does not grow with size, the longest
     * transfer shows its rate itself if its progress was seen, else how it compares with the smallest; empty with one.
     *
     * @param seed of the bootstrap
     */
    public static Optional<RateFit> of(List<TransferPoint> all, long seed) {
        return fit(all, all.stream().filter(point -> !heldUp(point, all)).toList(), seed)
                .or(() -> fit(all, all, seed))
                .or(() -> ofLongest(all));
    }

    /** From the first third on, which contains slow start; level rates are the path's, and of rising ones the last. */
    private static Optional<RateFit> ofLongest(List<TransferPoint> all) {
        TransferPoint longest = all.stream()
                .max(Comparator.comparingDouble(TransferPoint::seconds))
                .orElse(null);
        Double middle = longest == null ? null : longest.middleBitsPerSecond();
        Double tail = longest == null ? null : longest.tailBitsPerSecond();
        if (longest == null || middle == null || tail == null || !(Math.min(middle, tail) > 0)) {
            return longest == null ? Optional.empty() : beyondSmallest(longest, all);
        }
        double slower = Math.min(middle, tail);
        double high = Math.max(middle, tail);
        Trend trend = slower >= LEVEL * high ? Trend.UNSTEADY : tail < middle ? Trend.FALLING : Trend.RISING;
        double low = trend == Trend.RISING ? tail : slower;
        double rate = 2 / (1 / low + 1 / high);
        return Optional.of(new RateFit(
                rate,
                AGAIN * low,
                high / AGAIN,
                Math.max(0, longest.seconds() - 8 * longest.bytes() / rate),
                trend,
                all));
    }

    private static Optional<RateFit> fit(List<TransferPoint> all, List<TransferPoint> telling, long seed) {
        SizeRates sizes = SizeRates.of(telling);
        if (sizes.sizes().size() < LEAST_SIZES || telling.size() < LEAST_POINTS) {
            return Optional.empty();
        }
        int start = Math.min(sizes.firstFast(), sizes.sizes().size() - LEAST_SIZES);
        // over a path that is much faster than the hosts' own noise the last sizes alone may show nothing
        return drawn(telling, sizes.sizes().get(start))
                .or(() -> drawn(telling, 0))
                .map(drawn -> judged(all, telling, drawn, sizes, seed))
                .map(line -> line.grows() ? line : line.lowerBound());
    }

    private boolean grows() {
        return 8.0 * largest().bytes() / bitsPerSecond >= LEAST_GROWTH * delaySeconds;
    }

    /** By the largest transfer as it was, slow start included. */
    private RateFit lowerBound() {
        double rate = 8.0 * largest().bytes() / largest().seconds();
        return new RateFit(
                rate, AGAIN * rate, Math.max(bitsPerSecond, LEAST_RISE * rate), delaySeconds, Trend.RISING, points);
    }

    private TransferPoint largest() {
        return points.stream()
                .max(Comparator.comparingLong(TransferPoint::bytes))
                .orElseThrow();
    }

    /** A lower bound: slow start is in it. */
    private static Optional<RateFit> beyondSmallest(TransferPoint longest, List<TransferPoint> all) {
        TransferPoint smallest =
                all.stream().min(Comparator.comparingLong(TransferPoint::bytes)).orElseThrow();
        double rate = 8 * (longest.bytes() - smallest.bytes()) / (longest.seconds() - smallest.seconds());
        return longest.bytes() < LEAST_APART * smallest.bytes() || !(rate > 0) || Double.isInfinite(rate)
                ? Optional.empty()
                : Optional.of(
                        new RateFit(rate, AGAIN * rate, LEAST_RISE * rate, smallest.seconds(), Trend.RISING, all));
    }

    private static boolean heldUp(TransferPoint point, List<TransferPoint> all) {
        return !point.lossy()
                && all.stream()
                        .anyMatch(other ->
                                other.bytes() >= 2 * point.bytes() && point.seconds() > HELD_UP * other.seconds());
    }

    private static RateFit judged(
            List<TransferPoint> all, List<TransferPoint> telling, Drawn typical, SizeRates sizes, long seed) {
        Trend seen = sizes.trend(typical.rate());
        // a line through more than the last two sizes would be that of the ramp
        Drawn drawn = seen == Trend.RISING
                ? drawn(telling, sizes.sizes().get(sizes.sizes().size() - 2)).orElse(typical)
                : typical;
        double rate = drawn.rate();
        List<TransferPoint> large = all.stream()
                .filter(point -> point.bytes() >= LARGE * sizes.sizes().getLast())
                .toList();
        double delay = Math.max(0, drawn.line.intercept());
        OptionalDouble whole = large.stream()
                .mapToDouble(point -> 8 * point.bytes() / Math.max(1e-9, point.seconds() - delay))
                .min();
        OptionalDouble tail = large.stream()
                .map(TransferPoint::tailBitsPerSecond)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
        Interval interval = reaching(bootstrap(drawn.points, rate, seed), seen, rate, sizes);
        interval = slowed(interval, whole.orElse(rate), SLOWED, rate);
        interval = slowed(interval, tail.orElse(rate), SLOWED_TAIL, rate);
        boolean slowed = whole.orElse(rate) < SLOWED * rate || tail.orElse(rate) < SLOWED_TAIL * rate;
        Trend trend = slowed && seen != Trend.FALLING ? Trend.UNSTEADY : seen;
        OptionalDouble sustained = sustained(large, rate);
        if (sustained.isEmpty()) {
            return new RateFit(rate, interval.low, interval.high, drawn.line.intercept(), trend, drawn.points);
        }
        double last = sustained.getAsDouble();
        Interval wide = interval.with(last);
        return new RateFit(
                last,
                wide.low,
                wide.high,
                delay(large, last),
                last < SLOWED_TAIL * rate ? Trend.FALLING : trend == Trend.RISING ? Trend.UNSTEADY : trend,
                drawn.points);
    }

    /** What slowed one transfer down may slow a long one down as much again. */
    private static Interval slowed(Interval interval, double slowest, double part, double rate) {
        return slowest < part * rate
                ? interval.with(AGAIN * slowest * Math.max(1 / FURTHEST, slowest / rate))
                : interval;
    }

    /** At which rate the transfer ended that lasted longest, where that says more than the line. */
    private static OptionalDouble sustained(List<TransferPoint> large, double rate) {
        TransferPoint longest = large.stream()
                .max(Comparator.comparingDouble(TransferPoint::seconds))
                .orElseThrow();
        Double tail = longest.tailBitsPerSecond();
        Double middle = longest.middleBitsPerSecond();
        if (tail == null) {
            return OptionalDouble.empty();
        }
        boolean level = longest.lossy() && middle != null && middle >= LEVEL * tail;
        return level || tail < SLOWED_TAIL * rate ? OptionalDouble.of(tail) : OptionalDouble.empty();
    }

    /** Intercept of the line with some slope through the middle of the large transfers. */
    private static double delay(List<TransferPoint> large, double bitsPerSecond) {
        double[] sorted = large.stream()
                .mapToDouble(point -> point.seconds() - 8 * point.bytes() / bitsPerSecond)
                .sorted()
                .toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    /** What comes next may be as much faster or slower again as the largest size was than the one before. */
    private static Interval reaching(Interval interval, Trend trend, double rate, SizeRates sizes) {
        if (trend == Trend.STEADY) {
            return interval;
        }
        double last = sizes.last(0, rate);
        double before = sizes.last(1, rate);
        Interval wide =
                interval.with(before).with(Math.max(last, rate) * Math.clamp(last / before, LEAST_RISE, FURTHEST));
        return trend == Trend.FALLING ? wide.with(last * Math.max(1 / FURTHEST, last / before)) : wide;
    }

    /** The line through the transfers from some size on; empty where it would not rise. */
    private static Optional<Drawn> drawn(List<TransferPoint> all, long leastBytes) {
        List<TransferPoint> used =
                all.stream().filter(point -> point.bytes() >= leastBytes).toList();
        return line(used).map(line -> new Drawn(line, used));
    }

    private static Optional<TheilSen> line(List<TransferPoint> points) {
        return TheilSen.of(points.stream()
                        .map(point -> new TheilSen.Point(point.bytes(), point.seconds()))
                        .toList())
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
        int cut = (int) (OUTSIDE * rates.size());
        return new Interval(Math.min(rate, rates.get(cut)), Math.max(rate, rates.get(rates.size() - 1 - cut)));
    }
}

package org.waybill.client.probe.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.bandwidth.TheilSen;

/**
 * Capacity C and available bandwidth A of a path with other traffic R on its narrow link, from trains at several rates
 * above A. Such a train shares the link in proportion: it leaves it at C I / (I + R) when it enters it at I (fluid
 * model), so that I/O = I/C + R/C is a line over I whose slope is 1/C and whose intercept is R/C (TOPP: Melander,
 * Bjorkman, Gunningberg 2000); A = C - R. Without other traffic every such train leaves at C.
 *
 * <p>No clock, no socket: ask {@link #next()} for a train, pass its result to {@link #seen}, until {@link #next()}
 * has none. The number of trains is bounded.
 */
public final class TrainEstimator {
    /** Short ones for queues that hold little, long ones for fast paths, where hiccups of hosts count less. */
    private static final int[] FIRST_PACKETS = {8, 40};

    private static final int FIRST_TRAINS = 4;
    /** Long enough that a host's hiccups do not count, if the queue on the path can hold what a train is too fast. */
    private static final long TRAIN_NS = 30_000_000;

    private static final long QUEUE_NS = 40_000_000;
    /** With other traffic a train fills the queue by more than what it is too fast itself. */
    private static final double EXCESS = 0.4;

    private static final int LEAST_PACKETS = 8;
    /** How many packets of others come between fewer is chance; a train has these, if the queue can hold them. */
    private static final int ENOUGH_PACKETS = 80;

    private static final int MOST_PACKETS = 800;
    /** Far apart, as a line needs them; but a link before the narrow one holds back trains that it is too slow for. */
    private static final double[] RATES = {1.1, 1.1, 1.4, 2.0, 2.0};

    private static final int REPEATS = 8;
    /** Below this the train did not fill the link, and its point belongs to another line. */
    private static final double OVERLOAD = 1.05;
    /** Median deviation of the arrival rates below which they count as one rate. */
    private static final double IDLE_PART = 0.03;

    private static final int LEAST_POINTS = 6;
    private static final int RESAMPLES = 200;
    private static final double TAIL = 0.05;

    /**
     * The estimates with half the widths of their 90 % intervals.
     *
     * @param trains that they are based on
     */
    public record Estimate(
            double capacityBitsPerSecond,
            double capacityErrorPercent,
            double availableBitsPerSecond,
            double availableErrorPercent,
            int trains) {}

    private final int packetBytes;
    private final Random random;
    private final List<ReceivedTrain> first = new ArrayList<>();
    private final List<ReceivedTrain> rated = new ArrayList<>();
    private final List<Double> rateOrder = new ArrayList<>();
    private int askedFirst;
    private int askedRated;

    /**
     * @param packetBytes of the IP packets, as large as the path takes
     * @param seed of the order of the rates and of the bootstrap
     */
    public TrainEstimator(int packetBytes, long seed) {
        this.packetBytes = packetBytes;
        this.random = new Random(seed);
        for (int i = 0; i < REPEATS; i++) {
            for (double rate : RATES) {
                rateOrder.add(rate);
            }
        }
        Collections.shuffle(rateOrder, random);
    }

    /** The next train to send; empty when there is enough, or no train came through at first. */
    public Optional<TrainPlan> next() {
        // trains that came to nothing are asked for again, within bounds
        if (first.size() < FIRST_TRAINS && askedFirst < 3 * FIRST_TRAINS) {
            int packets = FIRST_PACKETS[askedFirst++ % FIRST_PACKETS.length];
            return Optional.of(new TrainPlan(packets, packetBytes, 0));
        }
        double base = Math.max(dispersionRate(), fastest());
        if (overloading().size() >= rateOrder.size() || askedRated >= 2 * rateOrder.size() || !(base > 0)) {
            return Optional.empty();
        }
        double overload = rateOrder.get(askedRated++ % rateOrder.size());
        double rate = base * overload;
        double forTime = Math.max(ENOUGH_PACKETS, TRAIN_NS * rate / 8e9 / packetBytes);
        double forQueue = QUEUE_NS * base / 8e9 / packetBytes / Math.max(EXCESS, 1 - 1 / overload);
        int packets = (int) Math.clamp(Math.min(forTime, forQueue), LEAST_PACKETS, MOST_PACKETS);
        return Optional.of(new TrainPlan(packets, packetBytes, (long) (8e9 * packetBytes / rate)));
    }

    /** Reports what became of the train asked for last. */
    public void seen(ReceivedTrain train) {
        if (train.isUsable()) {
            (train.plan().spacingNs() == 0 ? first : rated).add(train);
        }
    }

    /** Median rate of the trains sent as fast as possible: between A and C. */
    private double dispersionRate() {
        double[] rates = first.stream()
                .mapToDouble(ReceivedTrain::outputBitsPerSecond)
                .sorted()
                .toArray();
        return rates.length == 0 ? 0 : rates[rates.length / 2];
    }

    /** The second fastest arrival, since one may be a fluke: the first trains are short and easily held up. */
    private double fastest() {
        double[] rates = rated.stream()
                .mapToDouble(ReceivedTrain::outputBitsPerSecond)
                .sorted()
                .toArray();
        return rates.length < 2 ? 0 : rates[rates.length - 2];
    }

    /** Points (I, I/O, duration) of the trains that were faster than the path. */
    private List<double[]> overloading() {
        List<double[]> points = new ArrayList<>();
        for (ReceivedTrain train : rated) {
            double ratio = train.inputBitsPerSecond() / train.outputBitsPerSecond();
            if (ratio > OVERLOAD) {
                points.add(new double[] {train.inputBitsPerSecond(), ratio, train.durationSeconds()});
            }
        }
        return points;
    }

    /** The estimate from all trains so far; empty when too few filled the link. */
    public Optional<Estimate> estimate() {
        List<double[]> points = overloading();
        double[] found = points.size() < LEAST_POINTS ? null : line(points);
        if (found == null) {
            return Optional.empty();
        }
        List<double[]> resampled = new ArrayList<>();
        for (int i = 0; i < RESAMPLES; i++) {
            List<double[]> resample = new ArrayList<>();
            for (int k = 0; k < points.size(); k++) {
                resample.add(points.get(random.nextInt(points.size())));
            }
            double[] again = line(resample);
            if (again != null) {
                resampled.add(again);
            }
        }
        return Optional.of(new Estimate(
                found[0],
                halfWidthPercent(resampled, 0, found[0]),
                found[1],
                halfWidthPercent(resampled, 1, found[1]),
                points.size()));
    }

    /** Capacity and available bandwidth by a line that stray trains do not bend; null where it makes no sense. */
    private static double @Nullable [] line(List<double[]> points) {
        double[] outputs =
                points.stream().mapToDouble(point -> point[0] / point[1]).toArray();
        double middle = median(outputs);
        if (median(Arrays.stream(outputs)
                        .map(output -> Math.abs(output - middle))
                        .toArray())
                < IDLE_PART * middle) {
            // however fast they were sent, they came equally fast: there is no other traffic
            return new double[] {middle, middle};
        }
        Optional<TheilSen> line = TheilSen.of(points.stream()
                .map(point -> new TheilSen.Point(point[0], point[1], 1 / Math.sqrt(point[2])))
                .toList());
        if (line.isEmpty() || line.get().slope() <= 0) {
            return null;
        }
        double capacity = 1 / line.get().slope();
        return new double[] {capacity, capacity * (1 - Math.clamp(line.get().intercept(), 0, 1))};
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double halfWidthPercent(List<double[]> resampled, int which, double value) {
        double[] sorted =
                resampled.stream().mapToDouble(again -> again[which]).sorted().toArray();
        if (sorted.length == 0 || value <= 0) {
            return 100;
        }
        int cut = (int) (TAIL * sorted.length);
        return 100 * Math.max(value - sorted[cut], sorted[sorted.length - 1 - cut] - value) / value;
    }
}

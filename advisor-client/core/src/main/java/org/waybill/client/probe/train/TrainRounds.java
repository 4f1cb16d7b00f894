package org.waybill.client.probe.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.waybill.client.probe.TrainFacts;

/**
 * Capacity C of a direction and what others leave of it, from a few short trains in rounds, for advice: it has fewer
 * bytes and round trips than {@link TrainEstimator}. A train that comes much faster than the narrow link leaves it at
 * about C, since hardly a packet of others comes between its own; one that comes at 1.1 to 2 times C shares the link in
 * proportion and shows the others' rate, R = I (C/O - 1).
 *
 * <p>No clock, no socket: send a round, pass what became of it to {@link #seen}, until {@link #next} has none. The same
 * time stamps give the same rates. See decision 0304.
 */
public final class TrainRounds {
    /** Short ones for queues that hold little. */
    private static final int[] FIRST_PACKETS = {4, 8, 8, 40};
    /** Of fast paths, where hiccups of hosts are as long as shorter trains. */
    private static final int HICCUP_PACKETS = 90;

    private static final double FAST_BITS_PER_SECOND = 1e8;

    private static final long FIRST_PAUSE_NS = 40_000_000;
    private static final long LEAST_PAUSE_NS = 15_000_000;
    private static final long MOST_PAUSE_NS = TrainSocket.QUIET_NS * 2 / 3;

    private static final int ROUNDS = 3;
    private static final int FAST_PACKETS = 30;
    /** Shorter ones show more of hosts than of the path. */
    private static final int LONG_PACKETS = 20;

    private static final double[] OVERLOADS = {1.1, 1.5, 2.0};
    private static final int LEAST_PACKETS = 8;
    private static final long MOST_TRAIN_NS = 30_000_000;
    /** What any queue holds, filled by at least this part of what is sent, as others fill it too. */
    private static final long QUEUE_NS = 40_000_000;

    private static final double EXCESS = .4;
    /** On slow paths time runs out before bytes. */
    private static final double MOST_SECONDS = .6;

    /** Below this a train did not fill the link. */
    private static final double OVERLOAD = 1.05;
    /** Median deviation of the arrival rates below which they count as one rate. */
    private static final double IDLE_PART = .03;

    private static final int SOLUTIONS = 20;

    private final int packetBytes;
    private final List<ReceivedTrain> fast = new ArrayList<>();
    private final List<ReceivedTrain> rated = new ArrayList<>();
    private long leftBytes;
    private int rounds;
    private int whole;

    /**
     * @param packetBytes of the IP packets, no larger than the path takes
     * @param mostBytes of all packets together
     */
    public TrainRounds(int packetBytes, long mostBytes) {
        this.packetBytes = packetBytes;
        this.leftBytes = mostBytes;
    }

    /** The trains to send next, one after the other; empty when there is enough, or none came through. */
    public Optional<List<TrainPlan>> next() {
        double base = capacity(0);
        if (rounds == 1 && base > 0) {
            leftBytes = (long) Math.min(leftBytes, MOST_SECONDS * base / 8);
        }
        List<TrainPlan> round = rounds == 0
                ? unspaced(FIRST_PACKETS)
                : isDisturbed(base) ? longOnes() : rounds < ROUNDS && base > 0 ? more(base) : List.of();
        leftBytes -= (long) TrainPlan.packets(round) * packetBytes;
        rounds++;
        return round.isEmpty() ? Optional.empty() : Optional.of(round);
    }

    /** Whether the packets of the first trains came, and so fast that hosts disturbed them. */
    private boolean isDisturbed(double base) {
        return rounds == 1
                && whole > 0
                && fast.stream().noneMatch(TrainRounds::isLong)
                && (base == 0 || base > FAST_BITS_PER_SECOND);
    }

    private static boolean isLong(ReceivedTrain train) {
        return train.plan().packets() >= LONG_PACKETS;
    }

    private List<TrainPlan> unspaced(int... packets) {
        return IntStream.of(packets)
                .mapToObj(count -> new TrainPlan(count, packetBytes, 0, FIRST_PAUSE_NS))
                .toList();
    }

    /** As many trains as the bytes allow, for a path on which none of the first ones came through undisturbed. */
    private List<TrainPlan> longOnes() {
        long trains = leftBytes / packetBytes / HICCUP_PACKETS;
        return unspaced(IntStream.generate(() -> HICCUP_PACKETS).limit(trains).toArray());
    }

    /** Trains of several rates, and before the first of them one more that is as fast as possible. */
    private List<TrainPlan> more(double base) {
        List<TrainPlan> round = new ArrayList<>();
        double packetNs = 8e9 * packetBytes / base;
        long left = leftBytes / packetBytes;
        int trains = OVERLOADS.length * (ROUNDS - rounds);
        if (rounds == 1 && left >= FAST_PACKETS + (long) trains * LEAST_PACKETS) {
            round.add(new TrainPlan(FAST_PACKETS, packetBytes, 0, pauseNs(FAST_PACKETS, packetNs)));
            left -= FAST_PACKETS;
        }
        for (double overload : OVERLOADS) {
            double forTime = MOST_TRAIN_NS / packetNs * overload;
            double forQueue = QUEUE_NS / packetNs / Math.max(EXCESS, 1 - 1 / overload);
            int packets = (int) Math.min(left / trains, Math.max(LEAST_PACKETS, Math.min(forTime, forQueue)));
            if (packets >= LEAST_PACKETS) {
                round.add(
                        new TrainPlan(packets, packetBytes, (long) (packetNs / overload), pauseNs(packets, packetNs)));
            }
        }
        return round;
    }

    /** So long that the queue is empty again, even if others fill half of it. */
    private static long pauseNs(int packets, double packetNs) {
        return Math.clamp((long) (packets * packetNs), LEAST_PAUSE_NS, MOST_PAUSE_NS);
    }

    /** Reports what became of the trains asked for last. */
    public void seen(List<ReceivedTrain> round) {
        for (ReceivedTrain train : round) {
            whole += isLong(train) && train.isWhole() ? 1 : 0;
            if (train.isUsable()) {
                (train.plan().spacingNs() == 0 ? fast : rated).add(train);
            }
        }
    }

    /** What all trains so far show; empty when none came through whole. */
    public Optional<TrainFacts.Direction> rates() {
        if (fast.isEmpty()) {
            return Optional.empty();
        }
        int trains = fast.size() + rated.size();
        double[] outputs =
                filling(Stream.concat(longest().stream(), rated.stream()).toList());
        double middle = outputs.length == 0 ? 0 : median(outputs);
        if (outputs.length > 2 && spread(outputs, middle) < IDLE_PART * middle) {
            // however fast they were sent, they came equally fast: there is no other traffic
            return Optional.of(
                    new TrainFacts.Direction(middle, middle, 100 * spread(outputs, middle) / middle, trains));
        }
        double others = 0;
        double capacity = capacity(others);
        for (int i = 0; i < SOLUTIONS; i++) {
            others = others(capacity);
            capacity = capacity(others);
        }
        double[] fastest = longest().stream()
                .mapToDouble(ReceivedTrain::outputBitsPerSecond)
                .toArray();
        boolean filled = outputs(rated, capacity).length > 0;
        return Optional.of(new TrainFacts.Direction(
                capacity,
                filled ? Double.valueOf(Math.max(0, capacity - others)) : null,
                100 * spread(fastest, median(fastest)) / capacity,
                trains));
    }

    /** The longest trains as fast as possible; the short ones only if none else came through. */
    private List<ReceivedTrain> longest() {
        List<ReceivedTrain> longOnes = fast.stream().filter(TrainRounds::isLong).toList();
        return longOnes.isEmpty() ? fast : longOnes;
    }

    /** By the trains as fast as possible, which leave the link at C I / (I + R). */
    private double capacity(double others) {
        double[] rates = longest().stream()
                .mapToDouble(train -> train.outputBitsPerSecond() * (1 + others / train.inputBitsPerSecond()))
                .toArray();
        return rates.length == 0 ? 0 : median(rates);
    }

    /** The rate of others by the trains that were a little too fast. */
    private double others(double capacity) {
        double[] rates = outputs(rated, capacity);
        return rates.length == 0 ? 0 : Math.clamp(median(rates), 0, capacity);
    }

    private static double[] outputs(List<ReceivedTrain> trains, double capacity) {
        return trains.stream()
                .filter(train -> train.inputBitsPerSecond() > capacity)
                .mapToDouble(train -> train.inputBitsPerSecond() * (capacity / train.outputBitsPerSecond() - 1))
                .toArray();
    }

    private static double[] filling(List<ReceivedTrain> trains) {
        return trains.stream()
                .filter(train -> train.inputBitsPerSecond() > OVERLOAD * train.outputBitsPerSecond())
                .mapToDouble(ReceivedTrain::outputBitsPerSecond)
                .toArray();
    }

    private static double spread(double[] values, double middle) {
        return median(
                Arrays.stream(values).map(value -> Math.abs(value - middle)).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}

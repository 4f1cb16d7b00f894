package org.waybill.client.probe.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What became of a train.
 *
 * @param sentNs when each packet was sent, by the sender's clock
 * @param arrivedNs when each arrived, by the receiver's; {@link #LOST} for those that did not
 */
public record ReceivedTrain(TrainPlan plan, long[] sentNs, long[] arrivedNs) {
    /** No arrival. */
    public static final long LOST = Long.MIN_VALUE;

    private static final double LEAST_PART = 0.9;
    /** A pause of this part of the whole train at its arrival means that a host was held up, not the path. */
    private static final double PAUSE_PART = 0.08;

    private static final double PAUSE_SPACINGS = 4;
    /** More would leave too little of the other traffic to see. */
    private static final double ENDS_PART = 0.25;

    public ReceivedTrain {
        if (sentNs.length != plan.packets() || arrivedNs.length != plan.packets()) {
            throw new IllegalArgumentException("a train needs a time for each packet");
        }
    }

    /** What became of trains that were sent as one, whose packets are numbered on. */
    static List<ReceivedTrain> apart(List<TrainPlan> trains, long[] sentNs, long[] arrivedNs) {
        List<ReceivedTrain> apart = new ArrayList<>();
        int from = 0;
        for (TrainPlan plan : trains) {
            int to = from + plan.packets();
            apart.add(new ReceivedTrain(
                    plan, Arrays.copyOfRange(sentNs, from, to), Arrays.copyOfRange(arrivedNs, from, to)));
            from = to;
        }
        return apart;
    }

    /** Whether nothing of it was lost. */
    boolean isWhole() {
        return Arrays.stream(arrivedNs).noneMatch(time -> time == LOST);
    }

    /**
     * Whether enough arrived, the first and the last among them, without a pause, to speak of a rate. Pauses of the
     * sender do no harm as long as the queue before the narrow link does not run empty.
     */
    boolean isUsable() {
        int arrived = 0;
        for (long time : arrivedNs) {
            arrived += time == LOST ? 0 : 1;
        }
        return arrived >= LEAST_PART * arrivedNs.length
                && arrivedNs[0] != LOST
                && arrivedNs[arrivedNs.length - 1] != LOST
                && arrivedNs[arrivedNs.length - 1] > arrivedNs[0]
                && sentNs[sentNs.length - 1] > sentNs[0]
                && !pauses(arrivedNs)
                && typicalSpanNs() > 0;
    }

    private static boolean pauses(long[] timesNs) {
        long spanNs = timesNs[timesNs.length - 1] - timesNs[0];
        long before = timesNs[0];
        long longestNs = 0;
        for (long time : timesNs) {
            if (time != LOST) {
                longestNs = Math.max(longestNs, time - before);
                before = time;
            }
        }
        return longestNs > Math.max(PAUSE_PART * spanNs, PAUSE_SPACINGS * spanNs / timesNs.length);
    }

    /** For how long it was sent: packets of others come into it by chance, more in a longer time. */
    double durationSeconds() {
        return (sentNs[sentNs.length - 1] - sentNs[0]) / 1e9;
    }

    /** Bit/s at which it was sent. */
    double inputBitsPerSecond() {
        return rate(plan.packets(), sentNs[sentNs.length - 1] - sentNs[0]);
    }

    /** Bit/s at which it arrived; lost packets took their time on the link before, or none after, so all count. */
    double outputBitsPerSecond() {
        return rate(apart() + 1, typicalSpanNs());
    }

    /** How many packets are between those whose distance in time is looked at. */
    private int apart() {
        return arrivedNs.length - Math.max(1, (int) (ENDS_PART * arrivedNs.length));
    }

    /**
     * The median distance of packets three quarters of the train apart, since what held up only its first or its last
     * ones is a host's. With nine in ten arrived there is always one to take.
     */
    private long typicalSpanNs() {
        int apart = apart();
        long[] spansNs = IntStream.range(0, arrivedNs.length - apart)
                .filter(first -> arrivedNs[first] != LOST && arrivedNs[first + apart] != LOST)
                .mapToLong(first -> arrivedNs[first + apart] - arrivedNs[first])
                .sorted()
                .toArray();
        return spansNs[spansNs.length / 2];
    }

    private double rate(int packets, long spanNs) {
        return 8e9 * plan.packetBytes() * (packets - 1) / spanNs;
    }
}

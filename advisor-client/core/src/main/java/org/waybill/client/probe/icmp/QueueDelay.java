package org.waybill.client.probe.icmp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** What the round trips of many echoes, one after the other, show of a queue that the traffic of others fills. */
public final class QueueDelay {
    private static final int BLOCK = 10;
    /** Trains follow each other after a round trip, single echoes far sooner. */
    private static final int TRAINS = 3;

    private static final double NS_PER_MILLI = 1e6;
    /** Differences between neighbours, as von Neumann's ratio, below which what varies does so slowly. */
    private static final double SLOWLY = .4;

    private static final double LEAST_MILLIS = 1.5;
    private static final double LEAST_PART = .01;
    /** What a single packet may wait for another one. */
    private static final double PACKETS = 3;

    private static final double PACKET_BITS = 12_000;

    private QueueDelay() {}

    /**
     * How far the shortest of each ten go up and down, where they do so slowly, as a queue fills and empties: a stall
     * of a machine leaves the shortest as they are, and differences between neighbours that are as large as those
     * between any two (von Neumann's ratio near 1) are jitter, and count nothing. A short queue rises and falls within
     * a few tens of echoes: then their shortest jump, and the echoes themselves go slowly.
     *
     * @param all round trips of packets of one size, in the order in which they were sent
     */
    public static double millis(double[] all) {
        return ofBlocks(shortest(all, BLOCK), goesSlowly(all));
    }

    /**
     * The same of single echoes of several sizes and of the first ones of trains.
     *
     * @param nsPerByte what a byte more takes over all links, there and back
     */
    static double millis(List<Echoes.Heard> heard, double nsPerByte) {
        double[] single = ofOneSize(heard, false, nsPerByte);
        double[] trains = ofOneSize(heard, true, nsPerByte);
        return ofBlocks(
                DoubleStream.concat(Arrays.stream(shortest(single, BLOCK)), Arrays.stream(shortest(trains, TRAINS)))
                        .toArray(),
                goesSlowly(single));
    }

    private static double[] ofOneSize(List<Echoes.Heard> heard, boolean train, double nsPerByte) {
        return heard.stream()
                .filter(one -> one.train() == train)
                .mapToDouble(one -> (one.rttNs() - nsPerByte * one.packetBytes()) / NS_PER_MILLI)
                .toArray();
    }

    /** The shortest of each so many; what is left over at the end does not count. */
    private static double[] shortest(double[] all, int block) {
        double[] shortest = new double[all.length / block];
        for (int i = 0; i < shortest.length; i++) {
            shortest[i] = Arrays.stream(all, i * block, (i + 1) * block).min().orElseThrow();
        }
        return shortest;
    }

    /** How far these go up and down; 0 for jitter, where neither they nor the echoes go slowly. */
    private static double ofBlocks(double[] millis, boolean slowEchoes) {
        return millis.length >= 2 && (slowEchoes || goesSlowly(millis)) ? high(millis) - low(millis) : 0;
    }

    private static boolean goesSlowly(double[] millis) {
        if (millis.length < 2) {
            return false;
        }
        double low = low(millis);
        double high = high(millis);
        double mean = 0;
        double differences = 0;
        double before = 0;
        for (int i = 0; i < millis.length; i++) {
            double now = Math.clamp(millis[i], low, high);
            mean += now / millis.length;
            differences += i == 0 ? 0 : (now - before) * (now - before);
            before = now;
        }
        double spread = 0;
        for (double one : millis) {
            double distance = Math.clamp(one, low, high) - mean;
            spread += distance * distance;
        }
        return spread > 0 && differences / (2 * spread) < SLOWLY;
    }

    private static double low(double[] values) {
        return Arrays.stream(values)
                .sorted()
                .skip(values.length / 20)
                .findFirst()
                .orElseThrow();
    }

    private static double high(double[] values) {
        return Arrays.stream(values)
                .sorted()
                .skip(values.length - 1 - values.length / 20)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Whether a queue is that of others' connections: longer than the delays of a path that is free.
     *
     * @param bitsPerSecond of the narrowest link; null if it is unknown
     */
    public static boolean isOthers(double queueMillis, double rttMillis, @Nullable Double bitsPerSecond) {
        double packets = bitsPerSecond == null ? 0 : PACKETS * PACKET_BITS * 1000 / bitsPerSecond;
        return queueMillis > Math.max(Math.max(LEAST_MILLIS, packets), LEAST_PART * rttMillis);
    }
}

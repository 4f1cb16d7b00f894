package org.waybill.client.probe.train;

import java.util.Random;

/** A first-in first-out link with Poisson cross traffic, behind another one without any. */
final class SimulatedLink {
    private static final double SENDER_BITS_PER_SECOND = 3e9;
    /** What the link's queue holds. */
    private static final double QUEUE_NS = 60e6;

    private final double capacity;
    private final double crossRate;
    private final double jitterNs;
    private final double loss;
    private final Random random;
    private double before = SENDER_BITS_PER_SECOND;

    SimulatedLink(double capacity, double crossRate, double jitterNs, double loss, long seed) {
        this.capacity = capacity;
        this.crossRate = crossRate;
        this.jitterNs = jitterNs;
        this.loss = loss;
        this.random = new Random(seed);
    }

    /** What the link before it carries. */
    SimulatedLink behind(double bitsPerSecond) {
        before = bitsPerSecond;
        return this;
    }

    ReceivedTrain send(TrainPlan plan) {
        double spacing = Math.max(plan.spacingNs(), 8e9 * plan.packetBytes() / SENDER_BITS_PER_SECOND);
        double spacingBehind = Math.max(spacing, 8e9 * plan.packetBytes() / before);
        double ownNs = 8e9 * plan.packetBytes() / capacity;
        double crossNs = 8e9 * 1000 / capacity;
        double crossGapNs = crossRate == 0 ? Double.POSITIVE_INFINITY : 8e9 * 1000 / crossRate;
        double free = 0;
        double nextCross = crossRate == 0 ? Double.POSITIVE_INFINITY : exponential(crossGapNs);
        long[] sent = new long[plan.packets()];
        long[] arrived = new long[plan.packets()];
        double start = 5e6; // the queue has settled by then
        for (int i = 0; i < plan.packets(); i++) {
            double at = start + i * spacingBehind;
            while (nextCross <= at) {
                free = free - nextCross > QUEUE_NS ? free : Math.max(free, nextCross) + crossNs;
                nextCross += exponential(crossGapNs);
            }
            boolean full = free - at > QUEUE_NS;
            free = full ? free : Math.max(free, at) + ownNs;
            sent[i] = (long) (start + i * spacing);
            arrived[i] = full || random.nextDouble() < loss
                    ? ReceivedTrain.LOST
                    : (long) (free + Math.abs(jitterNs * random.nextGaussian()) + 7e12);
        }
        return new ReceivedTrain(plan, sent, arrived);
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}

package org.waybill.engine.transport.simulation;

import java.util.Random;

/** One direction of a simulated path. */
final class SimulatedLink {
    private static final int HEADERS = 28;
    /** A burst of losses is over when no one has tried for this long. */
    private static final long LONGEST_BURST_GAP_NS = 500_000_000;

    private final Conditions conditions;
    private final Random random;
    private long busyUntilNs;
    private long lastArrivalNs;
    private long nextSpikeNs;
    private long spikeEndNs;
    private boolean burst;
    private long lastSentNs;

    /** Takes what comes out at the other end. */
    interface Delivery {
        void at(long arrivalNs, byte[] datagram, boolean flipped);
    }

    SimulatedLink(Conditions conditions, long seed) {
        this.conditions = conditions;
        random = new Random(seed);
        nextSpikeNs = conditions.spikeEveryNs() > 0 ? random.nextLong(2 * conditions.spikeEveryNs()) : Long.MAX_VALUE;
    }

    /** Sends a datagram; delivery is called never, once or twice. */
    void send(long nowNs, byte[] datagram, Delivery delivery) {
        if (isLost(nowNs, datagram.length)) {
            return;
        }
        long bits = (datagram.length + HEADERS) * 8L;
        long startNs = Math.max(nowNs, busyUntilNs);
        if (startNs - nowNs > conditions.queueNs()) {
            return;
        }
        busyUntilNs = startNs + bits * 1_000_000_000L / conditions.bottleneckBitsPerSecond();
        long arrivalNs = busyUntilNs + conditions.oneWayNs();
        if (conditions.jitterNs() > 0) {
            arrivalNs += (long) Math.abs(random.nextGaussian() * conditions.jitterNs());
        }
        arrivalNs = Math.max(arrivalNs + spikeNs(nowNs), lastArrivalNs);
        if (random.nextDouble() < conditions.reorderRatio()) {
            arrivalNs += random.nextLong(conditions.reorderNs() + 1);
        } else {
            lastArrivalNs = arrivalNs;
        }
        deliver(arrivalNs, datagram, delivery);
        if (random.nextDouble() < conditions.duplicateRatio()) {
            deliver(arrivalNs + random.nextLong(20_000_000), datagram, delivery);
        }
    }

    private boolean isLost(long nowNs, int bytes) {
        burst &= nowNs - lastSentNs < LONGEST_BURST_GAP_NS;
        lastSentNs = nowNs;
        burst = burst ? random.nextDouble() >= conditions.burstExit() : random.nextDouble() < conditions.burstEntry();
        boolean random = this.random.nextDouble() < conditions.lossRatio();
        boolean dark = conditions.blackoutAtNs() >= 0
                && nowNs >= conditions.blackoutAtNs()
                && nowNs < conditions.blackoutAtNs() + conditions.blackoutNs();
        boolean hole = conditions.holeAtNs() >= 0
                && nowNs >= conditions.holeAtNs()
                && nowNs < conditions.holeEndNs()
                && bytes > conditions.holeBytes();
        return burst || random || dark || hole;
    }

    private long spikeNs(long nowNs) {
        if (nowNs >= nextSpikeNs) {
            spikeEndNs = nowNs + conditions.spikeNs();
            nextSpikeNs = spikeEndNs + random.nextLong(2 * conditions.spikeEveryNs());
        }
        return Math.max(0, spikeEndNs - nowNs);
    }

    private void deliver(long arrivalNs, byte[] datagram, Delivery delivery) {
        byte[] copy = datagram.clone();
        boolean flip = random.nextDouble() < conditions.bitFlipRatio();
        if (flip) {
            copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        }
        delivery.at(arrivalNs, copy, flip);
    }
}

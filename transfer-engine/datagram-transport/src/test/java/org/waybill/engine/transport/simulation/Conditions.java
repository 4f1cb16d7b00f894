package org.waybill.engine.transport.simulation;

import java.util.Random;

/**
 * What a simulated path does to datagrams, the same both ways. Ratios from 0 to 1, times in ns.
 *
 * @param bottleneckBitsPerSecond drains a tail-drop queue of {@code queueNs}
 * @param burstEntry chance per datagram to enter a burst in which all are lost (Gilbert-Elliott)
 * @param burstExit chance per datagram to leave it
 * @param reorderRatio share of datagrams held back by up to {@code reorderNs}
 * @param spikeEveryNs mean time between delay spikes, 0 for none; a spike holds everything back by {@code spikeNs}
 * @param blackoutAtNs start of a time without any delivery, -1 for none
 * @param holeAtNs from then on datagrams above {@code holeBytes} vanish, until {@code holeEndNs}; -1 for never
 */
record Conditions(
        long oneWayNs,
        long jitterNs,
        long bottleneckBitsPerSecond,
        long queueNs,
        double lossRatio,
        double burstEntry,
        double burstExit,
        double duplicateRatio,
        double reorderRatio,
        long reorderNs,
        double bitFlipRatio,
        long spikeEveryNs,
        long spikeNs,
        long blackoutAtNs,
        long blackoutNs,
        long holeAtNs,
        long holeEndNs,
        int holeBytes) {
    private static final long MS = 1_000_000;

    /** A clean path. */
    static Conditions clean(long oneWayNs, long bitsPerSecond) {
        return new Conditions(oneWayNs, 0, bitsPerSecond, 50 * MS, 0, 0, 1, 0, 0, 0, 0, 0, 0, -1, 0, -1, -1, 1500);
    }

    /** The same with independent loss. */
    Conditions withLoss(double ratio) {
        return new Conditions(
                oneWayNs,
                jitterNs,
                bottleneckBitsPerSecond,
                queueNs,
                ratio,
                burstEntry,
                burstExit,
                duplicateRatio,
                reorderRatio,
                reorderNs,
                bitFlipRatio,
                spikeEveryNs,
                spikeNs,
                blackoutAtNs,
                blackoutNs,
                holeAtNs,
                holeEndNs,
                holeBytes);
    }

    /** The same with delays that vary by this (half a Gaussian), in order all the same. */
    Conditions withJitter(long ns) {
        return new Conditions(
                oneWayNs,
                ns,
                bottleneckBitsPerSecond,
                queueNs,
                lossRatio,
                burstEntry,
                burstExit,
                duplicateRatio,
                reorderRatio,
                reorderNs,
                bitFlipRatio,
                spikeEveryNs,
                spikeNs,
                blackoutAtNs,
                blackoutNs,
                holeAtNs,
                holeEndNs,
                holeBytes);
    }

    Conditions withBitFlips(double ratio) {
        return new Conditions(
                oneWayNs,
                jitterNs,
                bottleneckBitsPerSecond,
                queueNs,
                lossRatio,
                burstEntry,
                burstExit,
                duplicateRatio,
                reorderRatio,
                reorderNs,
                ratio,
                spikeEveryNs,
                spikeNs,
                blackoutAtNs,
                blackoutNs,
                holeAtNs,
                holeEndNs,
                holeBytes);
    }

    Conditions withReordering(double ratio, long byUpToNs, double duplicates) {
        return new Conditions(
                oneWayNs,
                jitterNs,
                bottleneckBitsPerSecond,
                queueNs,
                lossRatio,
                burstEntry,
                burstExit,
                duplicates,
                ratio,
                byUpToNs,
                bitFlipRatio,
                spikeEveryNs,
                spikeNs,
                blackoutAtNs,
                blackoutNs,
                holeAtNs,
                holeEndNs,
                holeBytes);
    }

    Conditions withBlackout(long atNs, long forNs) {
        return new Conditions(
                oneWayNs,
                jitterNs,
                bottleneckBitsPerSecond,
                queueNs,
                lossRatio,
                burstEntry,
                burstExit,
                duplicateRatio,
                reorderRatio,
                reorderNs,
                bitFlipRatio,
                spikeEveryNs,
                spikeNs,
                atNs,
                forNs,
                holeAtNs,
                holeEndNs,
                holeBytes);
    }

    Conditions withHole(long atNs, long endNs, int bytes) {
        return new Conditions(
                oneWayNs,
                jitterNs,
                bottleneckBitsPerSecond,
                queueNs,
                lossRatio,
                burstEntry,
                burstExit,
                duplicateRatio,
                reorderRatio,
                reorderNs,
                bitFlipRatio,
                spikeEveryNs,
                spikeNs,
                blackoutAtNs,
                blackoutNs,
                atNs,
                endNs,
                bytes);
    }

    /** Anything that a network may do; each fault is present in about a third of all paths. */
    static Conditions random(Random random) {
        long oneWayNs = MS / 10 + (long) (Math.pow(random.nextDouble(), 2) * 150 * MS);
        boolean bursts = random.nextInt(3) == 0;
        boolean reorders = random.nextInt(3) == 0;
        boolean spikes = random.nextInt(4) == 0;
        boolean blackout = random.nextInt(4) == 0;
        boolean hole = random.nextInt(4) == 0;
        return new Conditions(
                oneWayNs,
                some(random, 3) * oneWayNs / 2 / 1000 * random.nextInt(1000),
                (long) (2e6 * Math.pow(100, random.nextDouble())),
                20 * MS + random.nextInt(200) * MS,
                random.nextInt(3) == 0 ? 0 : 0.3 * Math.pow(random.nextDouble(), 2),
                bursts ? 0.002 + 0.01 * random.nextDouble() : 0,
                bursts ? 0.05 + 0.3 * random.nextDouble() : 1,
                some(random, 3) * 0.05 * random.nextDouble(),
                reorders ? 0.1 * random.nextDouble() : 0,
                reorders ? 1 + (long) (20 * MS * random.nextDouble()) : 0,
                some(random, 3) * 0.02 * random.nextDouble(),
                spikes ? 500 * MS : 0,
                spikes ? (long) (800 * MS * random.nextDouble()) : 0,
                blackout ? random.nextLong(2_000) * MS : -1,
                blackout ? random.nextLong(30_000) * MS : 0,
                hole ? random.nextLong(1_000) * MS : -1,
                hole ? 1_000 * MS + random.nextLong(20_000) * MS : -1,
                1200 + random.nextInt(273));
    }

    private static int some(Random random, int oneIn) {
        return random.nextInt(oneIn) == 0 ? 1 : 0;
    }
}

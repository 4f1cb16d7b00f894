package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RateFitTest {
    private static final double DELAY_SECONDS = 0.15;

    private static List<TransferPoint> line(double bitsPerSecond, double noise, long seed) {
        Random random = new Random(seed);
        List<TransferPoint> points = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (long bytes = 1 << 16; bytes <= 1 << 21; bytes *= 2) {
                double seconds = DELAY_SECONDS + 8.0 * bytes / bitsPerSecond;
                points.add(new TransferPoint(bytes, seconds * (1 + noise * random.nextGaussian())));
            }
        }
        return points;
    }

    @Test
    void slopeIsTheRateAndInterceptTheDelay() {
        RateFit fit = RateFit.of(line(40e6, 0, 1), 1).orElseThrow();
        assertThat(fit.bitsPerSecond()).isCloseTo(40e6, within(1.0));
        assertThat(fit.delaySeconds()).isCloseTo(DELAY_SECONDS, within(1e-9));
        assertThat(fit.settled()).isTrue();
        assertThat(fit.errorPercent()).isLessThan(0.01);
        assertThat(fit.seconds(5_000_000)).isCloseTo(1.15, within(1e-6));
    }

    @Test
    void aThirdOfTheTransfersMayBeDisturbed() {
        List<TransferPoint> points = line(40e6, 0.01, 2);
        for (int i = 0; i < points.size(); i += 4) {
            points.set(i, new TransferPoint(points.get(i).bytes(), points.get(i).seconds() * 3 + 0.5));
        }
        RateFit fit = RateFit.of(points, 1).orElseThrow();
        assertThat(fit.bitsPerSecond()).isCloseTo(40e6, within(4e6));
    }

    @Test
    void theIntervalHoldsTheTruthMostly() {
        int held = 0;
        for (int seed = 0; seed < 200; seed++) {
            RateFit fit = RateFit.of(line(40e6, 0.03, seed), seed).orElseThrow();
            if (fit.lowBitsPerSecond() <= 40e6 && 40e6 <= fit.highBitsPerSecond()) {
                held++;
            }
        }
        assertThat(held).isGreaterThanOrEqualTo(160);
    }

    /** Time of a transfer whose window doubles each round trip from 14.6 kB up to the path's rate. */
    private static double slowStart(long bytes, double bitsPerSecond, double rttSeconds) {
        double window = 14_600;
        double left = bytes;
        double seconds = rttSeconds;
        while (left > 0 && window * 8 < bitsPerSecond * rttSeconds) {
            seconds += left <= window ? 0 : rttSeconds;
            left -= window;
            window *= 2;
        }
        return seconds + Math.max(0, left) * 8 / bitsPerSecond;
    }

    @Test
    void slowStartIsLeftOutWhereLargerTransfersShowTheRate() {
        List<TransferPoint> points = new ArrayList<>();
        for (long bytes = 1 << 16; bytes <= 1 << 24; bytes *= 2) {
            points.add(new TransferPoint(bytes, slowStart(bytes, 50e6, 0.1)));
        }
        RateFit fit = RateFit.of(points, 1).orElseThrow();
        assertThat(fit.settled()).isTrue();
        assertThat(fit.bitsPerSecond()).isCloseTo(50e6, within(5e6));
        assertThat(fit.points()).hasSizeLessThan(points.size());
    }

    @Test
    void slowStartThatFillsTheBudgetIsALowerBoundWithAWideInterval() {
        List<TransferPoint> points = new ArrayList<>();
        for (long bytes = 1 << 16; bytes <= 1 << 20; bytes *= 2) {
            points.add(new TransferPoint(bytes, slowStart(bytes, 1e9, 0.1)));
        }
        RateFit fit = RateFit.of(points, 1).orElseThrow();
        assertThat(fit.settled()).isFalse();
        assertThat(fit.errorPercent()).isGreaterThan(50);
    }

    /** As seen over loopback: a megabyte took no longer than a half, so that the last sizes alone show no rate. */
    @Test
    void noiseInTheLargestTransfersLeavesTheLineThroughAll() {
        List<TransferPoint> points = new ArrayList<>();
        double[] millis = {2.0, 2.3, 6.6, 6.4, 6.2, 6.2, 6.4, 6.5, 2.5, 2.2};
        int[] kib = {64, 128, 256, 512, 1024, 1024, 512, 256, 128, 128};
        for (int i = 0; i < kib.length; i++) {
            points.add(new TransferPoint((long) kib[i] << 10, millis[i] / 1e3));
        }
        RateFit fit = RateFit.of(points, 1).orElseThrow();
        assertThat(fit.bitsPerSecond()).isBetween(0.5e9, 5e9);
        assertThat(fit.highBitsPerSecond()).isFinite();
    }

    @Test
    void tooLittleIsNoRate() {
        assertThat(RateFit.of(List.of(), 1)).isEmpty();
        assertThat(RateFit.of(List.of(new TransferPoint(10, 1), new TransferPoint(20, 2), new TransferPoint(20, 2),
                new TransferPoint(10, 1)), 1)).isEmpty();
        assertThat(RateFit.of(List.of(new TransferPoint(10, 3), new TransferPoint(20, 2), new TransferPoint(30, 1),
                new TransferPoint(40, 0.5)), 1)).as("time that falls with size").isEmpty();
    }
}

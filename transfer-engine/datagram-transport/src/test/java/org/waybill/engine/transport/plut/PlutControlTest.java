package org.waybill.engine.transport.plut;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.RateController.Feedback;

class PlutControlTest {
    private static final long MS = 1_000_000;

    @Test
    void theAckIntervalClimbsToTheBestGoodput() {
        // unimodal, as assumption A.2 of the paper has it: best at 20 ms
        DoubleUnaryOperator goodput = millis -> 900e6 * (1 - Math.pow(Math.log(millis / 20) / 4, 2));
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            SpsaAckInterval interval = new SpsaAckInterval();
            double sum = 0;
            for (int k = 0; k < 400; k++) {
                double noise = 1 + 0.001 * random.nextGaussian();
                interval.onGoodput(noise * goodput.applyAsDouble(interval.intervalNs() / 1e6));
                if (k >= 200) {
                    sum += interval.intervalNs() / 1e6;
                }
            }
            assertThat(sum / 200).as("seed %d", seed).isBetween(10.0, 40.0);
        }
    }

    @Test
    void theAckIntervalStaysWithinItsBoundsWhateverIsMeasured() {
        Random random = new Random(4);
        SpsaAckInterval interval = new SpsaAckInterval();
        for (int k = 0; k < 10_000; k++) {
            interval.onGoodput(random.nextInt(5) == 0 ? 0 : 1e9 * random.nextDouble());
            assertThat(interval.intervalNs() / 1e6)
                    .isBetween(SpsaAckInterval.LEAST_MILLIS - 0.001, SpsaAckInterval.MOST_MILLIS + 0.001);
        }
    }

    /** A host that reads at a rate that depends on its load, behind a buffer; and a sender that controls its rate. */
    private static final class Loop {
        private static final double BUFFER = 4e6;
        private static final int DELAY_STEPS = 6;
        private final PlutRateController controller = new PlutRateController(300_000_000, true);
        private final AttainableGoodput table = new AttainableGoodput();
        private final double[] reports = new double[DELAY_STEPS + 1];
        private final double[] rates = new double[DELAY_STEPS + 1];
        private double queued;
        private long dropped;
        private long step;

        /** A step of 20 ms; returns the goodput of it. */
        double step(double capacityBitsPerSecond, int load) {
            long nowNs = step * 20 * MS;
            double sent = rates[(int) (step % rates.length)];
            double arriving = sent / 8 * 0.02;
            double readable = capacityBitsPerSecond / 8 * 0.02;
            queued += arriving;
            double read = Math.min(queued, readable);
            queued -= read;
            double over = Math.max(0, queued - BUFFER);
            queued -= over;
            dropped += (long) (over / 1_428);
            double goodput = read * 8 / 0.02;
            table.onSample(nowNs, goodput, new HostLoad(load, 0, (long) (BUFFER - queued), (long) BUFFER, dropped));
            double lossRatio = arriving > 0 ? over / arriving : 0;
            reports[(int) (step % reports.length)] = table.bitsPerSecond();
            double report = reports[(int) ((step + 1) % reports.length)];
            controller.onFeedback(new Feedback(
                    nowNs, 60 * MS, 0.95, Math.max(1, sent), lossRatio, lossRatio, Math.max(1, goodput), report, true));
            rates[(int) (step % rates.length)] = controller.bitsPerSecond(0.95) * 0.95;
            step++;
            return goodput;
        }

        double mean(int steps, double capacity, int load) {
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += step(capacity, load);
            }
            return sum / steps;
        }
    }

    @Test
    void theRateFollowsTheHostWithinTwoSecondsOfAChangeOfLoad() {
        Loop loop = new Loop();
        double full = 300e6 * PlutRateController.MARGIN * 0.95;
        loop.mean(100, 1e9, 0);
        assertThat(loop.mean(100, 1e9, 0)).as("nothing limits").isGreaterThan(0.95 * full);
        loop.mean(100, 150e6, 1);
        assertThat(loop.mean(200, 150e6, 1)).as("one burner").isGreaterThan(0.9 * 150e6);
        loop.mean(100, 90e6, 2);
        assertThat(loop.mean(200, 90e6, 2)).as("two burners").isGreaterThan(0.9 * 90e6);
        loop.mean(100, 150e6, 1);
        assertThat(loop.mean(200, 150e6, 1)).as("one burner again").isGreaterThan(0.9 * 150e6);
        loop.mean(100, 1e9, 0);
        assertThat(loop.mean(200, 1e9, 0)).as("free again").isGreaterThan(0.9 * full);
    }

    @Test
    void aLoadMetBeforeGivesItsEntryAtOnce() {
        AttainableGoodput table = new AttainableGoodput();
        long now = 0;
        long dropped = 0;
        for (int i = 0; i < 40; i++, now += 50 * MS) {
            table.onSample(now, 100e6, new HostLoad(i < 20 ? 1 : 3, 0, 0, 1_000_000, dropped += 10));
        }
        double underThree = table.bitsPerSecond();
        table.onSample(now += 50 * MS, 100e6, new HostLoad(1, 0, 1_000_000, 1_000_000, dropped));
        double underOne = table.bitsPerSecond();
        assertThat(underThree).isPositive();
        assertThat(underOne).isGreaterThanOrEqualTo(underThree);
        table.onSample(now + 50 * MS, 100e6, new HostLoad(3, 0, 1_000_000, 1_000_000, dropped));
        assertThat(table.bitsPerSecond()).isEqualTo(underThree);
    }

    @Test
    void aSingleStallDoesNotSilenceTheSender() {
        AttainableGoodput table = new AttainableGoodput();
        long now = 0;
        for (int i = 0; i < 100; i++, now += 50 * MS) {
            boolean stall = i == 40;
            table.onSample(now, stall ? 1e6 : 900e6, new HostLoad(0, 0, 1_000_000, 1_000_000, i >= 40 ? 500 : 0));
            assertThat(table.bitsPerSecond()).as("look %d", i).isZero();
        }
    }

    @Test
    void theRateIsNeverAboveTheLimitWhateverIsMeasured() {
        Random random = new Random(9);
        for (boolean known : new boolean[] {true, false}) {
            PlutRateController controller = new PlutRateController(50_000_000, known);
            for (int i = 0; i < 20_000; i++) {
                controller.onFeedback(new Feedback(
                        i * 50 * MS,
                        50 * MS,
                        0.95,
                        1e9 * random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        1e9 * random.nextDouble(),
                        random.nextInt(4) == 0 ? 0 : 1e9 * random.nextDouble(),
                        random.nextInt(10) > 0));
                assertThat(controller.bitsPerSecond(0.95)).isBetween(1L, 50_000_000L);
            }
        }
    }
}

package org.waybill.planner.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.planner.queueing.Receivers.Advice;
import org.waybill.planner.queueing.Receivers.Layout;

class ReceiveQueueTest {
    private static final double TINY = 1e-9;

    @ParameterizedTest
    @CsvSource({"0.1,88", "0.8,88", "0.99,88", "1.2,88", "3,88", "0.5,1", "2,5"})
    void agreesWithTheClosedFormsOfOneReceiver(double alpha, int buffer) {
        double mu = 1000;
        ReceiveQueue queue = new ReceiveQueue(alpha * mu, mu, 1, buffer);
        double full = Math.pow(alpha, buffer + 1);
        assertThat(queue.idleProbability()).isCloseTo((1 - alpha) / (1 - full), within(TINY));
        assertThat(queue.probability(1)).isCloseTo((1 - alpha) * alpha / (1 - full), within(TINY));
        assertThat(queue.meanPackets()).isCloseTo(alpha / (1 - alpha) - (buffer + 1) / (1 - full) * full, within(1e-7));
        assertThat(queue.utilisation()).isCloseTo((alpha - full) / (1 - full), within(TINY));
        double toB = Math.pow(alpha, buffer);
        assertThat(queue.meanResponseSeconds() * mu)
                .isCloseTo(1 / (1 - alpha) - buffer * toB / (1 - toB), within(1e-7));
        assertThat(queue.throughputPacketsPerSecond()).isCloseTo(alpha * mu * (1 - toB) / (1 - full), within(1e-6));
    }

    @Test
    void hasItsLimitsWhereArrivalsAndServiceAreEqual() {
        ReceiveQueue queue = new ReceiveQueue(500, 500, 1, 88);
        assertThat(queue.idleProbability()).isCloseTo(1 / 89.0, within(TINY));
        assertThat(queue.utilisation()).isCloseTo(88 / 89.0, within(TINY));
        assertThat(queue.meanPackets()).isCloseTo(44, within(TINY));
        // eq. 4.2.9 at alpha = 1: (B + 1) / (2 mu); eq. 4.2.10: lambda B / (B + 1)
        assertThat(queue.meanResponseSeconds()).isCloseTo(89 / 2.0 / 500, within(TINY));
        assertThat(queue.throughputPacketsPerSecond()).isCloseTo(500 * 88 / 89.0, within(1e-6));
        ReceiveQueue near = new ReceiveQueue(500 * (1 + 1e-9), 500, 1, 88);
        assertThat(near.meanResponseSeconds()).isCloseTo(queue.meanResponseSeconds(), within(1e-6));
        ReceiveQueue three = new ReceiveQueue(1500, 500, 3, 88);
        double p0 = 1 / (1 + 3 + 9 / 2.0 + 27 / 6.0 * (88 - 3 + 1));
        assertThat(three.idleProbability()).isCloseTo(p0, within(TINY));
    }

    @Test
    void sumsTheProbabilitiesOfSeveralReceivers() {
        ReceiveQueue queue = new ReceiveQueue(250, 100, 3, 6);
        double p0 = queue.idleProbability();
        assertThat(queue.probability(1)).isCloseTo(2.5 * p0, within(TINY));
        assertThat(queue.probability(3)).isCloseTo(2.5 * 2.5 * 2.5 / 6 * p0, within(TINY));
        assertThat(queue.probability(5)).isCloseTo(Math.pow(2.5, 5) / (6 * 9) * p0, within(TINY));
        assertThat(queue.probability(7)).isZero();
        double busy = 0;
        for (int n = 0; n <= 6; n++) {
            busy += 100 * Math.min(n, 3) * queue.probability(n);
        }
        assertThat(queue.throughputPacketsPerSecond()).isCloseTo(busy, within(1e-7));
    }

    @Test
    void agreesWithASimulationOfPackets() {
        for (double lambda : new double[] {150, 300, 500}) {
            ReceiveQueue queue = new ReceiveQueue(lambda, 100, 3, 10);
            Simulation simulation = new Simulation(lambda, 100, 3, 10);
            assertThat(simulation.lossShare()).isCloseTo(queue.lossProbability(), within(.01));
            assertThat(simulation.meanResponse()).isCloseTo(queue.meanResponseSeconds(), within(.002));
        }
    }

    @Test
    void staysFiniteForLargeBuffersAndLoads() {
        ReceiveQueue queue = new ReceiveQueue(1e7, 1, 4, 100_000);
        assertThat(queue.throughputPacketsPerSecond()).isCloseTo(4, within(1e-3));
        assertThat(queue.meanPackets()).isCloseTo(100_000, within(1.0));
        assertThat(new ReceiveQueue(1, 1e7, 1, 100_000).lossProbability()).isZero();
    }

    @Test
    void parallelConnectionsBehaveAsInFigures427And428() {
        // a receiver takes 2 Gbit/s of 1,500-byte packets, buffers hold 88
        double mu = 2e9 / 12_000;
        for (double load : new double[] {.3, .6, .9}) {
            Advice one = Receivers.performance(Layout.PARALLEL_CONNECTIONS, load * mu, mu, 1, 88);
            Advice three = Receivers.performance(Layout.PARALLEL_CONNECTIONS, load * mu, mu, 3, 88);
            assertThat(three.throughputPacketsPerSecond())
                    .isCloseTo(one.throughputPacketsPerSecond(), within(.001 * mu));
        }
        Advice one = Receivers.performance(Layout.PARALLEL_CONNECTIONS, 2 * mu, mu, 1, 88);
        Advice three = Receivers.performance(Layout.PARALLEL_CONNECTIONS, 2 * mu, mu, 3, 88);
        assertThat(three.throughputPacketsPerSecond()).isGreaterThan(1.9 * one.throughputPacketsPerSecond());
        assertThat(three.meanResponseSeconds()).isLessThan(.1 * one.meanResponseSeconds());
        Advice beyond = Receivers.performance(Layout.PARALLEL_CONNECTIONS, 5 * mu, mu, 3, 88);
        assertThat(beyond.throughputPacketsPerSecond()).isCloseTo(3 * mu, within(.01 * mu));
    }

    @Test
    void recommendsTheFewestReceiversThatLoseLittleEnough() {
        for (Layout layout : Layout.values()) {
            Advice advice = Receivers.recommend(layout, 2.5e5, 1e5, 88, 1e-4, 16);
            assertThat(advice.receivers()).isEqualTo(3);
            assertThat(advice.lossProbability()).isLessThanOrEqualTo(1e-4);
            // nothing helps against ten times too much: no more than the cores
            assertThat(Receivers.recommend(layout, 1e6, 1e5, 88, 1e-4, 4).receivers())
                    .isEqualTo(4);
        }
        assertThat(Receivers.recommend(Layout.ONE_CONNECTION, 10, 1e5, 88, 1e-4, 16)
                        .receivers())
                .isEqualTo(1);
    }

    @Test
    void refusesImpossibleQueues() {
        assertThatThrownBy(() -> new ReceiveQueue(0, 1, 1, 1)).hasMessageContaining("arrivalsPerSecond=0.0");
        assertThatThrownBy(() -> new ReceiveQueue(1, Double.NaN, 1, 1)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new ReceiveQueue(1, 1, 5, 4)).hasMessageContaining("bufferPackets=4");
        assertThatThrownBy(() -> Receivers.recommend(Layout.ONE_CONNECTION, 1, 1, 5, 0, 1))
                .hasMessageContaining("mostLoss=0.0");
    }

    /** Packets one by one. */
    private static final class Simulation {
        private int arrived;
        private int lost;
        private double responses;

        Simulation(double lambda, double mu, int receivers, int buffer) {
            Random random = new Random(5);
            PriorityQueue<Double> departures = new PriorityQueue<>();
            double[] freeAt = new double[receivers];
            double now = 0;
            for (arrived = 0; arrived < 200_000; arrived++) {
                now += -Math.log(1 - random.nextDouble()) / lambda;
                while (!departures.isEmpty() && departures.peek() <= now) {
                    departures.poll();
                }
                if (departures.size() == buffer) {
                    lost++;
                    continue;
                }
                int soonest = 0;
                for (int i = 1; i < receivers; i++) {
                    soonest = freeAt[i] < freeAt[soonest] ? i : soonest;
                }
                freeAt[soonest] = Math.max(now, freeAt[soonest]) - Math.log(1 - random.nextDouble()) / mu;
                departures.add(freeAt[soonest]);
                responses += freeAt[soonest] - now;
            }
        }

        double lossShare() {
            return lost / (double) arrived;
        }

        double meanResponse() {
            return responses / (arrived - lost);
        }
    }
}

package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.engine.overlay.DistributionSchedule.Edge;

/** Trees by the rates of links, and what the schedule makes of them. */
class DistributionPlanTest {
    private static final double NO = Double.NaN;
    private static final int SOURCE = DistributionSchedule.SOURCE;

    private static DistributionPlan plan(double[]... rates) {
        return DistributionPlan.of(rates).orElseThrow();
    }

    @Test
    void nothingIsPlannedWhereNothingIsKnown() {
        assertThat(DistributionPlan.of(new double[][] {{NO, NO, NO}, {NO, NO, NO}, {NO, NO, NO}}))
                .isEmpty();
    }

    /** The source reaches the second sink ten times slower than the first sink does. */
    @Test
    void aSlowLinkIsGoneRound() {
        DistributionPlan plan = plan(
                new double[] {NO, 100e6, 10e6}, //
                new double[] {NO, NO, 80e6},
                new double[] {NO, 80e6, NO});
        assertThat(plan.sender(0)).isEqualTo(SOURCE);
        assertThat(plan.sender(1)).isZero();
        assertThat(plan.bitsPerSecond()).isEqualTo(80e6);
        assertThat(plan.seconds(100_000_000, true, 0)).isCloseTo(10 + 2, within(1e-9));
        assertThat(plan.seconds(100_000_000, true, 8_000_000)).isCloseTo(100 + 2, within(1e-9));
    }

    /** Lu 2011: who can send much feeds several; here three, more than without a plan. */
    @Test
    void aFastSourceFeedsAllSlowSinksItself() {
        double[][] rates = new double[4][4];
        for (double[] row : rates) {
            Arrays.fill(row, 10e6);
        }
        Arrays.fill(rates[0], 300e6);
        DistributionPlan plan = plan(rates);
        assertThat(plan.bitsPerSecond()).isEqualTo(100e6);
        DistributionSchedule schedule = plan.schedule(true);
        List<Edge> started = new ArrayList<>();
        for (Optional<Edge> edge = schedule.next(); edge.isPresent(); edge = schedule.next()) {
            started.add(edge.get());
        }
        assertThat(started).containsExactlyInAnyOrder(new Edge(SOURCE, 0), new Edge(SOURCE, 1), new Edge(SOURCE, 2));
    }

    @Test
    void wholeCopiesTakeRounds() {
        double[][] rates = new double[4][4];
        for (double[] row : rates) {
            Arrays.fill(row, 80e6);
        }
        // two at half the rate, then the third by a whole one
        assertThat(plan(rates).seconds(10_000_000, false, 0)).isCloseTo(2 + 1 + 1 + 1, within(1e-9));
    }

    /** Every tree of up to four sinks, by brute force. */
    @Test
    void noTreeIsFaster() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int holders = 3 + random.nextInt(3);
            double[][] rates = new double[holders][];
            Arrays.setAll(
                    rates,
                    _ -> random.ints(holders, 1, 10).mapToDouble(r -> r * 1e6).toArray());
            assertThat(plan(rates).bitsPerSecond()).as("seed %d", seed).isEqualTo(best(rates, new int[holders], 1));
        }
    }

    private static double best(double[][] rates, int[] parents, int sink) {
        if (sink == rates.length) {
            return throughput(rates, parents);
        }
        double most = 0;
        for (int parent = 0; parent < rates.length; parent++) {
            if (parent != sink) {
                parents[sink] = parent;
                most = Math.max(most, best(rates, parents, sink + 1));
            }
        }
        return most;
    }

    private static double throughput(double[][] rates, int[] parents) {
        double least = Double.POSITIVE_INFINITY;
        for (int sink = 1; sink < parents.length; sink++) {
            int at = sink;
            for (int steps = 0; at != 0; steps++) {
                if (steps > parents.length) {
                    return 0;
                }
                at = parents[at];
            }
            int parent = parents[sink];
            double widest = 0;
            for (int to = 1; to < rates.length; to++) {
                widest = to == parent ? widest : Math.max(widest, rates[parent][to]);
            }
            long children = Arrays.stream(parents, 1, parents.length)
                    .filter(other -> other == parent)
                    .count();
            least = Math.min(least, Math.min(rates[parent][sink], widest / children));
        }
        return least;
    }

    @Test
    void whatHungOnAPlannedSenderThatFailsGoesElsewhere() {
        DistributionSchedule schedule = plan(
                        new double[] {NO, 100e6, 10e6}, //
                        new double[] {NO, NO, 80e6},
                        new double[] {NO, 80e6, NO})
                .schedule(true);
        Edge first = schedule.next().orElseThrow();
        assertThat(first).isEqualTo(new Edge(SOURCE, 0));
        assertThat(schedule.next()).as("it waits for the first").isEmpty();
        schedule.failed(first, true);
        assertThat(schedule.next()).contains(new Edge(SOURCE, 1));
    }

    @Test
    void aPlannedFlowEndsWhateverFails() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int holders = 2 + random.nextInt(6);
            double[][] rates = new double[holders][];
            Arrays.setAll(rates, _ -> random.doubles(holders, 1, 4).toArray());
            DistributionScheduleTest.requireEnd(plan(rates).schedule(true), random, seed);
        }
    }
}

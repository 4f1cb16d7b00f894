package org.waybill.client.probe.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimator against a queue with a rate, other packets in it, and clocks that jitter. */
class TrainEstimatorTest {
    private static final int PACKET_BYTES = 1500;

    private static Optional<TrainEstimator.Estimate> run(SimulatedLink link, long seed) {
        return run(link, seed, UnaryOperator.identity());
    }

    private static Optional<TrainEstimator.Estimate> run(
            SimulatedLink link, long seed, UnaryOperator<ReceivedTrain> clocks) {
        TrainEstimator estimator = new TrainEstimator(PACKET_BYTES, seed);
        int trains = 0;
        for (Optional<TrainPlan> plan = estimator.next(); plan.isPresent(); plan = estimator.next()) {
            estimator.seen(clocks.apply(link.send(plan.get())));
            assertThat(++trains).isLessThan(100);
        }
        return estimator.estimate();
    }

    @ParameterizedTest
    @CsvSource({"2e6, 0", "20e6, 0", "100e6, 0", "1e9, 0", "20e6, 10e6", "100e6, 50e6", "400e6, 200e6"})
    void capacityWithinTenAndAvailableWithinTwentyPercent(double capacity, double cross) {
        for (long seed = 1; seed <= 5; seed++) {
            TrainEstimator.Estimate estimate = run(new SimulatedLink(capacity, cross, 20_000, 0, seed), seed)
                    .orElseThrow();
            assertThat(estimate.capacityBitsPerSecond())
                    .as("capacity, seed %s: %s", seed, estimate)
                    .isCloseTo(capacity, within((cross == 0 ? 0.1 : 0.2) * capacity));
            assertThat(estimate.availableBitsPerSecond())
                    .as("available, seed %s: %s", seed, estimate)
                    .isCloseTo(capacity - cross, within(0.2 * (capacity - cross)));
        }
    }

    /**
     * A slow path's trains meet few packets of the others, and how many is chance; a link before the narrow one holds
     * back the fastest, and trains that overrun the queue drive the others out of it.
     */
    @ParameterizedTest
    @CsvSource({
        "2e6, 1e6, 3e9, 80",
        "5e6, 2.5e6, 3e9, 93",
        "5e6, 2.5e6, 6.5e6, 80",
        "5e6, 2.5e6, 10e6, 93",
        "20e6, 10e6, 3e9, 97",
        "20e6, 10e6, 26e6, 97"
    })
    void availableIsMostlyWithinTwentyPercentOnSlowPathsToo(double capacity, double cross, double before, int least) {
        int within = 0;
        for (long seed = 1; seed <= 100; seed++) {
            double available = run(new SimulatedLink(capacity, cross, 20_000, 0, seed).behind(before), seed)
                    .orElseThrow()
                    .availableBitsPerSecond();
            within += Math.abs(available - (capacity - cross)) <= 0.2 * (capacity - cross) ? 1 : 0;
        }
        assertThat(within).as("of a hundred").isGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @CsvSource({"100e6, 0.02", "100e6, 0.05"})
    void someLossDoesNotMatter(double capacity, double loss) {
        TrainEstimator.Estimate estimate =
                run(new SimulatedLink(capacity, 0, 20_000, loss, 3), 3).orElseThrow();
        assertThat(estimate.capacityBitsPerSecond()).isCloseTo(capacity, within(0.1 * capacity));
    }

    /** As seen in the emulator at 1 Gbit/s: the first packets of every second train came while it was still awake. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void hostsThatAreSlowAtTheBeginningOfATrainDoNotBendTheLine(long seed) {
        Random random = new Random(seed);
        TrainEstimator.Estimate estimate = run(new SimulatedLink(1e9, 0, 5_000, 0, seed), seed, train -> {
                    long[] arrived = train.arrivedNs().clone();
                    int last = arrived.length - 1;
                    long earlierNs = random.nextBoolean() ? (long) (0.07 * (arrived[last] - arrived[0])) : 0;
                    for (int i = 0; i < arrived.length / 25; i++) {
                        arrived[i] -= earlierNs;
                    }
                    return new ReceivedTrain(train.plan(), train.sentNs(), arrived);
                })
                .orElseThrow();
        assertThat(estimate.capacityBitsPerSecond()).isCloseTo(1e9, within(0.02e9));
        assertThat(estimate.capacityErrorPercent()).isLessThan(2);
    }

    @ParameterizedTest
    @CsvSource({"1.0", "0.6"})
    void aPathThatDropsTheTrainsGivesNoEstimate(double loss) {
        assertThat(run(new SimulatedLink(100e6, 0, 0, loss, 1), 1)).isEmpty();
    }
}

package org.waybill.client.probe.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.probe.TrainFacts;

/** A few trains against a queue with a rate, other packets in it, and clocks that jitter. */
class TrainRoundsTest {
    private static final int PACKET_BYTES = 1400;
    private static final long MOST_BYTES = 320 << 10;

    private static Optional<TrainFacts.Direction> run(SimulatedLink link) {
        TrainRounds rounds = new TrainRounds(PACKET_BYTES, MOST_BYTES);
        long bytes = 0;
        for (Optional<List<TrainPlan>> round = rounds.next(); round.isPresent(); round = rounds.next()) {
            List<ReceivedTrain> received = new ArrayList<>();
            for (TrainPlan plan : round.get()) {
                received.add(link.send(plan));
                bytes += (long) plan.packets() * plan.packetBytes();
            }
            rounds.seen(received);
        }
        assertThat(bytes).isBetween(1L, MOST_BYTES);
        return rounds.rates();
    }

    /** Of a hundred: how often the capacity is within a tenth, what is available within a quarter. */
    @ParameterizedTest
    @CsvSource({
        "1e6, 0, 3e9, 99, 99",
        "2e6, 0, 3e9, 99, 99",
        "10e6, 0, 3e9, 99, 99",
        "94e6, 0, 3e9, 99, 99",
        "94e6, 0, 1e8, 99, 99",
        "400e6, 0, 3e9, 99, 99",
        "10e6, 5e6, 3e9, 95, 75",
        "20e6, 10e6, 3e9, 95, 80",
        "100e6, 30e6, 3e9, 95, 90",
        "100e6, 50e6, 3e9, 95, 80"
    })
    void fewTrainsShowTheCapacityAndRoughlyWhatOthersLeave(
            double capacity, double cross, double before, int leastCapacity, int leastAvailable) {
        int right = 0;
        int rightAvailable = 0;
        for (long seed = 1; seed <= 100; seed++) {
            TrainFacts.Direction found = run(new SimulatedLink(capacity, cross, 20_000, 0, seed).behind(before))
                    .orElseThrow();
            Double available = found.availableBitsPerSecond();
            right += Math.abs(found.capacityBitsPerSecond() / capacity - 1) < .1 ? 1 : 0;
            rightAvailable += available != null && Math.abs(available / (capacity - cross) - 1) < .25 ? 1 : 0;
        }
        assertThat(right).as("capacity").isGreaterThanOrEqualTo(leastCapacity);
        assertThat(rightAvailable).as("available").isGreaterThanOrEqualTo(leastAvailable);
    }

    /** Where packets are 11 us apart, clocks that jitter by 20 disturb short trains. */
    @Test
    void aFastPathNeedsLongerTrains() {
        for (long seed = 1; seed <= 20; seed++) {
            TrainFacts.Direction found =
                    run(new SimulatedLink(1e9, 0, 20_000, 0, seed)).orElseThrow();
            assertThat(found.capacityBitsPerSecond()).as("seed %s", seed).isCloseTo(1e9, within(.15e9));
        }
    }

    /** A link before the narrow one that is hardly wider holds the trains back: the capacity seems smaller. */
    @Test
    void twoNarrowLinksShowNoMoreThanTheyHave() {
        for (long seed = 1; seed <= 20; seed++) {
            TrainFacts.Direction found = run(new SimulatedLink(20e6, 10e6, 20_000, 0, seed).behind(26e6))
                    .orElseThrow();
            assertThat(found.capacityBitsPerSecond()).as("seed %s", seed).isBetween(10e6, 21e6);
        }
    }

    @Test
    void aPathThatDropsTheTrainsShowsNothing() {
        assertThat(run(new SimulatedLink(100e6, 0, 0, 1, 1))).isEmpty();
    }

    @Test
    void theSameTimeStampsGiveTheSameRates() {
        assertThat(run(new SimulatedLink(20e6, 10e6, 20_000, .01, 7)))
                .isEqualTo(run(new SimulatedLink(20e6, 10e6, 20_000, .01, 7)));
    }
}

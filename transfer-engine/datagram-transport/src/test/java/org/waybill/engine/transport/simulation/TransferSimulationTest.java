package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;

/**
 * The file arrives over any path. A failing seed is printed; {@code -Dwaybill.seed=N} with
 * {@code -Dtest=TransferSimulationTest#replay} runs it again.
 */
class TransferSimulationTest {
    private static final long LIMIT_NS = 600_000_000_000L;
    private static final int SEEDS_PER_GROUP = 50;

    /** Ten groups, so that a run's report names where it failed without a line per seed. */
    static LongStream groups() {
        return LongStream.range(0, 10);
    }

    static LongStream nightlyGroups() {
        return LongStream.range(0, 200);
    }

    static SimulatedTransfer transfer(long seed) {
        Random random = new Random(seed);
        Conditions conditions = Conditions.random(random);
        Incidents incidents = Incidents.random(random);
        int fileBytes = random.nextInt(10) == 0 ? random.nextInt(2) : random.nextInt(400_000);
        long rate = (long) (conditions.bottleneckBitsPerSecond() * (0.5 + 0.7 * random.nextDouble()));
        return new SimulatedTransfer(
                        seed,
                        conditions,
                        incidents,
                        fileBytes,
                        RateController.fixed(rate),
                        AckPolicy.every(1_000_000 + random.nextInt(50_000_000)))
                .withCookieKnown(seed % 2 == 1);
    }

    private static void deliversTheFile(long seed) {
        SimulatedTransfer transfer = transfer(seed);
        boolean finished = transfer.run(LIMIT_NS);
        String what = "seed " + seed + " " + transfer + "\nreplay: mvn -pl transfer-engine/datagram-transport -am test "
                + "-Dtest=TransferSimulationTest#replay -Dsurefire.failIfNoSpecifiedTests=false -Dwaybill.seed=" + seed;
        assertThat(finished).as("both ends finish: " + what).isTrue();
        assertThat(transfer.isFileEqual()).as("every byte equal: " + what).isTrue();
        assertThat(transfer.isEachByteWrittenOnce())
                .as("each byte written once: " + what)
                .isTrue();
        assertThat(transfer.receiver().isComplete())
                .as("the receiver knows: " + what)
                .isTrue();
        assertThat(transfer.refused())
                .as("each flipped bit found: " + what)
                .isGreaterThanOrEqualTo(transfer.flippedArrived());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void deliversTheFileWhateverThePathDoes(long group) {
        LongStream.range(group * SEEDS_PER_GROUP, (group + 1) * SEEDS_PER_GROUP)
                .forEach(TransferSimulationTest::deliversTheFile);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("nightlyGroups")
    void deliversTheFileWhateverThePathDoesTenThousandTimes(long group) {
        LongStream.range(10_000 + group * SEEDS_PER_GROUP, 10_000 + (group + 1) * SEEDS_PER_GROUP)
                .forEach(TransferSimulationTest::deliversTheFile);
    }

    @Test
    void replay() {
        deliversTheFile(Long.getLong("waybill.seed", 0));
    }
}

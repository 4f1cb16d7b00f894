package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;

/** The simulation is worth something only if it finds bugs: five planted ones, each found by a seed. */
class MutationTest {
    private static final int SEEDS = 40;
    private static final long LIMIT_NS = 400_000_000_000L;

    private static SimulatedTransfer transfer(long seed) {
        Random random = new Random(seed);
        Conditions conditions = Conditions.clean(5_000_000, 50_000_000)
                .withLoss(0.15 * random.nextDouble())
                .withBitFlips(0.01);
        return new SimulatedTransfer(
                        seed,
                        conditions,
                        Incidents.NONE,
                        1 + random.nextInt(200_000),
                        RateController.fixed(40_000_000),
                        AckPolicy.every(5_000_000))
                .withoutCipher();
    }

    private static boolean passes(SimulatedTransfer transfer) {
        return transfer.run(LIMIT_NS)
                && transfer.isComplete()
                && transfer.isFileEqual()
                && transfer.isEachByteWrittenOnce();
    }

    static Stream<Arguments> plantedBugs() {
        return Stream.of(
                Arguments.of("lost FIN", true, (Supplier<Mutant.Bug>) Mutant::losesItsFin),
                Arguments.of("retransmit never", true, (Supplier<Mutant.Bug>) Mutant::neverRetransmits),
                Arguments.of("off by one in ranges", false, (Supplier<Mutant.Bug>) Mutant::countsRangesOneShort),
                Arguments.of("ACK of unsent", false, (Supplier<Mutant.Bug>) Mutant::acknowledgesTheUnsent));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plantedBugs")
    void aPlantedBugIsFoundByASeed(String name, boolean inSender, Supplier<Mutant.Bug> bug) {
        long found = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedTransfer transfer = transfer(seed);
            int block = transfer.blockBytes();
            transfer.wrapping(
                    sane -> inSender ? new Mutant(sane, block, bug.get()) : sane,
                    sane -> inSender ? sane : new Mutant(sane, block, bug.get()));
            found += passes(transfer) ? 0 : 1;
        }
        assertThat(found).as(name + " found by seeds").isPositive();
    }

    @Test
    void aMissingChecksumIsFoundByASeed() {
        long found = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            found += passes(transfer(seed).protecting((_, _, _) -> Mutant.withoutChecksum())) ? 0 : 1;
        }
        assertThat(found).as("no checksum found by seeds").isPositive();
    }

    @Test
    void withoutAPlantedBugTheSameSeedsPass() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedTransfer transfer = transfer(seed);
            int block = transfer.blockBytes();
            transfer.wrapping(
                    sane -> new Mutant(sane, block, frame -> frame), sane -> new Mutant(sane, block, frame -> frame));
            assertThat(passes(transfer)).as("seed %d %s", seed, transfer).isTrue();
        }
    }
}

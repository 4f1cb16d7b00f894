package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;

class OverheadTest {
    private static final int FILE_BYTES = 1_500_000;
    private static final int SEEDS = 20;
    private static final long MS = 1_000_000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.01, 0.05, 0.1, 0.2})
    void sendsLittleMoreThanTheLossDemands(double loss) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedTransfer transfer =
                    transfer(seed, Conditions.clean(20 * MS, 100_000_000).withLoss(loss));
            assertThat(transfer.run(120_000 * MS))
                    .as("seed %d loss %s %s", seed, loss, transfer)
                    .isTrue();
            assertThat(transfer.isFileEqual()).isTrue();
            double overhead = (double) transfer.senderWireBytes() / FILE_BYTES;
            assertThat(overhead).as("seed %d loss %s", seed, loss).isLessThan(1.25 / (1 - loss) + 0.02);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void reorderingIsNotTakenForLoss(long seed) {
        SimulatedTransfer transfer =
                transfer(seed, Conditions.clean(20 * MS, 100_000_000).withReordering(0.1, 20 * MS, 0.05));
        assertThat(transfer.run(120_000 * MS)).as("%s", transfer).isTrue();
        assertThat((double) transfer.sender().counters().resentBytes() / FILE_BYTES)
                .isLessThan(0.05);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void acknowledgementsStayFewWhateverTheLoss(long seed) {
        SimulatedTransfer transfer =
                transfer(seed, Conditions.clean(20 * MS, 100_000_000).withLoss(0.3));
        assertThat(transfer.run(120_000 * MS)).as("%s", transfer).isTrue();
        // two per interval of 10 ms at most, and those that are asked for
        long intervals = transfer.simulation().nowNs() / (10 * MS);
        assertThat(transfer.acks()).isLessThan(2 * intervals + 100);
    }

    private static SimulatedTransfer transfer(long seed, Conditions conditions) {
        return new SimulatedTransfer(
                        seed,
                        conditions,
                        Incidents.NONE,
                        FILE_BYTES,
                        RateController.fixed(90_000_000),
                        AckPolicy.every(10 * MS))
                .large();
    }
}

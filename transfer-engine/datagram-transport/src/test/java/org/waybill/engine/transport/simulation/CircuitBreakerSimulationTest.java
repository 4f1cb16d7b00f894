package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;
import org.waybill.engine.transport.wire.CloseCode;

class CircuitBreakerSimulationTest {
    private static final long MS = 1_000_000;

    private static SimulatedTransfer transfer(double loss) {
        return new SimulatedTransfer(
                        1,
                        Conditions.clean(20 * MS, 100_000_000).withLoss(loss),
                        Incidents.NONE,
                        40_000_000,
                        RateController.fixed(20_000_000),
                        AckPolicy.every(10 * MS))
                .large()
                .withoutCipher()
                .withBreaker(CircuitBreaker.DEFAULT);
    }

    @Test
    void stopsWhenThePathIsNotWhatItWasSaidToBe() {
        SimulatedTransfer transfer = transfer(0.25);
        assertThat(transfer.run(60_000 * MS)).isTrue();
        assertThat(transfer.sender().ending().code()).isEqualTo(CloseCode.CIRCUIT_BROKEN);
        assertThat(transfer.receiver().ending().code()).isEqualTo(CloseCode.CIRCUIT_BROKEN);
        assertThat(transfer.simulation().nowNs()).isBetween(10_000 * MS, 12_500 * MS);
        assertThat(transfer.isComplete()).isFalse();
    }

    @Test
    void bearsTheLossThatLongPathsHave() {
        SimulatedTransfer transfer = transfer(0.03);
        assertThat(transfer.run(60_000 * MS)).isTrue();
        assertThat(transfer.isComplete()).isTrue();
    }
}

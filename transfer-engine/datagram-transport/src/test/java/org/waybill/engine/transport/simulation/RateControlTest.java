package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.driver.udp.DatagramTerms.Transport;
import org.waybill.engine.driver.udp.TransportRules;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.plut.HostLoad;
import org.waybill.engine.transport.plut.PlutAckPolicy;
import org.waybill.engine.transport.plut.PlutRateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;
import org.waybill.engine.transport.tsp.TspRateController;

/** PLUT and TSP over simulated paths: what they are for, in numbers. */
class RateControlTest {
    private static final long MS = 1_000_000;
    private static final long LINE_RATE = 100_000_000;
    /** What a line of 1,500-byte packets leaves for data after our headers and the checksum. */
    private static final double DATA_SHARE = (1_472 - 20 - 8 - 4) / 1_500.0;

    private static SimulatedTransfer transfer(
            Conditions conditions, int fileBytes, RateController controller, AckPolicy policy) {
        return new SimulatedTransfer(3, conditions, Incidents.NONE, fileBytes, controller, policy)
                .large()
                .withoutCipher()
                .watching(100 * MS, _ -> {});
    }

    private static AckPolicy plutReceiver() {
        return new PlutAckPolicy(() -> HostLoad.IDLE);
    }

    /** Mean of some bins in bit/s. */
    private static double mean(List<Long> bins, int from, int through) {
        return bins.subList(from, through).stream()
                .mapToLong(bytes -> bytes * 80)
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-5, 1e-3, 1e-2, 5e-2})
    void plutFillsAChannelOfKnownRateWhateverItsRandomLoss(double loss) {
        SimulatedTransfer transfer = transfer(
                Conditions.clean(62 * MS, LINE_RATE).withLoss(loss),
                60_000_000,
                new PlutRateController(LINE_RATE, true),
                plutReceiver());
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        assertThat(transfer.isFileEqual()).isTrue();
        double share = mean(transfer.storedEachBin(), 4, 40) / (LINE_RATE * DATA_SHARE * (1 - loss));
        assertThat(share).as("loss %s", loss).isGreaterThan(loss > 0.01 ? 0.92 : 0.96);
    }

    @Test
    void plutFindsAnUnknownRateInAFewRoundTrips() {
        SimulatedTransfer transfer = transfer(
                Conditions.clean(30 * MS, LINE_RATE),
                40_000_000,
                new PlutRateController(10_000_000_000L, false),
                plutReceiver());
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        double share = mean(transfer.storedEachBin(), 10, 25) / (LINE_RATE * DATA_SHARE);
        assertThat(share).as("after a second").isGreaterThan(0.85);
        assertThat(transfer.sender().counters().resentBytes())
                .as("what the search cost")
                .isLessThan(6_000_000);
    }

    @Test
    void plutComesDownToAChannelThatIsSlowerThanAgreed() {
        SimulatedTransfer transfer = transfer(
                Conditions.clean(20 * MS, 60_000_000),
                60_000_000,
                new PlutRateController(LINE_RATE, true),
                plutReceiver());
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        assertThat(mean(transfer.storedEachBin(), 30, 60) / (60_000_000 * DATA_SHARE))
                .isGreaterThan(0.9);
        assertThat((double) transfer.sender().counters().resentBytes() / 60_000_000)
                .isLessThan(0.15);
    }

    @Test
    void plutNeverExceedsItsLimit() {
        PlutRateController controller = new PlutRateController(50_000_000, true);
        long[] sentBefore = new long[1];
        long[] most = new long[1];
        SimulatedTransfer transfer = new SimulatedTransfer(
                        5,
                        Conditions.clean(20 * MS, LINE_RATE).withLoss(0.05),
                        Incidents.NONE,
                        15_000_000,
                        controller,
                        plutReceiver())
                .large()
                .withoutCipher();
        transfer.watching(100 * MS, _ -> {
            long sent = transfer.sender().counters().sentWireBytes();
            most[0] = Math.max(most[0], sent - sentBefore[0]);
            sentBefore[0] = sent;
        });
        assertThat(transfer.run(60_000 * MS)).isTrue();
        // a tenth of a second at the limit, and what a late sender may catch up with
        assertThat(most[0] * 80.0).isLessThan(50_000_000 * 1.11);
    }

    /** That a transport's rate is well used; what else it is for, the other tests say of each. */
    @ParameterizedTest
    @EnumSource
    void eachTransportKeepsTheRateOfALossyPath(Transport transport) {
        long rate = 50_000_000;
        SimulatedTransfer transfer = transfer(
                Conditions.clean(30 * MS, LINE_RATE).withLoss(1e-3),
                30_000_000,
                TransportRules.controller(transport, rate),
                TransportRules.acknowledgements(transport));
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        assertThat(transfer.isFileEqual()).isTrue();
        assertThat(mean(transfer.storedEachBin(), 10, 40) / rate).isBetween(0.85, 1.05);
    }

    @ParameterizedTest
    @EnumSource(TspRateController.Adjust.class)
    void tspHoldsItsTargetThroughLossAndJitter(TspRateController.Adjust adjust) {
        Conditions path = Conditions.clean(30 * MS, 20_000_000).withLoss(0.005).withReordering(0.05, 5 * MS, 0);
        SimulatedTransfer transfer = transfer(
                path, 15_000_000, new TspRateController(7_000_000, 20_000_000, adjust), AckPolicy.every(10 * MS));
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        List<Long> bins = transfer.storedEachBin();
        assertThat(mean(bins, 50, 150)).isBetween(0.98 * 7_000_000, 1.02 * 7_000_000);
        assertThat(variation(bins, 50, 150)).as("coefficient of variation").isLessThan(0.08);
    }

    @ParameterizedTest
    @EnumSource(TspRateController.Adjust.class)
    void tspHoldsItsTargetOverALongWay(TspRateController.Adjust adjust) {
        SimulatedTransfer transfer = transfer(
                Conditions.clean(200 * MS, 40_000_000).withLoss(0.001),
                30_000_000,
                new TspRateController(15_000_000, 40_000_000, adjust),
                AckPolicy.every(10 * MS));
        assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
        assertThat(mean(transfer.storedEachBin(), 50, 140)).isBetween(0.98 * 15_000_000, 1.02 * 15_000_000);
        assertThat(variation(transfer.storedEachBin(), 50, 140))
                .as("coefficient of variation")
                .isLessThan(0.08);
    }

    /** As with other flows: what they do to the queue shows as jitter, of acknowledgements too. */
    @ParameterizedTest
    @EnumSource(TspRateController.Adjust.class)
    void tspIsNotLedAstrayByJitterOverALongWay(TspRateController.Adjust adjust) {
        for (long seed = 0; seed < 10; seed++) {
            SimulatedTransfer transfer = new SimulatedTransfer(
                            seed,
                            Conditions.clean(200 * MS, 20_000_000).withJitter(4 * MS),
                            Incidents.NONE,
                            20_000_000,
                            new TspRateController(7_000_000, 10_500_000, adjust),
                            AckPolicy.every(10 * MS))
                    .large()
                    .withoutCipher()
                    .watching(100 * MS, _ -> {});
            assertThat(transfer.run(60_000 * MS)).as("%s", transfer).isTrue();
            List<Long> bins = transfer.storedEachBin();
            assertThat(mean(bins, 50, 200)).as("seed %d", seed).isBetween(0.98 * 7_000_000, 1.02 * 7_000_000);
            assertThat(variation(bins, 50, 200)).as("seed %d", seed).isLessThan(0.08);
        }
    }

    private static double variation(List<Long> bins, int from, int through) {
        double mean = mean(bins, from, through);
        double variance = bins.subList(from, through).stream()
                .mapToDouble(bytes -> (bytes * 80 - mean) * (bytes * 80 - mean))
                .average()
                .orElseThrow();
        return Math.sqrt(variance) / mean;
    }
}

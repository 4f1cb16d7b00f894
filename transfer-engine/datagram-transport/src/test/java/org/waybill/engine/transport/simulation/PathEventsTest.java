package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.driver.udp.DatagramTerms.Transport;
import org.waybill.engine.driver.udp.TransportRules;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;
import org.waybill.engine.transport.tsp.TspRateController;
import org.waybill.engine.transport.tsp.TspRateController.Adjust;

/** Single events whose cost is bounded, one at a time. */
class PathEventsTest {
    private static final long MS = 1_000_000;
    private static final int FILE_BYTES = 3_000_000;

    private static SimulatedTransfer transfer(Conditions conditions, Incidents incidents) {
        return new SimulatedTransfer(
                        7,
                        conditions,
                        incidents,
                        FILE_BYTES,
                        RateController.fixed(10_000_000),
                        AckPolicy.every(10 * MS))
                .large();
    }

    private static Conditions path() {
        return Conditions.clean(30 * MS, 20_000_000);
    }

    private static double millis(SimulatedTransfer transfer) {
        assertThat(transfer.run(400_000 * MS)).as("%s", transfer).isTrue();
        assertThat(transfer.isComplete() && transfer.isFileEqual()).isTrue();
        return transfer.simulation().nowNs() / (double) MS;
    }

    @ParameterizedTest
    @ValueSource(longs = {2_000, 30_000})
    void survivesABlackoutWithoutRestart(long blackoutMillis) {
        double quiet = millis(transfer(path(), Incidents.NONE));
        SimulatedTransfer dark = transfer(path().withBlackout(1_000 * MS, blackoutMillis * MS), Incidents.NONE);
        assertThat(millis(dark)).isLessThan(quiet + blackoutMillis + 2_500);
        assertThat(dark.sender().counters().resentBytes())
                .as("what was under way, not what was sent in the dark")
                .isLessThan(1_000_000);
    }

    @Test
    void comesThroughAHoleForLargeDatagrams() {
        double quiet = millis(transfer(path(), Incidents.NONE));
        SimulatedTransfer holed = transfer(path().withHole(500 * MS, 1_000_000 * MS, 1_400), Incidents.NONE);
        double millis = millis(holed);
        assertThat(millis).isLessThan(2 * quiet + 10_000);
        assertThat(holed.sender().datagramBytes()).isBetween(1_200, 1_400);
    }

    /** As where a link of the path is exchanged for one of 1,000 bytes, and ICMP is dropped. */
    @ParameterizedTest
    @CsvSource({"500, 972", "0, 972", "500, 560"})
    void comesThroughAHoleThatSwallowsTheBaseToo(long atMillis, int bytes) {
        for (long seed = 1; seed <= 8; seed++) {
            SimulatedTransfer holed = new SimulatedTransfer(
                            seed,
                            path().withLoss(0.01).withHole(atMillis * MS, 1_000_000 * MS, bytes),
                            Incidents.NONE,
                            FILE_BYTES,
                            RateController.fixed(10_000_000),
                            AckPolicy.every(10 * MS))
                    .large()
                    .withBreaker(CircuitBreaker.DEFAULT);
            assertThat(millis(holed)).as("%s", holed).isLessThan(15_000);
            assertThat(holed.sender().datagramBytes()).isBetween(548, bytes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rateControlComesThroughSuchAHoleToo(Transport transport) {
        for (long seed = 1; seed <= 4; seed++) {
            SimulatedTransfer holed = new SimulatedTransfer(
                            seed,
                            path().withHole(500 * MS, 1_000_000 * MS, 972),
                            Incidents.NONE,
                            FILE_BYTES,
                            TransportRules.controller(transport, 10_000_000),
                            TransportRules.acknowledgements(transport))
                    .large()
                    .withBreaker(CircuitBreaker.DEFAULT);
            assertThat(millis(holed)).as("%s", holed).isLessThan(15_000);
        }
    }

    @Test
    void findsTheLargestDatagram() {
        SimulatedTransfer transfer = transfer(path().withHole(0, 1_000_000 * MS, 1_333), Incidents.NONE);
        millis(transfer);
        assertThat(transfer.sender().datagramBytes()).isBetween(1_333 - 16, 1_333);
        SimulatedTransfer free = transfer(path(), Incidents.NONE);
        millis(free);
        assertThat(free.sender().datagramBytes()).isEqualTo(1_472);
    }

    @Test
    void followsEitherEndToANewAddress() {
        double quiet = millis(transfer(path(), Incidents.NONE));
        Incidents senderMoves = new Incidents(-1, -1, 1_000 * MS, -1, -1, -1, 0);
        Incidents receiverMoves = new Incidents(-1, -1, -1, 1_000 * MS, -1, -1, 0);
        assertThat(millis(transfer(path(), senderMoves))).isLessThan(quiet + 1_500);
        assertThat(millis(transfer(path(), receiverMoves))).isLessThan(quiet + 1_500);
    }

    /** What is under way when the address changes is lost; what is sent until the new one is known must not be more. */
    @ParameterizedTest
    @CsvSource({"60, 370, 1.5", "60, 730, 1.25", "300, 730, 4.0", "300, 1130, 1.8"})
    void poursLittleIntoAnAddressThatATranslatorHasTakenAway(long rttMillis, long everyMillis, double mostSent) {
        long rate = 20_000_000;
        int bytes = 20_000_000;
        SimulatedTransfer transfer = new SimulatedTransfer(
                        7,
                        Conditions.clean(rttMillis * MS / 2, 100_000_000),
                        Incidents.NONE,
                        bytes,
                        new TspRateController(rate, rate + rate / 2, Adjust.SLEEP_TIME),
                        AckPolicy.every(10 * MS))
                .large();
        transfer.watching(everyMillis * MS, _ -> transfer.moveReceiver());
        // a peer that moves all the time may miss the last word, and wait for ever for another
        transfer.run(100_000 * MS);
        assertThat(transfer.isComplete() && transfer.isFileEqual())
                .as("%s", transfer)
                .isTrue();
        assertThat(transfer.senderWireBytes() / (double) bytes)
                .as("sent of the file")
                .isLessThan(mostSent);
    }

    @Test
    void takesNoNoticeOfASteppedClock() {
        double quiet = millis(transfer(path(), Incidents.NONE));
        for (long step : new long[] {3_600_000 * MS, -3_600_000 * MS}) {
            Incidents steps = new Incidents(-1, -1, -1, -1, 1_000 * MS, 1_200 * MS, step);
            assertThat(millis(transfer(path(), steps))).as("step %d", step).isLessThan(quiet + 3_000);
        }
    }

    @Test
    void longRoundTripsAreNoBlackout() {
        SimulatedTransfer far = transfer(Conditions.clean(750 * MS, 20_000_000), Incidents.NONE);
        millis(far);
        assertThat(far.sender().counters().resentBytes()).isZero();
    }
}

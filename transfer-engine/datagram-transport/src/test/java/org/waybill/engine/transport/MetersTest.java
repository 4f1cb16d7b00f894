package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.RateController.Feedback;

/** What a receiver and a sender make of the bytes and acknowledgements of one control step. */
class MetersTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 40 * MS;
    private static final int DATA = 1_000;

    private final GoodputMeter goodput = new GoodputMeter();
    private final SentPackets sent = new SentPackets(1024);
    private final LossDetector losses = new LossDetector(sent, new RttEstimator(RTT), new LossDetector.Listener() {
        @Override
        public void onArrived(long nowNs, long packetNumber) {
            rates.onSettled(false);
        }

        @Override
        public void onLost(long nowNs, long packetNumber) {
            rates.onSettled(true);
        }
    });
    private final RateMeter rates = new RateMeter(sent, losses);

    @Test
    void aReceiverMeasuresOverTwentyMillisecondsAtLeast() {
        goodput.start(0, 0, 0);
        assertThat(goodput.measure(20 * MS - 1, 2_500, 5_000, 2 * MS)).isFalse();
        assertThat(goodput.bitsPerSecond()).isZero();
        assertThat(goodput.measure(20 * MS, 2_500, 5_000, 2 * MS)).isTrue();
        assertThat(goodput.bitsPerSecond()).isEqualTo(1_000_000);
        assertThat(goodput.receivedBitsPerSecond()).as("copies counted as well").isEqualTo(2_000_000);
    }

    @Test
    void aReceiverMeasuresOverHalfAnIntervalThatIsLong() {
        goodput.start(0, 0, 0);
        assertThat(goodput.measure(50 * MS - 1, 1, 1, 100 * MS)).isFalse();
        assertThat(goodput.measure(50 * MS, 1, 1, 100 * MS)).isTrue();
    }

    @Test
    void eachMeasurementBeginsWhereTheLastOneEnded() {
        goodput.start(0, 1_000, 1_000);
        goodput.measure(20 * MS, 3_500, 3_500, 0);
        goodput.measure(40 * MS, 3_500, 3_500, 0);
        assertThat(goodput.bitsPerSecond()).isZero();
    }

    private void send(int packets, long fromNs, long gapNs, boolean again) {
        for (int i = 0; i < packets; i++) {
            sent.add(fromNs + i * gapNs, 0, DATA, DATA + 44, again);
        }
    }

    /** All up to this packet have arrived; {@code deliveredBytes} of it were new. */
    private Feedback acknowledge(long nowNs, long packet, long deliveredBytes, long told, long stepNs)
            throws ProtocolViolation {
        Acks acks = Acks.of(0, packet).every(10_000).delivered(deliveredBytes, told);
        losses.onAck(nowNs, acks.ack());
        return rates.onAck(nowNs, acks.ack(), RTT, 0.95, stepNs);
    }

    @Test
    void beforeAnythingHasArrivedNothingIsMeasured() throws ProtocolViolation {
        send(1, 0, 0, false);
        Acks none = Acks.of(0, -1).largest(0);
        assertThat(rates.onAck(RTT, none.ack(), RTT, 0.95, 0)).isNull();
    }

    /** Both what was sent and what has arrived are those of the same packets. */
    @Test
    void aStepComparesWhatWasSentWithWhatArrivedOfTheSamePackets() throws ProtocolViolation {
        send(101, 0, MS, false);
        assertThat(acknowledge(RTT, 0, DATA, 0, 50 * MS))
                .as("the first only begins")
                .isNull();
        Feedback step = acknowledge(RTT + 100 * MS, 100, 101 * DATA, 0, 50 * MS);
        assertThat(step.sentBitsPerSecond()).isCloseTo(8_000_000, within(1.0));
        assertThat(step.goodputBitsPerSecond()).isCloseTo(8_000_000, within(1.0));
        assertThat(step.lossRatio()).isZero();
        assertThat(step.resentRatio()).isZero();
        assertThat(step.limited()).isTrue();
    }

    @Test
    void aStepLastsAsLongAsIsWantedHalfARoundTripAndTwoIntervalsOfTheReceiver() throws ProtocolViolation {
        send(200, 0, MS, false);
        acknowledge(RTT, 0, DATA, 0, 50 * MS);
        assertThat(acknowledge(RTT + 50 * MS - 1, 50, DATA, 0, 50 * MS)).isNull();
        assertThat(acknowledge(RTT + 50 * MS, 50, DATA, 0, 50 * MS)).isNotNull();
        assertThat(acknowledge(RTT + 70 * MS - 1, 70, DATA, 0, 0))
                .as("two intervals of 10 ms, half of 40 ms")
                .isNull();
        assertThat(acknowledge(RTT + 70 * MS, 70, DATA, 0, 0)).isNotNull();
    }

    @Test
    void withoutAPacketThatWasSentLaterThereIsNoRate() throws ProtocolViolation {
        send(2, 0, 0, false);
        acknowledge(RTT, 0, DATA, 0, 50 * MS);
        assertThat(acknowledge(RTT + 1_000 * MS, 1, 2 * DATA, 0, 50 * MS)).isNull();
    }

    @Test
    void theShareThatWasSentAgainAndTheShareThatWasLostAreThoseOfTheStep() throws ProtocolViolation {
        send(1, 0, 0, false);
        acknowledge(RTT, 0, DATA, 0, 50 * MS);
        send(30, MS, MS, false);
        send(10, 31 * MS, MS, true);
        rates.onSettled(true);
        Feedback step = acknowledge(RTT + 60 * MS, 40, 31 * DATA, 0, 50 * MS);
        assertThat(step.resentRatio()).isEqualTo(0.25);
        assertThat(step.lossRatio()).isCloseTo(1 / 41.0, within(1e-9));
        send(60, 41 * MS, MS, false);
        Feedback next = acknowledge(RTT + 120 * MS, 100, 91 * DATA, 0, 50 * MS);
        assertThat(next.resentRatio()).isZero();
        assertThat(next.lossRatio()).isZero();
    }

    @Test
    void inAShortStepTheReceiversOwnFigureCountsHalfInALongOneNothing() throws ProtocolViolation {
        send(300, 0, MS, false);
        acknowledge(RTT, 0, 0, 4_000_000, 50 * MS);
        assertThat(acknowledge(RTT + 100 * MS, 100, 100 * DATA, 4_000_000, 50 * MS)
                        .goodputBitsPerSecond())
                .isCloseTo(6_000_000, within(1.0));
        assertThat(acknowledge(RTT + 200 * MS, 200, 200 * DATA, 4_000_000, 50 * MS + 1)
                        .goodputBitsPerSecond())
                .isCloseTo(8_000_000, within(1.0));
        assertThat(acknowledge(RTT + 299 * MS, 299, 299 * DATA, 0, 50 * MS).goodputBitsPerSecond())
                .as("it has none")
                .isCloseTo(8_000_000, within(1.0));
    }

    @Test
    void aStepInWhichThereWasNothingToSendIsNotLimitedByItsRate() throws ProtocolViolation {
        send(200, 0, MS, false);
        acknowledge(RTT, 0, DATA, 0, 50 * MS);
        rates.onUnlimited();
        assertThat(acknowledge(RTT + 60 * MS, 60, 61 * DATA, 0, 50 * MS).limited())
                .isFalse();
        assertThat(acknowledge(RTT + 120 * MS, 120, 121 * DATA, 0, 50 * MS).limited())
                .as("only that step")
                .isTrue();
    }
}

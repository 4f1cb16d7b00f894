package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The rules after RACK (RFC 8985), one by one. The round trip is measured as 80 ms, so that the window of reordering
 * is an eighth of it, 10 ms, until a packet comes late.
 */
class LossDetectorTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 80 * MS;
    private static final long WINDOW = RTT / 8;
    private static final long NEVER = TransportEndpoint.NO_TIMEOUT;

    private final List<Long> arrived = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final SentPackets sent = new SentPackets(1024);
    private final RttEstimator rtt = new RttEstimator(RTT);
    private final LossDetector losses = new LossDetector(sent, rtt, new LossDetector.Listener() {
        @Override
        public void onArrived(long nowNs, long packetNumber) {
            arrived.add(packetNumber);
        }

        @Override
        public void onLost(long nowNs, long packetNumber) {
            lost.add(packetNumber);
        }
    });

    @BeforeEach
    void measureTheRoundTrip() {
        rtt.onSample(RTT, 0);
    }

    /** Sends a packet; returns its number. */
    private long send(long nowNs) {
        sent.add(nowNs, 0, 100, 200, false);
        return sent.next() - 1;
    }

    private boolean acknowledge(long nowNs, Acks acks) throws ProtocolViolation {
        return losses.onAck(nowNs, acks.ack());
    }

    @Test
    void anAcknowledgementOfThePacketThatComesNextIsAViolation() {
        send(0);
        assertThatThrownBy(() -> acknowledge(RTT, Acks.of(0, 0).largest(1)))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessage("packet 1 is acknowledged, the next one is 1");
    }

    @Test
    void eachPacketArrivesOnceHoweverOftenItIsAcknowledged() throws ProtocolViolation {
        send(0);
        send(0);
        assertThat(acknowledge(RTT, Acks.of(0, 1))).as("news").isTrue();
        assertThat(acknowledge(RTT, Acks.of(0, 1))).as("news").isFalse();
        assertThat(arrived).containsExactly(0L, 1L);
        assertThat(losses.largestArrived()).isEqualTo(1);
    }

    /** A sender at a fixed rate would flood a path that merely paused. */
    @Test
    void silenceIsNeverTakenForLoss() {
        send(0);
        losses.findLost(3_600_000 * MS);
        assertThat(lost).isEmpty();
        assertThat(losses.recheckNs()).isEqualTo(NEVER);
    }

    @Test
    void aPacketOutsideTheAcknowledgedWindowIsNeitherArrivedNorMissing() throws ProtocolViolation {
        send(0);
        send(0);
        send(500 * MS);
        acknowledge(500 * MS + RTT, Acks.of(2, 2));
        assertThat(arrived).containsExactly(2L);
        assertThat(lost).isEmpty();
    }

    @Test
    void aMissingPacketIsNotLostWhileNoneSentLaterThanTheWindowHasArrived() throws ProtocolViolation {
        rtt.onSample(2 * RTT, 0);
        send(0);
        send(WINDOW);
        acknowledge(WINDOW + RTT, Acks.of(0, 1).without(0));
        assertThat(lost).isEmpty();
    }

    @Test
    void aMissingPacketIsLostOnceOneSentLaterThanTheWindowHasArrived() throws ProtocolViolation {
        send(0);
        send(WINDOW + 1);
        acknowledge(WINDOW + 1 + RTT, Acks.of(0, 1).without(0));
        assertThat(lost).containsExactly(0L);
    }

    @Test
    void theWindowIsAMillisecondAtLeast() throws ProtocolViolation {
        rtt.onSample(MS, 0);
        send(0);
        send(MS);
        acknowledge(MS + MS / 2, Acks.of(0, 1).without(0));
        assertThat(lost).isEmpty();
        send(MS + 1);
        acknowledge(MS + MS / 2, Acks.of(0, 2).without(0));
        assertThat(lost).containsExactly(0L);
    }

    /** RFC 8985, section 6.2: RACK_reordering_timer. */
    @Test
    void aMissingPacketIsLostWhenARoundTripAndTheWindowHavePassed() throws ProtocolViolation {
        send(0);
        send(1);
        acknowledge(RTT + 1, Acks.of(0, 1).without(0));
        assertThat(losses.recheckNs()).isEqualTo(RTT + WINDOW);
        losses.findLost(RTT + WINDOW - 1);
        assertThat(lost).isEmpty();
        losses.findLost(RTT + WINDOW);
        assertThat(lost).containsExactly(0L);
        assertThat(losses.recheckNs()).as("nothing is left to wait for").isEqualTo(NEVER);
    }

    @Test
    void theTimerIsThatOfThePacketSentFirst() throws ProtocolViolation {
        send(0);
        send(2 * MS);
        send(3 * MS);
        acknowledge(3 * MS + RTT, Acks.of(0, 2).without(0, 1));
        assertThat(losses.recheckNs()).isEqualTo(RTT + WINDOW);
    }

    @Test
    void thePathsSlowestRecentAnswerCountsNotOnlyTheAverage() throws ProtocolViolation {
        send(0);
        send(1);
        acknowledge(1 + 2 * RTT, Acks.of(0, 1).without(0));
        assertThat(rtt.latestNs()).isEqualTo(2 * RTT);
        assertThat(losses.recheckNs()).isEqualTo(2 * RTT + WINDOW);
    }

    @Test
    void whatComesLateIsNotLostAndWidensTheWindowByAQuarterMoreThanItWasLate() throws ProtocolViolation {
        send(0);
        send(0);
        send(9 * MS);
        acknowledge(9 * MS + RTT, Acks.of(0, 2).without(0));
        acknowledge(9 * MS + RTT, Acks.of(0, 2));
        assertThat(arrived).containsExactly(1L, 2L, 0L);
        long first = send(200 * MS);
        send(200 * MS + 9 * MS * 5 / 4);
        acknowledge(200 * MS + RTT, Acks.of(first, first + 1).without(first));
        assertThat(lost).isEmpty();
        send(200 * MS + 9 * MS * 5 / 4 + 1);
        acknowledge(200 * MS + RTT, Acks.of(first, first + 2).without(first));
        assertThat(lost).containsExactly(first);
        assertThat(losses.falseAlarms()).isZero();
    }

    @Test
    void theWindowDoesNotShrinkWhenAnotherPacketIsLessLate() throws ProtocolViolation {
        lateBy(40 * MS, 0);
        lateBy(MS, 1_000 * MS);
        long first = send(2_000 * MS);
        send(2_000 * MS + 50 * MS);
        acknowledge(2_000 * MS + RTT, Acks.of(first, first + 1).without(first));
        assertThat(lost).doesNotContain(first);
    }

    @Test
    void theWindowNeverExceedsASecond() throws ProtocolViolation {
        lateBy(5_000 * MS, 0);
        long first = send(20_000 * MS);
        send(21_000 * MS + 1);
        acknowledge(21_000 * MS + 2, Acks.of(first, first + 1).without(first));
        assertThat(lost).contains(first);
    }

    /** One packet arrives after another that was sent later by this. */
    private void lateBy(long lateNs, long nowNs) throws ProtocolViolation {
        long first = send(nowNs);
        send(nowNs + lateNs);
        acknowledge(nowNs + lateNs + RTT, Acks.of(first, first + 1).without(first));
        acknowledge(nowNs + lateNs + RTT, Acks.of(first, first + 1));
    }

    @Test
    void whatArrivesAfterItWasDeclaredLostIsAFalseAlarmAndNoSecondFate() throws ProtocolViolation {
        send(0);
        send(50 * MS);
        acknowledge(50 * MS + RTT, Acks.of(0, 1).without(0));
        assertThat(lost).containsExactly(0L);
        assertThat(acknowledge(60 * MS + RTT, Acks.of(0, 1))).as("news").isTrue();
        assertThat(acknowledge(60 * MS + RTT, Acks.of(0, 1))).as("news").isFalse();
        assertThat(losses.falseAlarms()).isEqualTo(1);
        assertThat(arrived).as("its data is on its way again already").containsExactly(1L);
    }

    @Test
    void aFalseAlarmIsHeardWhileEarlierPacketsAreStillUnsettledToo() throws ProtocolViolation {
        send(0);
        send(0);
        send(50 * MS);
        acknowledge(50 * MS + RTT, Acks.of(1, 2).without(1));
        assertThat(lost).containsExactly(1L);
        acknowledge(60 * MS + RTT, Acks.of(1, 2));
        assertThat(losses.falseAlarms()).isEqualTo(1);
    }

    @Test
    void hundredsOfPacketsGivenUpAreAllRemembered() throws ProtocolViolation {
        for (int i = 0; i < 600; i++) {
            send(0);
        }
        send(50 * MS);
        Acks all = Acks.of(0, 600);
        acknowledge(
                50 * MS + RTT, all.without(LongStream.range(0, 300).toArray()).largest(600));
        assertThat(lost).hasSize(300);
        acknowledge(60 * MS + RTT, all);
        assertThat(losses.falseAlarms()).isEqualTo(300);
    }

    @Test
    void whatIsForgottenIsNotHeardOfAgain() throws ProtocolViolation {
        send(0);
        send(50 * MS);
        acknowledge(50 * MS + RTT, Acks.of(0, 1).without(0));
        losses.forgetBelow(1);
        assertThat(acknowledge(60 * MS + RTT, Acks.of(0, 1))).as("news").isFalse();
        assertThat(losses.falseAlarms()).isZero();
    }

    @Test
    void whatIsForgottenStaysForgotten() {
        losses.forgetBelow(5);
        losses.forgetBelow(3);
        assertThat(losses.keptFrom()).isEqualTo(5);
    }

    /** RFC 9002, section 5.1. */
    @Test
    void aRoundTripIsMeasuredOnTheLargestPacketLessTheReceiversDelay() throws ProtocolViolation {
        send(0);
        send(10 * MS);
        acknowledge(10 * MS + RTT + 5 * MS, Acks.of(0, 1).delayed(5_000));
        assertThat(rtt.latestNs()).isEqualTo(RTT);
    }

    @Test
    void aRoundTripIsMeasuredOnceForALargestPacketThatIsRepeated() throws ProtocolViolation {
        send(0);
        acknowledge(RTT, Acks.of(0, 0));
        acknowledge(10 * RTT, Acks.of(0, 0));
        assertThat(rtt.latestNs()).isEqualTo(RTT);
    }

    @Test
    void aRoundTripIsMeasuredOnceForItWhileAnEarlierPacketIsUnsettledToo() throws ProtocolViolation {
        send(0);
        send(0);
        acknowledge(RTT, Acks.of(1, 1));
        acknowledge(10 * RTT, Acks.of(1, 1));
        assertThat(rtt.latestNs()).isEqualTo(RTT);
    }

    @Test
    void noRoundTripIsMeasuredOnAnAcknowledgementThatLeavesTheLargestPacketOut() throws ProtocolViolation {
        send(0);
        send(0);
        acknowledge(10 * RTT, Acks.of(0, 0).largest(1));
        assertThat(rtt.latestNs()).isEqualTo(RTT);
    }
}

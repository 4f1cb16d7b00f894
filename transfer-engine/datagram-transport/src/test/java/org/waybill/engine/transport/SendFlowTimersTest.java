package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.transport.SenderByHand.FULL;
import static org.waybill.engine.transport.SenderByHand.MS;
import static org.waybill.engine.transport.SenderByHand.RTT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.PacketType;

/** When a data sender acts: its pace, its questions into silence, its news to the receiver. */
class SendFlowTimersTest {
    /** RFC 9002, section 6.2.1, with twice the receiver's interval of 20 ms and the first, believed round trip. */
    private static final long PROBE_TIMEOUT = 3 * RTT + 40 * MS;

    private static SenderByHand paced(long bitsPerSecond) {
        return SenderByHand.of(
                        new SenderByHand.Zeros(10_000_000, 10_000_000),
                        RateController.fixed(bitsPerSecond),
                        CircuitBreaker.OFF)
                .established(0);
    }

    @Test
    void nothingIsSentBeforeThePaceAllowsIt() throws IOException {
        SenderByHand sender = paced(8_000_000);
        assertThat(SenderByHand.data(sender.sendAll(0))).as("a burst").hasSize(1);
        long opensNs = sender.flow.timeoutNs(0);
        assertThat(opensNs)
                .as("1,228 bytes with their headers at 1 byte a microsecond")
                .isBetween(1_228_000L, 1_228_001L);
        assertThat(sender.sendAll(opensNs - 10)).isEmpty();
        assertThat(SenderByHand.data(sender.sendAll(opensNs))).hasSize(1);
    }

    @Test
    void withDataToSendTheTimerIsNeverLaterThanThePace() throws IOException {
        SenderByHand sender = paced(8_000_000);
        for (long now = 0; now < 100 * MS; now = sender.flow.timeoutNs(now)) {
            sender.flow.onTimeout(now);
            assertThat(sender.sendAll(now)).as("at %d", now).isNotEmpty();
        }
    }

    @Test
    void aLiveStreamIsAskedForMoreEveryTwoMilliseconds() throws IOException {
        SenderByHand sender = SenderByHand.of(
                        new SenderByHand.Zeros(-1, FULL), RateController.fixed(1_000_000_000), CircuitBreaker.OFF)
                .established(0);
        assertThat(SenderByHand.types(sender.sendAll(0))).containsExactly(PacketType.DATA);
        assertThat(sender.flow.timeoutNs(0)).isEqualTo(2 * MS);
        sender.source.availableBytes = 2 * FULL;
        assertThat(SenderByHand.offsets(sender.sendAll(2 * MS))).containsExactly((long) FULL);
    }

    @Test
    void aQuestionIsDueAProbeTimeoutAfterTheLastThatWasSent() throws IOException {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        sender.sendAll(70 * MS);
        assertThat(sender.flow.timeoutNs(70 * MS)).isEqualTo(70 * MS + PROBE_TIMEOUT);
        sender.flow.onTimeout(70 * MS + PROBE_TIMEOUT - 1);
        assertThat(sender.flow.timeoutNs(70 * MS + PROBE_TIMEOUT - 1))
                .as("not yet asked")
                .isEqualTo(70 * MS + PROBE_TIMEOUT);
        sender.flow.onTimeout(70 * MS + PROBE_TIMEOUT);
        assertThat(sender.sendAllButStatus(70 * MS + PROBE_TIMEOUT)).containsExactly(new Frame.End(FULL));
    }

    @Test
    void theQuestionBeforeTheEndOfTheDataIsAProbeWithoutPadding() throws Exception {
        SenderByHand sender = SenderByHand.of(10 * FULL).established(0);
        sender.send(0);
        sender.acknowledge(RTT, Acks.of(0, 0).upTo(FULL, 2 * FULL));
        sender.sendAll(RTT);
        long due = sender.flow.timeoutNs(RTT);
        sender.flow.onTimeout(due);
        assertThat(sender.send(due)).isEqualTo(new Frame.Probe(0));
    }

    /** RFC 9002, section 6.2.1: the timeout doubles; bounded, because the path's silence may end at any time. */
    @Test
    void questionsIntoSilenceComeHalfAsOftenEachTimeDownToOneASecond() throws IOException {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        sender.sendAll(0);
        List<Long> pauses = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 5; i++) {
            long due = sender.flow.timeoutNs(now);
            pauses.add(due - now);
            now = due;
            sender.flow.onTimeout(now);
            assertThat(sender.sendAllButStatus(now)).hasSize(1);
        }
        assertThat(pauses).containsExactly(PROBE_TIMEOUT, 2 * PROBE_TIMEOUT, 1_000 * MS, 1_000 * MS, 1_000 * MS);
    }

    @Test
    void anAnswerEndsTheDoubling() throws Exception {
        SenderByHand sender = SenderByHand.of(2 * FULL).established(0);
        sender.sendAll(0);
        for (int i = 0; i < 3; i++) {
            long due = sender.flow.timeoutNs(0);
            sender.flow.onTimeout(due);
            sender.sendAll(due);
        }
        sender.acknowledge(5_000 * MS, Acks.of(0, 1).largest(sender.nextPacket() - 1));
        assertThat(sender.flow.timeoutNs(5_000 * MS)).isEqualTo(5_000 * MS + sender.flow.probeTimeoutNs());
    }

    @Test
    void anAcknowledgementWithoutNewsPutsNoQuestionOff() throws Exception {
        SenderByHand sender = SenderByHand.of(2 * FULL).established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 0).largest(2));
        long due = sender.flow.timeoutNs(RTT);
        sender.acknowledge(RTT + MS, Acks.of(0, 0).largest(2));
        assertThat(sender.flow.timeoutNs(RTT + MS)).isEqualTo(due);
    }

    @Test
    void aConnectionWithNothingUnderWayIsKeptAliveEveryFiveSeconds() throws Exception {
        SenderByHand sender = SenderByHand.of(
                        new SenderByHand.Zeros(-1, FULL), RateController.fixed(1_000_000_000), CircuitBreaker.OFF)
                .established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 0));
        sender.sendAll(RTT);
        sender.acknowledge(2 * RTT, Acks.of(0, sender.nextPacket() - 1));
        assertThat(sender.sendAll(2 * RTT)).isEmpty();
        sender.flow.onTimeout(2 * RTT + 5_000 * MS - 1);
        assertThat(sender.sendAll(2 * RTT + 5_000 * MS - 1)).isEmpty();
        sender.flow.onTimeout(2 * RTT + 5_000 * MS);
        assertThat(sender.sendAll(2 * RTT + 5_000 * MS)).containsExactly(new Frame.Probe(0));
    }

    @Test
    void noMoreIsPouredIntoAPathThatHasBeenSilentForLong() throws Exception {
        SenderByHand sender = paced(1_000_000);
        long stalledNs = 2 * PROBE_TIMEOUT + 100 * MS;
        sender.sendAll(0);
        assertThat(SenderByHand.data(sender.sendAll(stalledNs))).isNotEmpty();
        assertThat(sender.sendAll(stalledNs + 1)).isEmpty();
        sender.flow.onTimeout(stalledNs + 2_000 * MS);
        assertThat(sender.sendAllButStatus(stalledNs + 2_000 * MS))
                .as("a question still goes out")
                .containsExactly(new Frame.Probe(0));
        sender.acknowledge(stalledNs + 2_000 * MS, Acks.of(0, sender.nextPacket() - 1));
        assertThat(SenderByHand.data(sender.sendAll(stalledNs + 2_000 * MS)))
                .as("the path speaks")
                .isNotEmpty();
    }

    @Test
    void aPauseOfTheSourceIsNoSilenceOfThePath() throws Exception {
        SenderByHand sender = SenderByHand.of(
                        new SenderByHand.Zeros(-1, FULL), RateController.fixed(1_000_000_000), CircuitBreaker.OFF)
                .established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 0));
        sender.source.availableBytes = 4 * FULL;
        assertThat(SenderByHand.data(sender.sendAll(4_000 * MS))).hasSize(3);
    }

    @Test
    void theReceiverLearnsWhatIsSettledEveryTwentyMillisecondsAtMost() throws Exception {
        SenderByHand sender = paced(10_000_000);
        sender.sendAll(0);
        for (int i = 1; i <= 100; i++) {
            sender.acknowledge(i * MS, Acks.of(0, sender.nextPacket() - 1));
            sender.sendAll(i * MS);
        }
        assertThat(sender.flow.rttNs()).as("measured on many packets").isLessThan(20 * MS);
        assertThat(sender.send(200 * MS)).isInstanceOf(Frame.Status.class);
        sender.sendAll(200 * MS);
        assertThat(SenderByHand.types(sender.sendAll(220 * MS - 1)))
                .contains(PacketType.DATA)
                .doesNotContain(PacketType.STATUS);
        assertThat(sender.send(220 * MS)).isInstanceOf(Frame.Status.class);
    }

    @Test
    void theReceiverLearnsWhatIsSettledOnceARoundTripWhileDataFlows() throws Exception {
        SenderByHand sender = paced(1_000_000);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, sender.nextPacket() - 1));
        long settled = sender.nextPacket();
        assertThat(sender.send(RTT)).isEqualTo(new Frame.Status(settled));
        assertThat(SenderByHand.types(sender.sendAll(2 * RTT - 1))).doesNotContain(PacketType.STATUS);
        assertThat(sender.send(2 * RTT)).isInstanceOf(Frame.Status.class);
    }

    @Test
    void withoutDataSinceTheLastTimeTheReceiverIsToldNothing() throws IOException {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        assertThat(SenderByHand.types(sender.sendAll(RTT)))
                .containsExactly(PacketType.DATA, PacketType.STATUS, PacketType.END);
        assertThat(sender.sendAll(RTT + 200 * MS)).isEmpty();
    }

    @Test
    void whatIsMissingIsDeclaredLostByTheClockAlone() throws Exception {
        SenderByHand sender = SenderByHand.of(3 * FULL).established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 3).without(1));
        assertThat(sender.sendAllButStatus(RTT)).isEmpty();
        long due = sender.flow.timeoutNs(RTT);
        assertThat(due).as("an eighth of the round trip later").isEqualTo(RTT + RTT / 8);
        sender.flow.onTimeout(due);
        assertThat(SenderByHand.offsets(sender.sendAll(due))).contains((long) FULL);
    }
}

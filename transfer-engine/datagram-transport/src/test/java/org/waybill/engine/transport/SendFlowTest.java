package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.transport.SenderByHand.FULL;
import static org.waybill.engine.transport.SenderByHand.MS;
import static org.waybill.engine.transport.SenderByHand.RTT;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.transport.wire.CloseCode;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.PacketType;

/** What a data sender sends next, and what it makes of the answers; when it asks is {@link SendFlowTimersTest}. */
class SendFlowTest {
    private static Stream<Frame> framesOfASender() {
        return Stream.of(new Frame.Data(0, ByteBuffer.allocate(1)), new Frame.End(1), new Frame.Status(0));
    }

    private static Stream<Frame> framesOfTheConnection() {
        return Stream.of(
                new Frame.Hello(new byte[0]),
                new Frame.Welcome(),
                new Frame.Cookie(new byte[1]),
                new Frame.Probe(0),
                new Frame.PathChallenge(1),
                new Frame.PathResponse(1),
                new Frame.Close(CloseCode.DONE, ""));
    }

    @Test
    void nothingIsSentBeforeThePeersAddressIsKnown() throws IOException {
        SenderByHand sender = SenderByHand.of(FULL);
        assertThat(sender.sendAll(0)).isEmpty();
        assertThat(sender.flow.timeoutNs(0)).isEqualTo(TransportEndpoint.NO_TIMEOUT);
    }

    @Test
    void aFileGoesOutInFullDatagramsFollowedByItsTotal() throws IOException {
        SenderByHand sender = SenderByHand.of(2 * FULL + 1).established(0);
        List<Frame> sent = sender.sendAll(0);
        assertThat(SenderByHand.offsets(sent)).containsExactly(0L, (long) FULL, 2L * FULL);
        assertThat(SenderByHand.data(sent).map(data -> data.bytes().remaining()))
                .containsExactly(FULL, FULL, 1);
        assertThat(sent.getLast()).isEqualTo(new Frame.End(2 * FULL + 1));
        assertThat(sender.sendAll(MS)).as("said once").isEmpty();
    }

    @Test
    void noDatagramCrossesTheEdgeOfABlock() throws IOException {
        int block = SessionParameters.DEFAULT_BLOCK_BYTES;
        SenderByHand sender = SenderByHand.of(block + 1).established(0);
        long within = 0;
        for (long packet = 0; within < block; packet += 500) {
            List<Frame> sent =
                    LongStream.range(0, 500).mapToObj(_ -> sendOne(sender)).toList();
            within = SenderByHand.data(sent)
                    .mapToLong(data -> data.offset() + data.bytes().remaining())
                    .filter(end -> end <= block)
                    .max()
                    .orElse(block);
            assertThat(SenderByHand.data(sent))
                    .allSatisfy(data -> assertThat(data.offset() / block)
                            .isEqualTo((data.offset() + data.bytes().remaining() - 1) / block));
            acknowledgeAll(sender, MS);
        }
        assertThat(within).isEqualTo(block);
    }

    private static Frame sendOne(SenderByHand sender) {
        try {
            Frame frame = sender.send(RTT);
            return frame == null ? new Frame.Welcome() : frame;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void acknowledgeAll(SenderByHand sender, long nowNs) {
        try {
            sender.acknowledge(nowNs, Acks.of(0, sender.nextPacket() - 1));
        } catch (ProtocolViolation e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nothingAtOrAboveTheReceiversLimitIsSentUntilItMovesOn() throws Exception {
        SenderByHand sender = SenderByHand.of(100L * FULL).established(0);
        assertThat(sender.send(0)).isInstanceOf(Frame.Data.class);
        sender.acknowledge(RTT, Acks.of(0, 0).upTo(FULL, FULL + 10));
        List<Frame> sent = sender.sendAll(RTT);
        assertThat(SenderByHand.offsets(sent)).containsExactly((long) FULL);
        assertThat(SenderByHand.data(sent).map(data -> data.bytes().remaining()))
                .containsExactly(10);
        sender.acknowledge(2 * RTT, Acks.of(0, sender.nextPacket() - 1).upTo(FULL + 10, FULL + 11));
        assertThat(SenderByHand.offsets(sender.sendAll(2 * RTT))).containsExactly((long) FULL + 10);
    }

    @Test
    void theSourceLearnsWhatThePeerHasFromTheBeginningOn() throws Exception {
        SenderByHand sender = SenderByHand.of(10 * FULL).established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 0).upTo(FULL, Long.MAX_VALUE));
        assertThat(sender.source.releasedBelow).isEqualTo(FULL);
    }

    @Test
    void whatIsLostIsSentAgainBeforeAnythingNew() throws Exception {
        SenderByHand sender = SenderByHand.of(10 * FULL).established(0);
        for (int i = 0; i < 4; i++) {
            sender.send(i == 3 ? 50 * MS : 0);
        }
        sender.acknowledge(50 * MS + RTT, Acks.of(0, 3).without(1));
        List<Frame> sent = Stream.generate(() -> sendOne(sender)).limit(3).toList();
        assertThat(SenderByHand.offsets(sent)).containsExactly((long) FULL, 4L * FULL);
        assertThat(sender.counters.resentBytes()).isEqualTo(FULL);
    }

    @Test
    void belowTwoPercentOfLossWhatWasLostIsSentASecondTimeSixtyFourPacketsLater() throws Exception {
        SenderByHand sender = SenderByHand.of(300 * FULL).established(0);
        sendWithLosses(sender, 101, 0);
        List<Long> offsets = SenderByHand.offsets(sender.sendAll(50 * MS + RTT));
        assertThat(offsets.getFirst()).isZero();
        assertThat(offsets.subList(1, offsets.size()).indexOf(0L)).isEqualTo(64 - 1);
    }

    @Test
    void atTwoPercentOfLossWhatWasLostIsSentAgainOnlyOnce() throws Exception {
        SenderByHand sender = SenderByHand.of(300 * FULL).established(0);
        sendWithLosses(sender, 50, 0);
        assertThat(SenderByHand.offsets(sender.sendAll(50 * MS + RTT))).containsOnlyOnce(0L);
    }

    private static void sendWithLosses(SenderByHand sender, int packets, long... lost) throws Exception {
        for (int i = 0; i < packets; i++) {
            sender.send(i == packets - 1 ? 50 * MS : 0);
        }
        sender.acknowledge(50 * MS + RTT, Acks.of(0, packets - 1).without(lost));
    }

    @Test
    void whereLossesProveToBeLateArrivalsNothingIsSentTwice() throws Exception {
        SenderByHand sender = SenderByHand.of(600 * FULL).established(0);
        sendWithLosses(sender, 200, 0, 1);
        sender.acknowledge(51 * MS + RTT, Acks.of(0, 199));
        long first = sender.nextPacket();
        for (int i = 0; i < 200; i++) {
            sender.send(i == 199 ? 900 * MS : 500 * MS);
        }
        sender.acknowledge(900 * MS + RTT, Acks.of(first, first + 199).without(first + 10));
        List<Long> offsets = SenderByHand.offsets(sender.sendAll(900 * MS + RTT));
        assertThat(offsets).containsOnlyOnce(offsets.getFirst());
    }

    @Test
    void theEndOfAFileOnALossyPathIsSentOnceMoreWithoutWaitingForTheAnswer() throws Exception {
        SenderByHand sender = SenderByHand.of(700 * FULL).established(0);
        sendWithLosses(sender, 500, 0, 100, 200, 300, 400);
        List<Long> offsets = SenderByHand.offsets(sender.sendAll(50 * MS + RTT));
        assertThat(offsets.stream().filter(offset -> offset == 699L * FULL))
                .as("the last of the file")
                .hasSize(2);
        assertThat(sender.counters.resentBytes())
                .as("a 32nd of all at most, beside what was lost and its copies")
                .isLessThanOrEqualTo((700 / 32 + 2 + 2 * 5) * (long) FULL);
    }

    @Test
    void theEndOfAFileOnAPathWithoutLossIsSentOnce() throws Exception {
        SenderByHand sender = SenderByHand.of(700 * FULL).established(0);
        assertThat(SenderByHand.offsets(sender.sendAll(0)))
                .doesNotHaveDuplicates()
                .hasSize(700);
    }

    @Test
    void theLargestDatagramIsTriedFirstAndUsedOnceItHasArrived() throws Exception {
        SenderByHand sender = SenderByHand.on(1_472, 100 * FULL).established(0);
        assertThat(sender.send(0)).isEqualTo(new Frame.Probe(1_472 - 1_200 + FULL + 8));
        assertThat(((Frame.Data) sender.send(0)).bytes().remaining()).isEqualTo(FULL);
        sender.acknowledge(RTT, Acks.of(0, 1));
        assertThat(((Frame.Data) sender.sendAllButStatus(RTT).getFirst())
                        .bytes()
                        .remaining())
                .isEqualTo(FULL + 1_472 - 1_200);
        assertThat(sender.flow.datagramBytes()).isEqualTo(1_472);
    }

    @Test
    void afterTheReceiverHasEverythingNothingMoreIsSent() throws Exception {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        sender.sendAll(0);
        assertThat(sender.flow.isComplete()).isFalse();
        sender.acknowledge(RTT, Acks.of(0, 1).finished());
        assertThat(sender.flow.isComplete()).isTrue();
        sender.flow.onTimeout(100 * RTT);
        assertThat(sender.sendAll(100 * RTT)).isEmpty();
    }

    @Test
    void anOlderAcknowledgementDoesNotTakeBackThatEverythingHasArrived() throws Exception {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        sender.sendAll(0);
        sender.acknowledge(RTT, Acks.of(0, 1).finished());
        sender.acknowledge(RTT, Acks.of(0, 0));
        assertThat(sender.flow.isComplete()).isTrue();
    }

    @Test
    void aFullMemoryOfPacketsStopsDataAndTellsTheReceiverWhatToForget() throws Exception {
        SenderByHand sender = SenderByHand.of(5_000L * FULL).established(0);
        assertThat(SenderByHand.data(sender.sendAll(0)))
                .as("of 1,024 places 256 are kept free")
                .hasSize(768);
        sender.acknowledge(RTT, Acks.of(0, 0));
        assertThat(sender.send(RTT)).isEqualTo(new Frame.Status(1));
        sender.acknowledge(RTT, Acks.of(0, 767));
        assertThat(sender.send(RTT)).isEqualTo(new Frame.Status(768));
        assertThat(SenderByHand.data(sender.sendAll(RTT)))
                .as("two places hold the news itself")
                .hasSize(766);
    }

    @Test
    void noDataIsSentWhileThePeerMayHaveMovedButQuestionsAre() throws Exception {
        SenderByHand sender = SenderByHand.of(100 * FULL).established(0);
        sender.send(0);
        sender.flow.hold(true);
        assertThat(sender.sendAll(MS)).isEmpty();
        sender.flow.onTimeout(10_000 * MS);
        assertThat(SenderByHand.types(sender.sendAll(10_000 * MS)))
                .contains(PacketType.PROBE)
                .doesNotContain(PacketType.DATA);
        sender.acknowledge(10_000 * MS, Acks.of(0, 1));
        sender.flow.hold(false);
        assertThat(sender.send(10_000 * MS)).isInstanceOf(Frame.Data.class);
    }

    @ParameterizedTest
    @MethodSource("framesOfASender")
    void whatOnlyASenderSendsIsAViolation(Frame frame) {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        assertThatThrownBy(() -> sender.flow.onFrame(0, 0, frame))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessage(frame.type() + " sent to the data sender");
    }

    @ParameterizedTest
    @MethodSource("framesOfTheConnection")
    void whatIsTheConnectionsBusinessIsNoneOfTheFlows(Frame frame) {
        SenderByHand sender = SenderByHand.of(FULL).established(0);
        assertThatCode(() -> sender.flow.onFrame(0, 0, frame)).doesNotThrowAnyException();
    }

    /** RFC 8084. */
    @Test
    void aPathThatLosesMoreThanItsBoundForLongEnoughBreaksTheCircuitWithItsReason() throws Exception {
        SenderByHand sender = SenderByHand.of(
                        new SenderByHand.Zeros(Long.MAX_VALUE, Long.MAX_VALUE),
                        RateController.fixed(1_000_000),
                        new CircuitBreaker.Limits(0.10, 1_000 * MS))
                .established(0);
        long brokenNs = 0;
        for (long now = 0; now < 5_000 * MS && brokenNs == 0; now += 100 * MS) {
            long first = sender.nextPacket();
            sender.sendAll(now);
            long last = sender.nextPacket() - 1;
            sender.acknowledge(
                    now + 99 * MS,
                    Acks.of(first, last)
                            .without(LongStream.range(first, first + (last - first) / 2)
                                    .toArray()));
            brokenNs = sender.flow.isBroken() ? now : 0;
        }
        assertThat(brokenNs).isBetween(1_000 * MS, 2_000 * MS);
        assertThat(sender.flow.whyBroken())
                .isEqualTo("more than 10 % of the datagrams, of 1200 bytes at last, were lost for 1 s");
    }
}

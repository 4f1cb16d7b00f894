package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.wire.Ack;
import org.waybill.engine.transport.wire.AckKind;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.MalformedDatagramException;
import org.waybill.engine.transport.wire.PacketType;

/** When a data receiver acknowledges, and what it says then. Its interval is 10 ms. */
class ReceiveFlowTest {
    private static final long MS = 1_000_000;
    private static final long INTERVAL = 10 * MS;
    private static final int BYTES = 1_000;
    private static final long LIMIT = 50L * BYTES;

    private final SessionParameters session = SessionParameters.of(1, false, 100_000_000, 1024);
    private final FrameCodec codec = new FrameCodec(session.blockBytes());
    private final ReceivedData data = new ReceivedData(
            new DataSink() {
                @Override
                public void write(long offset, ByteBuffer bytes) {
                    bytes.position(bytes.limit());
                }

                @Override
                public long limitBytes() {
                    return LIMIT;
                }
            },
            List.of());
    private final ReceiveFlow flow =
            new ReceiveFlow(new ReceiverConfig(data, AckPolicy.every(INTERVAL)), session, new TransportCounters());

    @BeforeEach
    void establish() {
        flow.onEstablished(0);
    }

    private void data(long nowNs, long packet, long offset) throws IOException, ProtocolViolation {
        flow.onFrame(nowNs, packet, new Frame.Data(offset, ByteBuffer.allocate(BYTES)));
    }

    private @Nullable Ack ack(long nowNs) throws MalformedDatagramException {
        ByteBuffer payload = ByteBuffer.allocate(1_400);
        flow.onTimeout(nowNs);
        PacketType type = flow.poll(nowNs, 0, payload);
        return type == null ? null : (Ack) codec.read(type, payload.flip());
    }

    @Test
    void nothingIsSaidBeforeAnythingHasArrived() throws Exception {
        assertThat(ack(10_000 * MS)).isNull();
    }

    @Test
    void dataIsAcknowledgedAnIntervalAfterTheFirstOfIt() throws Exception {
        data(MS, 0, 0);
        data(9 * MS, 1, BYTES);
        assertThat(flow.timeoutNs(9 * MS)).isEqualTo(MS + INTERVAL);
        assertThat(ack(MS + INTERVAL - 1)).isNull();
        Ack ack = ack(MS + INTERVAL);
        assertThat(ack.kind()).isEqualTo(AckKind.NXT);
        assertThat(ack.largest()).isEqualTo(1);
        assertThat(ack.ackDelayMicros()).as("since the largest came").isEqualTo(2_000);
        assertThat(ack.deliveredBytes()).isEqualTo(2 * BYTES);
        assertThat(ack.contiguousBytes()).isEqualTo(2 * BYTES);
        assertThat(ack.limitBytes()).isEqualTo(LIMIT);
        assertThat(ack(MS + INTERVAL)).as("once").isNull();
    }

    @Test
    void whatIsMissingIsListed() throws Exception {
        data(0, 0, 0);
        data(0, 3, 3 * BYTES);
        Ack ack = ack(INTERVAL);
        assertThat(ack.kind()).isEqualTo(AckKind.RXM);
        assertThat(ack.missing().toString()).isEqualTo("[1..2]");
        assertThat(ack.contiguousBytes()).isEqualTo(BYTES);
    }

    @Test
    void aPacketThatComesLateDoesNotCountAsTheLatest() throws Exception {
        data(0, 1, BYTES);
        data(9 * MS, 0, 0);
        assertThat(ack(INTERVAL).ackDelayMicros()).isEqualTo(10_000);
    }

    @Test
    void questionsAndTheEndAreAnsweredAtOnce() throws Exception {
        flow.onFrame(MS, 0, new Frame.Probe(0));
        assertThat(ack(MS)).isNotNull();
        data(2 * MS, 1, 0);
        assertThat(ack(2 * MS)).isNull();
        flow.onFrame(3 * MS, 2, new Frame.End(2 * BYTES));
        assertThat(ack(3 * MS).complete()).isFalse();
        data(4 * MS, 3, BYTES);
        assertThat(ack(4 * MS).complete())
                .as("nothing more is to come: said at once")
                .isTrue();
        assertThat(flow.isComplete()).isTrue();
    }

    @Test
    void silenceIsBrokenAfterATenthOfASecondAndThenLessAndLessOften() throws Exception {
        data(0, 0, 0);
        ack(INTERVAL);
        long[] moments = {100, 300, 700, 1_500, 2_500, 3_500};
        for (long millis : moments) {
            assertThat(flow.timeoutNs(0)).isEqualTo(millis * MS);
            assertThat(ack(millis * MS - 1)).isNull();
            assertThat(ack(millis * MS).kind()).isEqualTo(AckKind.TNT);
        }
    }

    @Test
    void dataThatMayNotBeStoredIsNotAcknowledgedButAnswered() throws Exception {
        data(0, 0, LIMIT - BYTES);
        data(0, 1, LIMIT - BYTES + 1);
        Ack ack = ack(INTERVAL);
        assertThat(ack.largest()).isZero();
        assertThat(ack.deliveredBytes()).isEqualTo(BYTES);
    }

    @Test
    void aCopyIsAcknowledgedAndDeliversNothing() throws Exception {
        data(0, 0, 0);
        data(0, 1, 0);
        Ack ack = ack(INTERVAL);
        assertThat(ack.largest()).isEqualTo(1);
        assertThat(ack.deliveredBytes()).isEqualTo(BYTES);
    }

    @Test
    void whatTheSenderHasSettledIsReportedNoMore() throws Exception {
        data(0, 0, 0);
        data(0, 2, BYTES);
        flow.onFrame(0, 3, new Frame.Status(2));
        Ack ack = ack(INTERVAL);
        assertThat(ack.from()).isEqualTo(2);
        assertThat(ack.missing().isEmpty()).isTrue();
    }

    /** A list that is too long goes out in pieces, what is new first. */
    @Test
    void aLongListFollowsInASecondAcknowledgement() throws Exception {
        for (int i = 0; i < 1_000; i += 2) {
            flow.onFrame(0, i, new Frame.Probe(1_000));
        }
        Ack first = ack(0);
        assertThat(first.from()).isZero();
        Ack older = ack(0);
        assertThat(older.missing().isEmpty()).isFalse();
        assertThat(ack(0)).as("no third").isNull();
    }

    @Test
    void whatContradictsItselfIsAViolation() throws Exception {
        data(0, 0, 5 * BYTES);
        assertThatThrownBy(() -> flow.onFrame(0, 1, new Frame.End(6 * BYTES - 1)))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessageContaining("contradicts what has arrived");
        flow.onFrame(0, 1, new Frame.End(6 * BYTES));
        assertThatThrownBy(() -> flow.onFrame(0, 2, new Frame.End(7 * BYTES))).isInstanceOf(ProtocolViolation.class);
        assertThatThrownBy(() -> flow.onFrame(0, 3, Acks.of(0, 0).ack()))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessage("ACK sent to the data receiver");
    }
}

package org.waybill.engine.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
    private final FrameCodec codec = new FrameCodec(1 << 20);

    static Stream<Frame> frames() {
        PacketRanges missing = new PacketRanges(2);
        missing.add(7, 7);
        missing.add(1_000, 40_000);
        return Stream.of(
                new Frame.Welcome(),
                new Frame.Status(Long.MAX_VALUE),
                new Frame.End(0),
                new Frame.Probe(300),
                new Frame.PathChallenge(-5),
                new Frame.PathResponse(Long.MIN_VALUE),
                new Frame.Close(CloseCode.ABORTED, "Platte voll: größer als erlaubt"),
                new Ack(
                        AckKind.RXM,
                        true,
                        5,
                        50_000,
                        50_001,
                        1_000,
                        20_000,
                        1_000_000_000L,
                        0,
                        1L << 40,
                        1L << 39,
                        Long.MAX_VALUE,
                        missing),
                new Ack(AckKind.TNT, false, 6, 5, 5, 0, 0, 0, 0, 0, 0, 0, PacketRanges.NONE));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void readsWhatItWrote(Frame frame) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(1_500);
        codec.write(frame, buffer);
        assertThat(codec.read(frame.type(), buffer.flip())).isEqualTo(frame);
    }

    @Test
    void dataKeepsItsPlaceBeyondFourGigabytes() throws Exception {
        for (long offset : new long[] {0, (1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32, (1L << 40) + 12_345}) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            codec.write(new Frame.Data(offset, ByteBuffer.wrap(new byte[] {42})), buffer);
            Frame.Data data = (Frame.Data) codec.read(PacketType.DATA, buffer.flip());
            assertThat(data.offset()).isEqualTo(offset);
            assertThat(data.bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {42}));
        }
    }

    @Test
    void refusesDataThatLeavesItsBlock() {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        buffer.putInt(0).putInt((1 << 20) - 1).putShort((short) 0).flip();
        assertThatThrownBy(() -> codec.read(PacketType.DATA, buffer))
                .isInstanceOf(MalformedDatagramException.class)
                .hasMessageContaining("leave the block");
    }

    @Test
    void refusesAHeaderWhoseLengthIsNotTheDatagrams() {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        new PacketHeader(PacketType.DATA, 99, 1, 2).write(buffer);
        buffer.clear();
        assertThatThrownBy(() -> PacketHeader.read(buffer))
                .isInstanceOf(MalformedDatagramException.class)
                .hasMessage("length 99 but 100 arrived");
    }

    /** As RFC 9000, section 18.2, bounds max_ack_delay: the peer's word decides how long a sender waits for it. */
    @Test
    void refusesAnAcknowledgementIntervalOfMoreThanASecond() throws Exception {
        assertThat(readAckEvery(1_000_000)).extracting("intervalMicros").isEqualTo(1_000_000L);
        assertThatThrownBy(() -> readAckEvery(1_000_001))
                .isInstanceOf(MalformedDatagramException.class)
                .hasMessage("an acknowledgement every 1000001 us is too seldom");
    }

    private Frame readAckEvery(long micros) throws MalformedDatagramException {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        codec.write(new Ack(AckKind.NXT, false, 0, 0, 0, 0, micros, 0, 0, 0, 0, 0, PacketRanges.NONE), buffer);
        return codec.read(PacketType.ACK, buffer.flip());
    }

    @Test
    void theLargestAcknowledgementFitsTheBaseDatagram() throws Exception {
        PacketRanges missing = new PacketRanges(PacketRanges.MAX_RANGES);
        int bytes = 0;
        for (int i = 0; i < PacketRanges.MAX_RANGES; i++) {
            bytes += FrameCodec.rangeBytes(i == 0 ? 100 : 199, 100);
            missing.add(300L * i + 100, 300L * i + 200);
        }
        assertThat(bytes).isLessThan(1_000);
        Ack ack = new Ack(AckKind.RXM, false, 0, 100_000, 100_000, 0, 0, 0, 0, 0, 0, 0, missing);
        ByteBuffer buffer = ByteBuffer.allocate(1_200 - PacketHeader.BYTES - 16);
        codec.write(ack, buffer);
        assertThat(codec.read(PacketType.ACK, buffer.flip())).isEqualTo(ack);
    }

    @Test
    void aLongTextIsCutNotRefused() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(500);
        codec.write(new Frame.Close(CloseCode.SINK_FAILED, "x".repeat(1_000)), buffer);
        Frame.Close close = (Frame.Close) codec.read(PacketType.CLOSE, buffer.flip());
        assertThat(close.text()).hasSize(Frame.Close.MAX_TEXT_BYTES);
    }
}

package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.MalformedDatagramException;
import org.waybill.engine.transport.wire.PacketType;

/** A data sender without a connection around it: a test sets the time, plays the receiver and reads what is sent. */
final class SenderByHand {
    static final long MS = 1_000_000;
    /** The round trip that is believed until one is measured. */
    static final long RTT = 100 * MS;
    /** Data in a datagram of the smallest size that is tried first, 1,200 bytes, with a tag of 16. */
    static final int FULL = 1_156;

    private static final int TAG_BYTES = 16;
    private static final int MOST_POLLS = 100_000;

    /** A file, or a live stream, of zeros. */
    static final class Zeros implements DataSource {
        long totalBytes;
        long availableBytes;
        long releasedBelow;

        Zeros(long totalBytes, long availableBytes) {
            this.totalBytes = totalBytes;
            this.availableBytes = availableBytes;
        }

        @Override
        public void read(long offset, ByteBuffer into) {
            into.put(new byte[into.remaining()]);
        }

        @Override
        public long availableBytes() {
            return availableBytes;
        }

        @Override
        public long totalBytes() {
            return totalBytes;
        }

        @Override
        public void release(long belowOffset) {
            releasedBelow = belowOffset;
        }
    }

    final TransportCounters counters = new TransportCounters();
    final Zeros source;
    final SendFlow flow;
    private final FrameCodec codec;
    private long nextPacket;

    private SenderByHand(
            Zeros source, SessionParameters session, RateController controller, CircuitBreaker.Limits breaker) {
        this.source = source;
        codec = new FrameCodec(session.blockBytes());
        flow = new SendFlow(
                new SenderConfig(source, UnsentRanges.whole(source), controller, breaker),
                session,
                TAG_BYTES,
                counters,
                0);
    }

    /** Of a file, on a path that carries datagrams of 1,200 bytes, so fast that its rate never matters. */
    static SenderByHand of(long fileBytes) {
        return of(new Zeros(fileBytes, fileBytes), RateController.fixed(1_000_000_000_000L), CircuitBreaker.OFF);
    }

    static SenderByHand of(Zeros source, RateController controller, CircuitBreaker.Limits breaker) {
        return new SenderByHand(source, session(PathMtuSearch.BASE_BYTES), controller, breaker);
    }

    /** Where the local interface carries datagrams of this size, in which case the path's size is searched. */
    static SenderByHand on(int interfaceBytes, long fileBytes) {
        return new SenderByHand(
                new Zeros(fileBytes, fileBytes),
                session(interfaceBytes),
                RateController.fixed(1_000_000_000_000L),
                CircuitBreaker.OFF);
    }

    private static SessionParameters session(int datagramBytes) {
        return new SessionParameters(
                1, true, SessionParameters.DEFAULT_BLOCK_BYTES, datagramBytes, RTT, 1024, 10_000 * MS, 20_000 * MS);
    }

    SenderByHand established(long nowNs) {
        flow.onEstablished(nowNs);
        return this;
    }

    /** The next packet, or null when there is nothing to send now. */
    @Nullable
    Frame send(long nowNs) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(2_000);
        PacketType type = flow.poll(nowNs, nextPacket, payload);
        if (type == null) {
            return null;
        }
        nextPacket++;
        try {
            return codec.read(type, payload.flip());
        } catch (MalformedDatagramException e) {
            throw new AssertionError(e);
        }
    }

    /** All that may go out now. */
    List<Frame> sendAll(long nowNs) throws IOException {
        List<Frame> sent = new ArrayList<>();
        for (Frame next = send(nowNs); next != null; next = send(nowNs)) {
            sent.add(next);
            if (sent.size() == MOST_POLLS) {
                throw new AssertionError("does not stop sending: " + next);
            }
        }
        return sent;
    }

    /** All that may go out now except for the news of what the receiver may forget. */
    List<Frame> sendAllButStatus(long nowNs) throws IOException {
        return sendAll(nowNs).stream()
                .filter(frame -> !(frame instanceof Frame.Status))
                .toList();
    }

    /** The number of the packet that will be sent next. */
    long nextPacket() {
        return nextPacket;
    }

    void acknowledge(long nowNs, Acks acks) throws ProtocolViolation {
        flow.onFrame(nowNs, 0, acks.ack());
    }

    static List<Long> offsets(List<Frame> frames) {
        return data(frames).map(Frame.Data::offset).toList();
    }

    static List<PacketType> types(List<Frame> frames) {
        return frames.stream().map(Frame::type).toList();
    }

    static Stream<Frame.Data> data(List<Frame> frames) {
        return frames.stream().filter(Frame.Data.class::isInstance).map(Frame.Data.class::cast);
    }
}

package org.waybill.engine.transport.simulation;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.waybill.engine.transport.TransportEndpoint;
import org.waybill.engine.transport.protection.ChecksumProtection;
import org.waybill.engine.transport.protection.Protection;
import org.waybill.engine.transport.wire.Ack;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.MalformedDatagramException;
import org.waybill.engine.transport.wire.PacketHeader;
import org.waybill.engine.transport.wire.PacketRanges;
import org.waybill.engine.transport.wire.PacketType;

/**
 * Plants a bug at the edge of an endpoint: what it sends is dropped or rewritten as if the bug were inside. Only in the
 * laboratory's mode, where a datagram can be read and sealed without keys.
 */
final class Mutant implements TransportEndpoint {
    /** What a bug makes of a frame: the frame, another one, or null to send nothing. */
    interface Bug {
        Frame of(Frame frame);
    }

    private final TransportEndpoint sane;
    private final Bug bug;
    private final FrameCodec codec;
    private final Protection protection = new ChecksumProtection();

    Mutant(TransportEndpoint sane, int blockBytes, Bug bug) {
        this.sane = sane;
        this.bug = bug;
        codec = new FrameCodec(blockBytes);
    }

    /** The first END is the last. */
    static Bug losesItsFin() {
        boolean[] said = new boolean[1];
        return frame -> {
            if (frame instanceof Frame.End) {
                if (said[0]) {
                    return null;
                }
                said[0] = true;
            }
            return frame;
        };
    }

    /** Data goes out once and never again. */
    static Bug neverRetransmits() {
        Set<Long> sent = new HashSet<>();
        return frame -> frame instanceof Frame.Data data && !sent.add(data.offset()) ? null : frame;
    }

    /** The last packet of each missing range is not listed. */
    static Bug countsRangesOneShort() {
        return frame -> {
            if (!(frame instanceof Ack ack)) {
                return frame;
            }
            PacketRanges ranges = new PacketRanges(ack.missing().count());
            for (int i = 0; i < ack.missing().count(); i++) {
                if (ack.missing().last(i) > ack.missing().first(i)) {
                    ranges.add(ack.missing().first(i), ack.missing().last(i) - 1);
                }
            }
            return acknowledging(ack, ack.through(), ranges);
        };
    }

    /** Acknowledges five packets more than have arrived. */
    static Bug acknowledgesTheUnsent() {
        return frame -> frame instanceof Ack ack ? acknowledging(ack, ack.largest() + 5, ack.missing()) : frame;
    }

    private static Ack acknowledging(Ack ack, long through, PacketRanges missing) {
        return new Ack(
                ack.kind(),
                ack.complete(),
                ack.from(),
                through,
                Math.max(through, ack.largest()),
                ack.ackDelayMicros(),
                ack.intervalMicros(),
                ack.goodputBitsPerSecond(),
                ack.attainableBitsPerSecond(),
                ack.deliveredBytes(),
                ack.contiguousBytes(),
                ack.limitBytes(),
                missing);
    }

    /** Accepts everything that comes. */
    static Protection withoutChecksum() {
        return new Protection() {
            @Override
            public int overheadBytes() {
                return 4;
            }

            @Override
            public void seal(long packetNumber, byte[] datagram, int offset, int payloadBytes) {
                // there is nothing to seal with
            }

            @Override
            public int open(long packetNumber, byte[] datagram, int offset, int length, byte[] payload) {
                int bytes = length - PacketHeader.BYTES - overheadBytes();
                if (bytes < 0) {
                    return REFUSED;
                }
                System.arraycopy(datagram, offset + PacketHeader.BYTES, payload, 0, bytes);
                return bytes;
            }
        };
    }

    @Override
    public boolean pollTransmit(long nowNs, ByteBuffer datagram) {
        int start = datagram.position();
        while (sane.pollTransmit(nowNs, datagram)) {
            ByteBuffer written = datagram.duplicate().limit(datagram.position()).position(start);
            try {
                PacketHeader header = PacketHeader.read(written);
                written.limit(written.limit() - protection.overheadBytes());
                if (header.type() == PacketType.HELLO) {
                    return true;
                }
                Frame frame = bug.of(codec.read(header.type(), written));
                if (frame != null) {
                    rewrite(header, frame, datagram.position(start));
                    return true;
                }
                datagram.position(start);
            } catch (MalformedDatagramException e) {
                throw new AssertionError("an endpoint wrote what cannot be read", e);
            }
        }
        return false;
    }

    private void rewrite(PacketHeader header, Frame frame, ByteBuffer datagram) {
        int start = datagram.position();
        byte[] data = frame instanceof Frame.Data whole ? copy(whole.bytes()) : new byte[0];
        Frame kept = frame instanceof Frame.Data whole ? new Frame.Data(whole.offset(), ByteBuffer.wrap(data)) : frame;
        datagram.position(start + PacketHeader.BYTES);
        codec.write(kept, datagram);
        int payloadBytes = datagram.position() - start - PacketHeader.BYTES;
        int bytes = PacketHeader.BYTES + payloadBytes + protection.overheadBytes();
        new PacketHeader(header.type(), bytes, header.connectionId(), header.packetNumber())
                .write(datagram.position(start));
        protection.seal(header.packetNumber(), datagram.array(), datagram.arrayOffset() + start, payloadBytes);
        datagram.position(start + bytes);
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }

    @Override
    public void onDatagram(long nowNs, int path, ByteBuffer datagram) {
        sane.onDatagram(nowNs, path, datagram);
    }

    @Override
    public void onTimeout(long nowNs) {
        sane.onTimeout(nowNs);
    }

    @Override
    public long timeoutNs() {
        return sane.timeoutNs();
    }

    @Override
    public int transmitPath() {
        return sane.transmitPath();
    }

    @Override
    public boolean isDone() {
        return sane.isDone();
    }
}

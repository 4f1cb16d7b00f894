package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.ReceivedPackets.Missing;
import org.waybill.engine.transport.wire.Ack;
import org.waybill.engine.transport.wire.AckKind;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.PacketType;

/** The data receiver: stores what is new and reports, at intervals, what has arrived and how fast. */
final class ReceiveFlow extends Flow {
    private static final long FIRST_SILENCE_NS = 100_000_000;
    private static final long MAX_SILENCE_NS = 1_000_000_000L;
    private static final int LIST_BYTES = 1000;
    /** With it an acknowledgement is at most as long as the smallest datagrams of a sender. */
    private static final int SHORT_LIST_BYTES = 400;

    private final ReceivedData data;
    private final AckPolicy policy;
    private final FrameCodec codec;
    private final ReceivedPackets packets;
    private final TransportCounters counters;
    private final GoodputMeter meter;

    private int listBytes = LIST_BYTES;
    private boolean established;
    private boolean ackArmed;
    private long ackDueNs;
    private boolean silenceAck;
    private long silenceNs = FIRST_SILENCE_NS;
    private long silenceDueNs;
    private long largestArrivedNs;
    private long recentFrom;
    private long olderFrom;
    private boolean olderPending;
    private boolean completeTold;
    private long storedBytes;
    private long receivedBytes;

    ReceiveFlow(ReceiverConfig receiving, SessionParameters session, TransportCounters counters) {
        data = receiving.data();
        policy = receiving.policy();
        this.counters = counters;
        codec = new FrameCodec(session.blockBytes());
        packets = new ReceivedPackets(session.windowPackets());
        meter = new GoodputMeter();
    }

    @Override
    void onEstablished(long nowNs) {
        established = true;
        silenceDueNs = nowNs + silenceNs;
        meter.start(nowNs, storedBytes, receivedBytes);
    }

    @Override
    void onFrame(long nowNs, long packetNumber, Frame frame) throws IOException, ProtocolViolation {
        boolean urgent = false;
        switch (frame) {
            case Frame.Data datagram -> {
                listBytes = listBytes(datagram.bytes().remaining());
                if (!store(datagram)) {
                    arm(nowNs, false);
                    return;
                }
            }
            case Frame.End end -> {
                if (!data.end(end.totalBytes())) {
                    throw new ProtocolViolation("the total of " + end.totalBytes() + " contradicts what has arrived");
                }
                urgent = true;
            }
            case Frame.Status status -> packets.raiseFloor(status.floor());
            case Frame.Probe probe -> {
                listBytes = listBytes(probe.paddingBytes());
                urgent = true;
            }
            case Frame.Hello _,
                    Frame.Welcome _,
                    Frame.Cookie _,
                    Frame.PathChallenge _,
                    Frame.PathResponse _,
                    Frame.Close _ -> {}
            case Ack _ -> throw new ProtocolViolation("ACK sent to the data receiver");
        }
        if (packetNumber > packets.largest()) {
            largestArrivedNs = nowNs;
        }
        packets.add(packetNumber);
        arm(nowNs, urgent || !completeTold && data.isComplete());
    }

    /** The return path may carry no more than the path here: a small datagram, or a question, has a short answer. */
    private static int listBytes(int payloadBytes) {
        return payloadBytes < PathMtuSearch.MIN_BYTES ? SHORT_LIST_BYTES : LIST_BYTES;
    }

    private boolean store(Frame.Data datagram) throws IOException {
        int bytes = datagram.bytes().remaining();
        long stored = data.store(datagram.offset(), datagram.bytes());
        if (stored == ReceivedData.REFUSED) {
            return false;
        }
        storedBytes += stored;
        receivedBytes += bytes;
        return true;
    }

    private void arm(long nowNs, boolean urgent) {
        silenceNs = Math.max(FIRST_SILENCE_NS, 4 * policy.intervalNs());
        silenceDueNs = nowNs + silenceNs;
        if (urgent) {
            ackDueNs = nowNs;
            ackArmed = true;
        } else if (!ackArmed) {
            ackDueNs = nowNs + policy.intervalNs();
            ackArmed = true;
        }
    }

    @Override
    void onTimeout(long nowNs) {
        if (established && !ackArmed && silenceDueNs - nowNs <= 0) {
            silenceAck = true;
            ackArmed = true;
            ackDueNs = nowNs;
            silenceNs = Math.min(2 * silenceNs, MAX_SILENCE_NS);
            silenceDueNs = nowNs + silenceNs;
        }
    }

    @Override
    long timeoutNs(long nowNs) {
        if (!established) {
            return TransportEndpoint.NO_TIMEOUT;
        }
        return ackArmed ? ackDueNs : silenceDueNs;
    }

    @Override
    @Nullable
    PacketType poll(long nowNs, long packetNumber, ByteBuffer payload) {
        if (!established || packets.largest() < 0) {
            return null;
        }
        if (olderPending) {
            olderPending = false;
            return older(nowNs, payload);
        }
        if (!ackArmed || ackDueNs - nowNs > 0) {
            return null;
        }
        ackArmed = false;
        measure(nowNs);
        return recent(nowNs, payload);
    }

    /** Everything since the floor if it fits, else what is new; the rest follows in a second acknowledgement. */
    private PacketType recent(long nowNs, ByteBuffer payload) {
        Missing all = packets.missingFrom(packets.floor(), listBytes);
        if (all.through() == packets.largest()) {
            write(nowNs, all, payload);
        } else {
            write(nowNs, packets.missingFrom(recentFrom, listBytes), payload);
            olderPending = true;
        }
        recentFrom = packets.largest() + 1;
        silenceAck = false;
        return PacketType.ACK;
    }

    /** One list further through what is old, again and again from the floor: an acknowledgement may have been lost. */
    private PacketType older(long nowNs, ByteBuffer payload) {
        if (olderFrom >= recentFrom || olderFrom < packets.floor()) {
            olderFrom = packets.floor();
        }
        Missing part = packets.missingFrom(olderFrom, listBytes);
        olderFrom = part.through() + 1;
        write(nowNs, part, payload);
        return PacketType.ACK;
    }

    private void write(long nowNs, Missing missing, ByteBuffer payload) {
        AckKind kind = AckKind.of(silenceAck, !missing.ranges().isEmpty());
        counters.acks++;
        boolean complete = data.isComplete();
        completeTold |= complete;
        codec.write(
                new Ack(
                        kind,
                        complete,
                        missing.from(),
                        missing.through(),
                        packets.largest(),
                        Math.max(0, nowNs - largestArrivedNs) / 1000,
                        policy.intervalNs() / 1000,
                        meter.bitsPerSecond(),
                        policy.attainableBitsPerSecond(),
                        storedBytes,
                        data.contiguousBytes(),
                        data.limitBytes(),
                        missing.ranges()),
                payload);
    }

    private void measure(long nowNs) {
        if (meter.measure(nowNs, storedBytes, receivedBytes, policy.intervalNs())) {
            policy.onMeasured(nowNs, meter.bitsPerSecond(), meter.receivedBitsPerSecond());
        }
    }

    @Override
    void onForeignPacket(long nowNs, int datagramBytes) {
        // no one acknowledges what the receiver sends
    }

    @Override
    boolean isComplete() {
        return data.isComplete();
    }

    @Override
    long probeTimeoutNs() {
        return FIRST_SILENCE_NS;
    }
}

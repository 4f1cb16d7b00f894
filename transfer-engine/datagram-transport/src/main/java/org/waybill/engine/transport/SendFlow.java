package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.wire.Ack;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.PacketHeader;
import org.waybill.engine.transport.wire.PacketType;

/** The data sender: what to send next, at what pace, and what became of it. */
final class SendFlow extends Flow implements LossDetector.Listener {
    private static final long KEEP_ALIVE_NS = 5_000_000_000L;
    private static final long MAX_PROBE_TIMEOUT_NS = 1_000_000_000L;
    /** How often a live source is asked for more. */
    private static final long SOURCE_POLL_NS = 2_000_000;
    /** Places in the memory of packets kept free for questions when it is full of data without answers. */
    private static final int SPARE_PACKETS = 256;
    /** Below this loss what was lost is sent twice, the second time a little later. */
    private static final double COPIED_BELOW_LOSS = 0.02;

    private static final int COPY_DISTANCE_PACKETS = 64;
    /** With fewer losses to be expected among the last packets these are not insured. */
    private static final double WORTH_INSURING_LOSSES = 0.1;
    /** The insurance of the end costs this share of the whole at most. */
    private static final int INSURED_SHARE = 32;

    private final DataSource source;
    private final SendQueue queue;
    private final FrameCodec codec;
    private final RateController controller;
    private final CircuitBreaker breaker;
    private final int overheadBytes;
    private final RttEstimator rtt;
    private final SentPackets sent;
    private final LossDetector losses;
    private final RateMeter meter;
    private final Pacer pacer = new Pacer();
    private final PathMtuSearch mtu;
    private final TransportCounters counters;

    private long limitBytes = Long.MAX_VALUE;
    private long ackIntervalNs = 20_000_000;
    private boolean complete;
    private boolean broken;
    private boolean endDue;
    private boolean endInsured;
    private long lostData;
    private boolean established;
    private long lastNewsNs;
    private long lastSentNs;
    private long probeArmedNs;
    private int probesWithoutAnswer;
    private boolean probeDue;
    private long statusDueNs;
    private long nextFloor;
    private boolean dataSinceStatus;
    private boolean idle;
    private boolean held;

    SendFlow(
            SenderConfig sending,
            SessionParameters session,
            int overheadBytes,
            TransportCounters counters,
            long nowNs) {
        source = sending.source();
        queue = new SendQueue(sending.fresh());
        codec = new FrameCodec(session.blockBytes());
        controller = sending.controller();
        breaker = new CircuitBreaker(sending.breaker());
        this.overheadBytes = overheadBytes;
        this.counters = counters;
        rtt = new RttEstimator(session.initialRttNs());
        sent = new SentPackets(session.windowPackets());
        losses = new LossDetector(sent, rtt, this);
        meter = new RateMeter(sent, losses);
        mtu = new PathMtuSearch(session.maxDatagramBytes(), nowNs);
    }

    @Override
    void onEstablished(long nowNs) {
        established = true;
        lastNewsNs = nowNs;
        lastSentNs = nowNs;
        probeArmedNs = nowNs;
        statusDueNs = nowNs + rtt.smoothedNs();
        setPace();
    }

    private double payloadRatio() {
        return (double) dataPerDatagram() / wireBytes(mtu.datagramBytes());
    }

    private int dataPerDatagram() {
        return mtu.datagramBytes() - PacketHeader.BYTES - FrameCodec.DATA_HEADER_BYTES - overheadBytes;
    }

    private static int wireBytes(int datagramBytes) {
        return datagramBytes + PacketHeader.IP_UDP_BYTES;
    }

    private void setPace() {
        double ratio = payloadRatio();
        pacer.pace(controller.bitsPerSecond(ratio), controller.burstBytes(ratio, wireBytes(mtu.datagramBytes())));
    }

    @Override
    void onFrame(long nowNs, long packetNumber, Frame frame) throws ProtocolViolation {
        switch (frame) {
            case Ack ack -> onAck(nowNs, ack);
            case Frame.Data _, Frame.End _, Frame.Status _ ->
                throw new ProtocolViolation(frame.type() + " sent to the data sender");
            case Frame.Hello _,
                    Frame.Welcome _,
                    Frame.Cookie _,
                    Frame.Probe _,
                    Frame.PathChallenge _,
                    Frame.PathResponse _,
                    Frame.Close _ -> {}
        }
    }

    private void onAck(long nowNs, Ack ack) throws ProtocolViolation {
        counters.acks++;
        if (losses.onAck(nowNs, ack)) {
            lastNewsNs = nowNs;
            probeArmedNs = nowNs;
            probesWithoutAnswer = 0;
        }
        limitBytes = ack.limitBytes();
        ackIntervalNs = ack.intervalMicros() * 1000;
        source.release(ack.contiguousBytes());
        complete |= ack.complete();
        RateController.Feedback feedback =
                meter.onAck(nowNs, ack, rtt.smoothedNs(), payloadRatio(), controller.stepNs(rtt.smoothedNs()));
        if (feedback != null) {
            if (!mtu.isHole(nowNs, rtt.smoothedNs())) {
                controller.onFeedback(feedback);
            }
            broken |= breaker.onLoss(nowNs, feedback.lossRatio());
        }
        setPace();
    }

    @Override
    public void onArrived(long nowNs, long packetNumber) {
        meter.onSettled(false);
        mtu.onArrived(nowNs, packetNumber, sent.datagramBytes(packetNumber));
    }

    @Override
    public void onLost(long nowNs, long packetNumber) {
        meter.onSettled(true);
        mtu.onLost(nowNs, packetNumber, sent.datagramBytes(packetNumber));
        int data = sent.dataBytes(packetNumber);
        if (data > 0) {
            lostData++;
            queue.addLost(sent.offset(packetNumber), data);
        }
    }

    /** Nothing is under way, so nothing can be asked for. */
    private boolean isQuiet() {
        return sent.lowestUnsettled() == sent.next() && !(queue.isExhausted() && !complete);
    }

    /** Whether no data is to be sent for now, because there may be no receiver at the address. */
    void hold(boolean hold) {
        held = hold;
    }

    /** The path has been silent for longer than any acknowledgement takes: do not pour more into it. */
    private boolean isStalled(long nowNs) {
        long patienceNs = 2 * rtt.probeTimeoutNs(2 * ackIntervalNs) + 100_000_000;
        return sent.lowestUnsettled() < sent.next() && nowNs - Math.max(lastNewsNs, firstUnansweredNs()) > patienceNs;
    }

    private long firstUnansweredNs() {
        return sent.sentNs(sent.lowestUnsettled());
    }

    private long probeTimeoutBackedOffNs() {
        long base = Math.min(
                rtt.probeTimeoutNs(2 * ackIntervalNs) << Math.min(probesWithoutAnswer, 10),
                Math.max(MAX_PROBE_TIMEOUT_NS, 2 * rtt.smoothedNs()));
        return isQuiet() ? KEEP_ALIVE_NS : base;
    }

    /** While data flows it asks by itself; a probe is due only after the last of it. */
    private long probeDueNs() {
        long sinceNs = probesWithoutAnswer > 0 ? probeArmedNs : Math.max(probeArmedNs, lastSentNs);
        return sinceNs + probeTimeoutBackedOffNs();
    }

    @Override
    void onTimeout(long nowNs) {
        if (!established) {
            return;
        }
        if (losses.recheckNs() - nowNs <= 0) {
            losses.findLost(nowNs);
        }
        if (probeDueNs() - nowNs <= 0) {
            probeDue = true;
            probesWithoutAnswer++;
            probeArmedNs = nowNs;
        }
    }

    @Override
    long timeoutNs(long nowNs) {
        if (!established) {
            return TransportEndpoint.NO_TIMEOUT;
        }
        long due = Math.min(losses.recheckNs(), probeDueNs());
        if (!idle) {
            return Math.min(due, Math.max(pacer.opensNs(nowNs), nowNs));
        }
        return source.totalBytes() < 0 ? Math.min(due, nowNs + SOURCE_POLL_NS) : due;
    }

    @Override
    @Nullable
    PacketType poll(long nowNs, long packetNumber, ByteBuffer payload) throws IOException {
        if (!established || complete) {
            return null;
        }
        PacketType type = choose(nowNs, packetNumber, payload);
        if (type != null) {
            lastSentNs = nowNs;
        }
        return type;
    }

    private @Nullable PacketType choose(long nowNs, long packetNumber, ByteBuffer payload) throws IOException {
        idle = true;
        if (probeDue) {
            probeDue = false;
            return queue.isExhausted() ? end(nowNs, payload) : probe(nowNs, 0, payload);
        }
        if (sent.next() - losses.keptFrom() >= sent.capacity() - SPARE_PACKETS) {
            return status(nowNs, payload, true);
        }
        PacketType status = status(nowNs, payload, false);
        if (status != null) {
            return status;
        }
        if (held) {
            meter.onUnlimited();
            return null;
        }
        if (isStalled(nowNs)) {
            return null;
        }
        idle = false;
        if (!pacer.isOpen(nowNs)) {
            return null;
        }
        int probeBytes = mtu.probeBytes(nowNs);
        if (probeBytes > 0) {
            mtu.onProbeSent(packetNumber);
            return probe(nowNs, probeBytes - PacketHeader.BYTES - overheadBytes, payload);
        }
        if (queue.choose(limitBytes, packetNumber)) {
            return data(nowNs, packetNumber, payload);
        }
        idle = true;
        meter.onUnlimited();
        if (endDue && queue.isExhausted()) {
            return end(nowNs, payload);
        }
        return null;
    }

    private PacketType data(long nowNs, long packetNumber, ByteBuffer payload) throws IOException {
        int room = dataPerDatagram();
        int length = Math.min(room, Math.min(queue.bytes(), codec.bytesToBlockEnd(queue.offset())));
        long offset = queue.offset();
        codec.writeDataHeader(offset, payload);
        ByteBuffer window = payload.slice(payload.position(), length);
        source.read(offset, window);
        payload.position(payload.position() + length);
        boolean again = queue.again();
        boolean copied = again && !queue.copy() && lossRatio() > 0 && lossRatio() < COPIED_BELOW_LOSS;
        queue.onTaken(length);
        if (copied) {
            queue.addCopy(offset, length, packetNumber + COPY_DISTANCE_PACKETS);
        }
        endDue = true;
        dataSinceStatus = true;
        counters.dataBytes += length;
        counters.resentBytes += again ? length : 0;
        note(nowNs, offset, length, FrameCodec.DATA_HEADER_BYTES + length, again);
        return PacketType.DATA;
    }

    private PacketType probe(long nowNs, int paddingBytes, ByteBuffer payload) {
        codec.write(new Frame.Probe(paddingBytes), payload);
        note(nowNs, 0, 0, paddingBytes, false);
        return PacketType.PROBE;
    }

    /** Of the packets whose fate is known; none where most of what seems lost is only late. */
    private double lossRatio() {
        return 2 * losses.falseAlarms() > lostData ? 0 : (double) lostData / Math.max(1, sent.lowestUnsettled());
    }

    /**
     * What went out in the last half round trip is sent once more, if something of it is probably lost: that would be
     * known half a round trip after the copies have gone out, and nothing else is left to send until then.
     */
    private void insureEnd(long nowNs) {
        endInsured = true;
        long first = sent.next();
        long left = counters.dataBytes / INSURED_SHARE;
        while (first > losses.keptFrom() && left > 0 && nowNs - sent.sentNs(first - 1) < rtt.smoothedNs() / 2) {
            first--;
            left -= sent.dataBytes(first);
        }
        if (lossRatio() * (sent.next() - first) < WORTH_INSURING_LOSSES) {
            return;
        }
        for (long number = first; number < sent.next(); number++) {
            if (sent.dataBytes(number) > 0 && sent.fate(number) == SentPackets.Fate.OUTSTANDING) {
                queue.addCopy(sent.offset(number), sent.dataBytes(number), number);
            }
        }
    }

    private PacketType end(long nowNs, ByteBuffer payload) {
        endDue = false;
        if (!endInsured) {
            insureEnd(nowNs);
        }
        codec.write(new Frame.End(source.totalBytes()), payload);
        note(nowNs, 0, 0, Long.BYTES, false);
        return PacketType.END;
    }

    /**
     * Reports to the receiver what it may forget, once a round trip while data flows, and at once when memory is full.
     */
    private @Nullable PacketType status(long nowNs, ByteBuffer payload, boolean full) {
        if (full ? sent.lowestUnsettled() == losses.keptFrom() : !dataSinceStatus || statusDueNs - nowNs > 0) {
            return null;
        }
        dataSinceStatus = false;
        statusDueNs = nowNs + Math.max(rtt.smoothedNs(), 20_000_000);
        losses.forgetBelow(full ? sent.lowestUnsettled() : nextFloor);
        nextFloor = sent.lowestUnsettled();
        codec.write(new Frame.Status(nextFloor), payload);
        note(nowNs, 0, 0, Long.BYTES, false);
        return PacketType.STATUS;
    }

    private void note(long nowNs, long offset, int data, int payloadBytes, boolean again) {
        int datagramBytes = PacketHeader.BYTES + payloadBytes + overheadBytes;
        sent.add(nowNs, offset, data, datagramBytes, again);
        pacer.onSent(wireBytes(datagramBytes));
    }

    @Override
    void onForeignPacket(long nowNs, int datagramBytes) {
        sent.add(nowNs, 0, 0, datagramBytes, false);
        pacer.onSent(wireBytes(datagramBytes));
    }

    @Override
    boolean isComplete() {
        return complete;
    }

    /** Whether the circuit breaker has tripped. */
    boolean isBroken() {
        return broken;
    }

    /** For the peer and the user. */
    String whyBroken() {
        CircuitBreaker.Limits limits = breaker.limits();
        return "more than " + Math.round(100 * limits.lossRatio()) + " % of the datagrams, of " + mtu.datagramBytes()
                + " bytes at last, were lost for " + limits.durationNs() / 1_000_000_000L + " s";
    }

    @Override
    long probeTimeoutNs() {
        return rtt.probeTimeoutNs(2 * ackIntervalNs);
    }

    long rttNs() {
        return rtt.smoothedNs();
    }

    int datagramBytes() {
        return mtu.datagramBytes();
    }

    long paceBitsPerSecond() {
        return pacer.bitsPerSecond();
    }
}

package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.protection.Protection;
import org.waybill.engine.transport.wire.CloseCode;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.MalformedDatagramException;
import org.waybill.engine.transport.wire.PacketHeader;
import org.waybill.engine.transport.wire.PacketType;

/**
 * One end of a connection: handshake with cookie, authentication, change of address, closing; the data itself is the
 * business of its flow. See the state diagram in docs/udp-protocol.md.
 */
public final class Connection implements TransportEndpoint {
    /** How a connection ended. */
    public record Ending(CloseCode code, String text, boolean byPeer) {}

    private enum State {
        HANDSHAKE,
        ESTABLISHED,
        /** The last word is said; it is repeated for a peer that still asks. */
        CLOSING,
        CLOSED
    }

    private static final long MIN_LINGER_NS = 300_000_000;
    private static final int MAX_LAST_WORDS = 8;
    /** Data without an answer is not sent for longer than a round trip and this. */
    private static final long EARLY_NS = 50_000_000;
    /** The last word of a peer that lives comes within a few of its probe timeouts. */
    private static final long CLOSE_QUIETLY_NS = 5_000_000_000L;

    private final SessionParameters session;
    private final Protection protection;
    private final Handshake handshake;
    private final PathValidator paths;
    private final FrameCodec codec;
    private final Flow flow;
    private final TransportCounters counters = new TransportCounters();
    private final ConnectionClock time = new ConnectionClock();
    private final byte[] plain = new byte[1 << 16];
    private byte[] arrived = new byte[0];

    private State state = State.HANDSHAKE;
    private long earlySinceNs = -1;
    private long idleTimeoutNs;
    private long nextPacket;
    private long largestReceived = -1;
    private long startedNs = -1;
    private long lastHeardNs;
    private long closedNs;
    private boolean closePending;
    private int closeRetransmits;
    private int closePath = -1;
    private int transmitPath;
    private @Nullable Ending ending;

    private Connection(
            SessionParameters session,
            Protection protection,
            Handshake handshake,
            PathValidator paths,
            Function<TransportCounters, Flow> flows) {
        this.session = session;
        this.protection = protection;
        this.handshake = handshake;
        this.paths = paths;
        idleTimeoutNs = session.idleTimeoutNs();
        codec = new FrameCodec(session.blockBytes());
        flow = flows.apply(counters);
    }

    /** The end that sends data. */
    public static Connection sender(
            SessionParameters session, Protection protection, Handshake handshake, SenderConfig sending) {
        return new Connection(
                session,
                protection,
                handshake,
                new PathValidator(session.connectionId()),
                counters -> new SendFlow(sending, session, protection.overheadBytes(), counters, 0));
    }

    /** The end that receives data. */
    public static Connection receiver(
            SessionParameters session, Protection protection, Handshake handshake, ReceiverConfig receiving) {
        return new Connection(
                session,
                protection,
                handshake,
                new PathValidator(session.connectionId()),
                counters -> new ReceiveFlow(receiving, session, counters));
    }

    private long begin(long nowNs) {
        long now = time.advance(nowNs);
        if (startedNs < 0) {
            startedNs = now;
            lastHeardNs = now;
        }
        return now;
    }

    @Override
    public void onDatagram(long nowNs, int path, ByteBuffer datagram) {
        long now = begin(nowNs);
        if (state == State.CLOSED) {
            return;
        }
        try {
            receive(now, path, datagram);
        } catch (MalformedDatagramException refused) {
            counters.refusedDatagrams++;
        } catch (ProtocolViolation e) {
            close(now, CloseCode.PROTOCOL_VIOLATION, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            close(now, CloseCode.SINK_FAILED, "cannot write: " + e.getMessage());
        }
    }

    private void receive(long now, int path, ByteBuffer datagram)
            throws MalformedDatagramException, ProtocolViolation, IOException {
        int length = datagram.remaining();
        byte[] bytes = bytesOf(datagram);
        int offset = datagram.hasArray() ? datagram.arrayOffset() + datagram.position() : 0;
        PacketHeader header = PacketHeader.read(datagram);
        int opened = header.connectionId() == session.connectionId() && length <= plain.length
                ? protection.open(header.packetNumber(), bytes, offset, length, plain)
                : Protection.REFUSED;
        if (opened == Protection.REFUSED) {
            counters.refusedDatagrams++;
            return;
        }
        Frame frame = codec.read(header.type(), ByteBuffer.wrap(plain, 0, opened));
        lastHeardNs = now;
        boolean newest = header.packetNumber() > largestReceived;
        largestReceived = Math.max(largestReceived, header.packetNumber());
        if (state == State.CLOSING) {
            closePending = frame.type() != PacketType.CLOSE && closeRetransmits < MAX_LAST_WORDS;
            // it may have moved; there are few of these answers, and they are small
            closePath = path;
            return;
        }
        onFrame(now, path, header.packetNumber(), frame, length, newest);
    }

    private byte[] bytesOf(ByteBuffer datagram) {
        if (datagram.hasArray()) {
            return datagram.array();
        }
        if (arrived.length < datagram.remaining()) {
            arrived = new byte[Math.max(2048, datagram.remaining())];
        }
        datagram.duplicate().get(arrived, 0, datagram.remaining());
        return arrived;
    }

    private void onFrame(long now, int path, long packetNumber, Frame frame, int datagramBytes, boolean newest)
            throws ProtocolViolation, IOException {
        if (frame instanceof Frame.Close close) {
            finish(now, new Ending(close.code(), close.text(), true), State.CLOSED);
            return;
        }
        if (state == State.HANDSHAKE) {
            if (!handshake.onFrame(now, path, frame, datagramBytes)) {
                return;
            }
            state = State.ESTABLISHED;
            paths.establish(path);
            if (earlySinceNs < 0) {
                flow.onEstablished(now);
            }
        } else if (frame instanceof Frame.Hello) {
            handshake.onFrame(now, path, frame, datagramBytes);
        }
        paths.onFrame(now, path, frame, newest);
        flow.onFrame(now, packetNumber, frame);
        if (flow instanceof SendFlow sender) {
            if (sender.isComplete()) {
                close(now, CloseCode.DONE, "");
            } else if (sender.isBroken()) {
                close(now, CloseCode.CIRCUIT_BROKEN, sender.whyBroken());
            }
        }
    }

    @Override
    public void onTimeout(long nowNs) {
        long now = begin(nowNs);
        switch (state) {
            case HANDSHAKE -> {
                handshake.onTimeout(now);
                if (isEarly(now)) {
                    flow.onTimeout(now);
                }
                if (now - startedNs >= session.handshakeTimeoutNs()) {
                    timedOut(
                            now,
                            "no answer to the first datagrams (of "
                                    + PathMtuSearch.BASE_BYTES + " and " + PathMtuSearch.MIN_BYTES
                                    + " bytes) for "
                                    + seconds(session.handshakeTimeoutNs()) + " s");
                }
            }
            case ESTABLISHED -> {
                if (now - lastHeardNs >= idleTimeoutNs) {
                    timedOut(now, "no datagram has come from the peer for " + seconds(idleTimeoutNs) + " s");
                } else {
                    flow.onTimeout(now);
                    paths.onTimeout(now);
                }
            }
            case CLOSING -> {
                if (now - closedNs >= lingerNs()) {
                    state = State.CLOSED;
                }
            }
            default -> {}
        }
    }

    private void timedOut(long now, String text) {
        finish(now, new Ending(CloseCode.TIMED_OUT, text, false), State.CLOSED);
    }

    private static long seconds(long ns) {
        return ns / 1_000_000_000L;
    }

    private long lingerNs() {
        return Math.max(MIN_LINGER_NS, 3 * flow.probeTimeoutNs());
    }

    @Override
    public long timeoutNs() {
        if (!time.isStarted()) {
            return NO_TIMEOUT;
        }
        long now = time.nowNs();
        long due =
                switch (state) {
                    case HANDSHAKE ->
                        Math.min(
                                Math.min(handshake.timeoutNs(), startedNs + session.handshakeTimeoutNs()),
                                isEarly(now) ? flow.timeoutNs(now) : NO_TIMEOUT);
                    case ESTABLISHED ->
                        Math.min(Math.min(flow.timeoutNs(now), paths.timeoutNs()), lastHeardNs + idleTimeoutNs);
                    case CLOSING -> closedNs + lingerNs();
                    case CLOSED -> NO_TIMEOUT;
                };
        return due == NO_TIMEOUT ? NO_TIMEOUT : time.toCaller(due);
    }

    @Override
    public boolean pollTransmit(long nowNs, ByteBuffer datagram) {
        long now = begin(nowNs);
        int start = datagram.position();
        ByteBuffer payload = datagram.duplicate();
        payload.position(start + PacketHeader.BYTES);
        payload.limit(datagram.limit() - protection.overheadBytes());
        PacketType type;
        try {
            type = choose(now, payload);
        } catch (IOException e) {
            close(now, CloseCode.SOURCE_FAILED, "cannot read: " + e.getMessage());
            type = writeClose(payload);
        }
        if (type == null) {
            return false;
        }
        int payloadBytes = payload.position() - start - PacketHeader.BYTES;
        int bytes = PacketHeader.BYTES + payloadBytes + protection.overheadBytes();
        new PacketHeader(type, bytes, session.connectionId(), nextPacket).write(datagram);
        protection.seal(nextPacket, datagram.array(), datagram.arrayOffset() + start, payloadBytes);
        datagram.position(start + bytes);
        nextPacket++;
        counters.sentWireBytes += bytes + PacketHeader.IP_UDP_BYTES;
        return true;
    }

    private @Nullable PacketType choose(long now, ByteBuffer payload) throws IOException {
        transmitPath = paths.current();
        if (state == State.CLOSED && !closePending) {
            return null;
        }
        if (closePending) {
            transmitPath = closePath < 0 ? transmitPath : closePath;
            return writeClose(payload);
        }
        if (state == State.CLOSING) {
            return null;
        }
        Frame frame = handshake.poll(now);
        if (frame != null) {
            transmitPath = state == State.HANDSHAKE ? handshake.path() : paths.current();
        } else if (state == State.ESTABLISHED) {
            frame = paths.poll(now);
            transmitPath = frame == null ? paths.current() : paths.pollPath();
        }
        if (frame == null) {
            if (flow instanceof SendFlow sender) {
                sender.hold(paths.isMoving());
            }
            return state == State.ESTABLISHED || isEarly(now) ? flow.poll(now, nextPacket, payload) : null;
        }
        return writeForeign(now, frame, payload);
    }

    /** Whether data may be sent although the peer, which has given us a cookie, has not answered yet. */
    private boolean isEarly(long now) {
        if (state != State.HANDSHAKE || !handshake.isTrusted() || !(flow instanceof SendFlow sender)) {
            return false;
        }
        if (earlySinceNs < 0) {
            earlySinceNs = now;
            transmitPath = handshake.path();
            paths.establish(transmitPath);
            flow.onEstablished(now);
        }
        return now - earlySinceNs < sender.rttNs() + EARLY_NS;
    }

    private PacketType writeForeign(long now, Frame frame, ByteBuffer payload) {
        int start = payload.position();
        codec.write(frame, payload);
        int used = PacketHeader.BYTES + payload.position() - start + protection.overheadBytes();
        if (frame.type() == PacketType.HELLO && used < handshake.helloBytes()) {
            payload.put(new byte[handshake.helloBytes() - used]);
            used = handshake.helloBytes();
        }
        flow.onForeignPacket(now, used);
        return frame.type();
    }

    private PacketType writeClose(ByteBuffer payload) {
        closePending = false;
        closeRetransmits++;
        Ending last = ending == null ? new Ending(CloseCode.ABORTED, "", false) : ending;
        // to an address that is not proved no more goes than came from there
        codec.write(new Frame.Close(last.code(), transmitPath == paths.current() ? last.text() : ""), payload);
        return PacketType.CLOSE;
    }

    @Override
    public int transmitPath() {
        return transmitPath;
    }

    @Override
    public boolean isDone() {
        return state == State.CLOSED && !closePending;
    }

    /** Ends the connection before its time, with a word to the peer. */
    public void abort(long nowNs, String text) {
        long now = begin(nowNs);
        if (state == State.HANDSHAKE) {
            finish(now, new Ending(CloseCode.ABORTED, text, false), State.CLOSED);
        } else {
            close(now, CloseCode.ABORTED, text);
        }
    }

    /**
     * Nothing more is needed: a receiver that has everything waits only a little for the sender's last word, which a
     * process that ends may not say; one that lacks something ends with a word to the peer.
     */
    public void closeQuietly(long nowNs, String text) {
        if (flow.isComplete()) {
            idleTimeoutNs = Math.min(idleTimeoutNs, CLOSE_QUIETLY_NS);
        } else {
            abort(nowNs, text);
        }
    }

    private void close(long now, CloseCode code, String text) {
        if (state == State.CLOSING || state == State.CLOSED) {
            return;
        }
        closePending = true;
        finish(now, new Ending(code, text, false), State.CLOSING);
    }

    private void finish(long now, Ending how, State next) {
        ending = how;
        closedNs = now;
        state = next;
    }

    /** Whether every byte is at the receiver, as far as this end knows; true before {@link #isDone}. */
    public boolean isComplete() {
        return flow.isComplete();
    }

    public boolean isEstablished() {
        return state == State.ESTABLISHED;
    }

    /** How it ended; null while it lasts. */
    public @Nullable Ending ending() {
        return ending;
    }

    public TransportCounters counters() {
        return counters;
    }

    /** The sender's smoothed round-trip time; 0 at a receiver, which does not measure it. */
    public long rttNs() {
        return flow instanceof SendFlow sender ? sender.rttNs() : 0;
    }

    /** The datagram size in use for data; 0 at a receiver. */
    public int datagramBytes() {
        return flow instanceof SendFlow sender ? sender.datagramBytes() : 0;
    }

    /** The present sending rate, headers included, in bit/s; 0 at a receiver. */
    public long paceBitsPerSecond() {
        return flow instanceof SendFlow sender ? sender.paceBitsPerSecond() : 0;
    }
}

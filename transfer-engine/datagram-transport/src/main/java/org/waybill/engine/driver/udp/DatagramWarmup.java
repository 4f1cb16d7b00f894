package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.Handshake;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.ReceiverConfig;
import org.waybill.engine.transport.SenderConfig;
import org.waybill.engine.transport.SessionParameters;
import org.waybill.engine.transport.UnsentRanges;
import org.waybill.engine.transport.plut.HostLoad;
import org.waybill.engine.transport.plut.PlutAckPolicy;
import org.waybill.engine.transport.plut.PlutRateController;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.CookieJar;

/**
 * Makes the JVM compile the code path of a datagram while the control connection is still being made: two sides of a
 * connection talk to each other in memory, in time of their own, with a loss now and then. Before that AES alone holds
 * a sender below 300 Mbit/s (decision 0021).
 */
public final class DatagramWarmup {
    private static final int PACKETS = 30_000;
    private static final long RATE = 10_000_000_000L;
    private static final long STEP_NS = 100_000;
    private static final int LOST_EACH = 150;
    private static final int BUFFER_BYTES = 4 << 20;
    private static final int BACKLOG_BYTES = 256 * 1024;
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private static volatile boolean enough;

    private final StreamSource source = new StreamSource(new StreamBuffer(BUFFER_BYTES, () -> {}));
    private final StreamSink sink = new StreamSink(new StreamBuffer(BUFFER_BYTES, () -> {}));
    private final ReceivedData data = new ReceivedData(sink, List.of());
    private final ByteBuffer datagram = ByteBuffer.allocate(1 << 11);
    private final ByteBuffer portion = ByteBuffer.allocate(BACKLOG_BYTES);
    private final Connection sender;
    private final Connection receiver;
    private long nowNs;
    private long packets;
    private long written;
    private long read;

    private DatagramWarmup() {
        sink.bookkeeping(data);
        byte[] secret = new byte[32];
        SessionParameters session = SessionParameters.of(1, true, 1_000_000, 1 << 12);
        sender = Connection.sender(
                session,
                new AeadProtection(secret, 1, true),
                Handshake.initiator(0, new byte[0]),
                new SenderConfig(
                        source, UnsentRanges.whole(source), new PlutRateController(RATE, true), CircuitBreaker.OFF));
        receiver = Connection.receiver(
                session,
                new AeadProtection(secret, 1, false),
                Handshake.responder(new CookieJar(secret), _ -> secret, 1),
                new ReceiverConfig(data, new PlutAckPolicy(() -> HostLoad.IDLE)));
    }

    /** Begins on a thread of its own, once in a process. */
    public static void start() {
        if (STARTED.compareAndSet(false, true)) {
            Thread.ofPlatform().name("warm up datagrams").daemon().start(() -> new DatagramWarmup().run());
        }
    }

    /** The real thing begins: the processors are needed for that. */
    static void enough() {
        enough = true;
    }

    private void run() {
        try {
            while (!enough && packets < PACKETS) {
                nowNs += STEP_NS;
                fill();
                carry(sender, receiver);
                carry(receiver, sender);
                drain();
            }
        } catch (IOException e) {
            throw new IllegalStateException("a stream in memory failed", e);
        } finally {
            source.end();
            source.fail();
            sink.close();
            sink.fail();
        }
    }

    private void fill() throws IOException {
        int room = (int) Math.min(portion.capacity(), sender.counters().dataBytes() + BACKLOG_BYTES - written);
        if (room > 0) {
            written += source.write(portion.clear().limit(room));
        }
    }

    private void carry(Connection from, Connection to) {
        from.onTimeout(nowNs);
        while (from.pollTransmit(nowNs, datagram.clear())) {
            datagram.flip();
            if (++packets % LOST_EACH != 0) {
                to.onDatagram(nowNs, 0, datagram);
            }
        }
    }

    private void drain() throws IOException {
        sink.onProgress(false);
        while (data.contiguousBytes() > read) {
            read += sink.read(portion.clear());
        }
    }
}

package org.waybill.engine.client;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.rightsizing.RightSizing;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.wire.DataKeys;

/**
 * Dials a session's data connections: a first few at once, then more as long as each doubling makes the transfer
 * measurably faster. See decision 0025.
 */
final class StreamTuner {
    private static final int MAX_AUTOMATIC = 16;
    private static final long LONG_PATH_MICROS = 2_000;
    private static final long MIN_INTERVAL_MILLIS = 500;
    /** A doubling must bring this much, or it was the last. */
    private static final double WORTHWHILE = 1.15;

    private final TransferSide session;
    private final ControlLink link;
    private final DataKeys keys;
    private final byte[] id;
    private final int wanted;
    private final List<SocketChannel> dialled = new ArrayList<>();
    private int next;

    /**
     * For one session.
     *
     * @param link to the node: data connections take the same way
     * @param wanted fixed number of streams, 0 for automatic
     */
    StreamTuner(TransferSide session, ControlLink link, DataKeys keys, byte[] id, int wanted) {
        this.session = session;
        this.link = link;
        this.keys = keys;
        this.id = id.clone();
        this.wanted = wanted;
    }

    /** @param totalBytes as far as known; much if not */
    void run(long rttMicros, long totalBytes) throws IOException, InterruptedException, TransferException {
        boolean modelBased = KernelTcp.isModelBased(rttMicros);
        int streams = wanted > 0
                ? Math.min(wanted, DataSession.MAX_STREAMS)
                : RightSizing.initialStreams(rttMicros, totalBytes, PartialFile.BLOCK_BYTES, modelBased);
        dial(streams);
        // where the path is short no window bounds a stream: more of them would only share the processors
        if (wanted > 0 || rttMicros < LONG_PATH_MICROS) {
            return;
        }
        long intervalMillis = Math.max(MIN_INTERVAL_MILLIS, 10 * rttMicros / 1000);
        double before = 0;
        while (streams < MAX_AUTOMATIC) {
            double rate = measure(intervalMillis);
            if (rate <= before * WORTHWHILE || (modelBased && !isBufferLimited())) {
                return;
            }
            before = rate;
            dial(streams);
            streams *= 2;
        }
    }

    /** Whether a stream waits for socket buffers, not for the path: then another one has buffers of its own. */
    private boolean isBufferLimited() {
        for (SocketChannel socket : dialled) {
            TcpInfo info = DataSockets.info(socket);
            if (info != null && info.senderBufferLimitedMicros() > info.busyMicros() / 4) {
                return true;
            }
        }
        return false;
    }

    /** Bytes a second over one interval, after another in which new streams may start up. */
    private double measure(long intervalMillis) throws InterruptedException {
        Thread.sleep(intervalMillis);
        long start = session.deliveredBytes();
        long startNanos = System.nanoTime();
        Thread.sleep(intervalMillis);
        return (session.deliveredBytes() - start) * 1e9 / (System.nanoTime() - startNanos);
    }

    private void dial(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int connection = next++;
            SocketChannel channel = TcpChannels.saying(
                    link.another(), keys.preamble(id, connection).encode());
            dialled.add(channel);
            session.attach(connection, channel);
        }
    }
}

package org.waybill.engine.session;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.waybill.engine.TransferException;
import org.waybill.engine.rightsizing.RightSizing;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;

/**
 * Dials a session's data connections: a first few at once, then more as long as each doubling makes the transfer
 * measurably faster.
 */
final class StreamTuner {
    private static final int MAX_AUTOMATIC = 16;
    private static final long LONG_PATH_MICROS = 2_000;
    private static final long INTERVAL_MILLIS = 500;
    /** A doubling must bring this much, or it was the last. */
    private static final double WORTHWHILE = 1.15;

    private final DataSession session;
    private final StreamDialer dialer;
    private final DataKeys keys;
    private final byte[] id;
    private final int wanted;
    private final LongSupplier deliveredBytes;
    private int next;

    /** @param wanted fixed number of streams, 0 for automatic */
    StreamTuner(DataSession session, StreamDialer dialer, DataKeys keys, byte[] id, int wanted,
            LongSupplier deliveredBytes) {
        this.session = session;
        this.dialer = dialer;
        this.keys = keys;
        this.id = id.clone();
        this.wanted = wanted;
        this.deliveredBytes = deliveredBytes;
    }

    void run(long rttMicros, long totalBytes) throws IOException, InterruptedException, TransferException {
        int streams = wanted > 0 ? Math.min(wanted, DataSession.MAX_STREAMS)
                : RightSizing.initialStreams(rttMicros, totalBytes);
        dial(streams);
        double before = 0;
        // where the path is short no window bounds a stream: more of them would only share the processors
        while (wanted == 0 && streams < MAX_AUTOMATIC && rttMicros >= LONG_PATH_MICROS) {
            double rate = measure();
            if (rate <= before * WORTHWHILE) {
                return;
            }
            before = rate;
            dial(streams);
            streams *= 2;
        }
    }

    /** Bytes a second over one interval, after another in which new streams may start up. */
    private double measure() throws InterruptedException {
        Thread.sleep(INTERVAL_MILLIS);
        long start = deliveredBytes.getAsLong();
        long startNanos = System.nanoTime();
        Thread.sleep(INTERVAL_MILLIS);
        return (deliveredBytes.getAsLong() - start) * 1e9 / (System.nanoTime() - startNanos);
    }

    private void dial(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int connection = next++;
            byte[] tag = keys.attachTag(id, connection);
            session.attach(connection, dialer.dial(new AttachPreamble(id, connection, tag)));
        }
    }
}

package org.waybill.engine.session.sink;

import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.RateCause;

/** Counts at the sink what shows later what bounded the rate. */
final class SinkMeter {
    private final long startNanos = System.nanoTime();
    private final AtomicLong writeNanos = new AtomicLong();
    private final AtomicLong hashNanos = new AtomicLong();
    private final AtomicLong syncNanos = new AtomicLong();

    void wrote(long nanos) {
        writeNanos.addAndGet(nanos);
    }

    void hashed(long nanos) {
        hashNanos.addAndGet(nanos);
    }

    void synced(long nanos) {
        syncNanos.addAndGet(nanos);
    }

    /** @param bytes that came */
    Cause cause(int streams, long bytes) {
        double elapsed = Math.max(1, System.nanoTime() - startNanos);
        return RateCause.ofSink(new RateCause.Sink(
                bytes, writeNanos.get() / elapsed / streams, hashNanos.get() / elapsed, syncNanos.get() / elapsed));
    }
}

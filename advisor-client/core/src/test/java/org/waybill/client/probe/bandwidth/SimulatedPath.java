package org.waybill.client.probe.bandwidth;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.waybill.client.probe.ProbeContext;

/** Transfers of any size that take no real time: their clock is their own, and only they move it. */
abstract class SimulatedPath implements TimedTransfer, ProbeContext {
    private final AtomicLong nowNs = new AtomicLong();
    private volatile boolean closed;

    /** Lets time go by. */
    void pass(double seconds) {
        nowNs.addAndGet(Math.round(1e9 * seconds));
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nowNs());
    }

    @Override
    public long nowNs() {
        return nowNs.get();
    }

    @Override
    public void note(String text) {
        // not looked at
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public long largestBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {
        closed = true;
    }
}

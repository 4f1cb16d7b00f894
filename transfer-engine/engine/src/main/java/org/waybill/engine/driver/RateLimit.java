package org.waybill.engine.driver;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A rate that the threads of one transfer keep together; a short burst makes up for late wake-ups.
 *
 * <p>Times in ns of any clock that does not jump.
 */
public final class RateLimit {
    private static final long BURST_NS = 20_000_000;

    private final double nsPerByte;
    private final LongSupplier clockNs;
    private long nextNs;

    /** @param bitsPerSecond 0 for no limit */
    public RateLimit(long bitsPerSecond, LongSupplier clockNs) {
        this.nsPerByte = bitsPerSecond == 0 ? 0 : 8e9 / bitsPerSecond;
        this.clockNs = clockNs;
        this.nextNs = clockNs.getAsLong();
    }

    public boolean isLimited() {
        return nsPerByte > 0;
    }

    /** How long to wait before these bytes may be sent, in ns; they count as sent then. */
    public synchronized long takeNs(long bytes) {
        if (!isLimited()) {
            return 0;
        }
        long nowNs = clockNs.getAsLong();
        if (nextNs - nowNs < -BURST_NS) {
            nextNs = nowNs - BURST_NS;
        }
        long waitNs = Math.max(0, nextNs - nowNs);
        nextNs += Math.round(bytes * nsPerByte);
        return waitNs;
    }

    /** Waits until these bytes may be sent. */
    public void acquire(int bytes) throws InterruptedException {
        long untilNs = System.nanoTime() + takeNs(bytes);
        for (long leftNs = untilNs - System.nanoTime(); leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** The largest piece that keeps the flow even: a twentieth of a second's worth. */
    public int chunkBytes(int wanted) {
        return isLimited() ? (int) Math.max(1, Math.min(wanted, 1e9 / 20 / nsPerByte)) : wanted;
    }
}

package org.waybill.engine.session;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Spaces out what several streams send so that together they keep a rate; a short burst makes up for late wake-ups. */
final class RateLimiter {
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final double nanosPerByte;
    private long nextNanos;

    /** @param bitsPerSecond 0 for no limit */
    RateLimiter(long bitsPerSecond, long nowNanos) {
        nanosPerByte = bitsPerSecond == 0 ? 0 : 8e9 / bitsPerSecond;
        nextNanos = nowNanos;
    }

    /** How long to wait before these bytes may be sent; they count as sent then. */
    synchronized long delayNanos(int bytes, long nowNanos) {
        if (nanosPerByte == 0) {
            return 0;
        }
        if (nextNanos - nowNanos < -BURST_NANOS) {
            nextNanos = nowNanos - BURST_NANOS;
        }
        long delay = Math.max(0, nextNanos - nowNanos);
        nextNanos += Math.round(bytes * nanosPerByte);
        return delay;
    }

    void acquire(int bytes) throws InterruptedException {
        long until = System.nanoTime() + delayNanos(bytes, System.nanoTime());
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}

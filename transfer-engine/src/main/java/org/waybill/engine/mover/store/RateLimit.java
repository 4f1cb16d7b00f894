package org.waybill.engine.mover.store;

import java.util.function.LongSupplier;

/**
 * A bucket of bytes that fills at the rate given: no transfer of ours goes faster, however many threads it has.
 *
 * <p>Times in ns of any clock that does not jump.
 */
final class RateLimit {
    /** How much of the time not used may be caught up. */
    private static final long BURST_NS = 100_000_000;

    private final double bytesPerSecond;
    private final LongSupplier clockNs;
    private long paidUntilNs;

    /** @param bitsPerSecond 0 for no limit */
    RateLimit(long bitsPerSecond, LongSupplier clockNs) {
        this.bytesPerSecond = bitsPerSecond / 8.0;
        this.clockNs = clockNs;
        this.paidUntilNs = clockNs.getAsLong();
    }

    boolean isLimited() {
        return bytesPerSecond > 0;
    }

    /** Takes bytes from the bucket; how long the taker must wait before going on, in ns. */
    synchronized long takeNs(long bytes) {
        if (bytesPerSecond <= 0) {
            return 0;
        }
        long nowNs = clockNs.getAsLong();
        if (nowNs - BURST_NS - paidUntilNs > 0) {
            paidUntilNs = nowNs - BURST_NS;
        }
        paidUntilNs += (long) (bytes / bytesPerSecond * 1e9);
        return Math.max(0, paidUntilNs - nowNs);
    }

    /** The largest read that keeps the flow even: a twentieth of a second's worth. */
    int chunkBytes(int wanted) {
        return bytesPerSecond <= 0 ? wanted : (int) Math.max(1, Math.min(wanted, bytesPerSecond / 20));
    }
}

package org.waybill.engine.session.streams;

import org.waybill.engine.storage.PartialFile;

/**
 * How much one TCP stream may have in flight whose connection leads to another address than the control connection, as
 * to a relay: {@value #TIMES} times what it delivers in the time that a block needs and 250 ms more, and
 * {@value #LEAST_BYTES} bytes at least, so that no relay waits for data, yet none gathers much. Without it the relays'
 * kernels take in tens of megabytes as fast as the first hop brings them, of some streams more than of others, and the
 * transfer ends when the last of these has drained through the slowest hop. Rate and delay are estimated as by BBR
 * (Cardwell et al. 2017): the largest recent delivery rate, the smallest delay. Pure: the clock is the caller's, in
 * nanoseconds.
 */
final class StreamAllowance {
    /** Four full blocks: enough to begin with, and to measure. */
    static final long LEAST_BYTES = 4L * PartialFile.BLOCK_BYTES;

    private static final double TIMES = 2;
    /** Sinks write and acknowledge in bursts. */
    private static final long SPARE_NANOS = 250_000_000;
    /** A rate counts for so long, at most twice: congestion control leaves its largest window and comes back to it. */
    private static final long REMEMBERED_NANOS = 5_000_000_000L;

    private long smallestDelayNanos = Long.MAX_VALUE;
    private double fastest;
    private double fastestBefore;
    private long periodNanos;

    StreamAllowance(long nowNanos) {
        periodNanos = nowNanos;
    }

    /** The number of bytes that may be in flight. */
    long bytes() {
        if (smallestDelayNanos == Long.MAX_VALUE) {
            return LEAST_BYTES;
        }
        double bytesPerNano = Math.max(fastest, fastestBefore);
        return Math.max(LEAST_BYTES, (long) (TIMES * bytesPerNano * (smallestDelayNanos + SPARE_NANOS)));
    }

    /**
     * A block was acknowledged.
     *
     * @param takenNanos when it was handed out
     * @param deliveredBytes what the stream has delivered since then, this block included
     */
    void acknowledged(long takenNanos, long deliveredBytes, long nowNanos) {
        long delayNanos = Math.max(1, nowNanos - takenNanos);
        smallestDelayNanos = Math.min(smallestDelayNanos, delayNanos);
        if (nowNanos - periodNanos > REMEMBERED_NANOS) {
            fastestBefore = fastest;
            fastest = 0;
            periodNanos = nowNanos;
        }
        fastest = Math.max(fastest, (double) deliveredBytes / delayNanos);
    }
}

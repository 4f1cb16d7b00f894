package org.waybill.engine.overlay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a relay has forwarded. Its traversal bandwidth (Anglano and Canonico, section 2) is how fast it was seen to take
 * bytes from one link and have them accepted by the next, waiting for the first link not counted.
 */
public final class RelayMeter {
    private static final long WINDOW_BYTES = 4 << 20;

    private final LongAdder forwarded = new LongAdder();
    private final AtomicLong traversal = new AtomicLong();
    private final AtomicInteger circuits = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();

    void forwarded(int bytes) {
        forwarded.add(bytes);
    }

    /** A piece of at least 4 MiB went through in so long, waiting for its bytes not counted. */
    void traversed(long bytes, long busyNanos) {
        if (bytes >= WINDOW_BYTES && busyNanos > 0) {
            long rate = (long) (bytes * 8e9 / busyNanos);
            traversal.updateAndGet(old -> old == 0 ? rate : (long) (0.7 * old + 0.3 * rate));
        }
    }

    AtomicInteger circuitGauge() {
        return circuits;
    }

    AtomicInteger streamGauge() {
        return streams;
    }

    /** Bytes in all, both ways. */
    public long forwardedBytes() {
        return forwarded.sum();
    }

    /** 0 while nothing was measured. */
    public long traversalBitsPerSecond() {
        return traversal.get();
    }

    /** Paths that stand now. */
    public int circuits() {
        return circuits.get();
    }

    /** Streams that are forwarded now. */
    public int streams() {
        return streams.get();
    }
}

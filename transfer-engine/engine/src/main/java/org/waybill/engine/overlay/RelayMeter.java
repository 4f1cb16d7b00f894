package org.waybill.engine.overlay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a relay has forwarded. Its traversal bandwidth (Anglano and Canonico, section 2) is how fast it was seen to take
 * bytes from one link and give them to the next, waiting for either link not counted.
 */
public final class RelayMeter {
    private final LongAdder forwarded = new LongAdder();
    private final LongAdder byDatagrams = new LongAdder();
    private final AtomicLong traversal = new AtomicLong();
    private final AtomicInteger circuits = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();

    void forwarded(int bytes) {
        forwarded.add(bytes);
    }

    /**
     * A few MiB went through, and the fastest write among them took this number of bytes a nanosecond. The others
     * waited for the next hop, whose rate is not ours; reading costs as much again.
     */
    void traversed(double fastestBytesPerNano) {
        if (fastestBytesPerNano > 0) {
            long rate = (long) (fastestBytesPerNano * 8e9 / 2);
            traversal.updateAndGet(old -> old == 0 ? rate : (long) (0.7 * old + 0.3 * rate));
        }
    }

    void cameByDatagrams() {
        byDatagrams.increment();
    }

    AtomicInteger circuitGauge() {
        return circuits;
    }

    AtomicInteger streamGauge() {
        return streams;
    }

    /** Bytes in total, in both directions. */
    public long forwardedBytes() {
        return forwarded.sum();
    }

    /** Streams in total that came by datagrams from the hop before. */
    public long streamsByDatagrams() {
        return byDatagrams.sum();
    }

    /** 0 while nothing was measured. */
    public long traversalBitsPerSecond() {
        return traversal.get();
    }

    /** Paths that exist now. */
    public int circuits() {
        return circuits.get();
    }

    /** Streams that are forwarded now. */
    public int streams() {
        return streams.get();
    }
}

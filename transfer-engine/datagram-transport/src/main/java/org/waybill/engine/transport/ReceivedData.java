package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Which bytes of a transfer are there. All channels of a transfer share one. Thread-safe; writes happen outside the
 * lock, so that channels store in parallel.
 */
public final class ReceivedData {
    /** Bounds the memory that a peer can make us spend on fragments. */
    static final int MAX_RANGES = 1 << 17;

    private final DataSink sink;
    private final RangeSet there;
    private long storedBytes;
    private int writesUnderWay;
    private long totalBytes = -1;

    /** @param resumed what the destination has from an earlier run */
    public ReceivedData(DataSink sink, List<RangeSet.Range> resumed) {
        this.sink = sink;
        there = RangeSet.of(resumed);
    }

    /** What {@link #store} returns when there is no room: the datagram must not be acknowledged. */
    static final long REFUSED = -1;

    /** Stores what of the data is new; returns how many bytes that were, 0 for a duplicate, or {@link #REFUSED}. */
    long store(long offset, ByteBuffer data) throws IOException {
        long end = offset + data.remaining();
        List<RangeSet.Range> fresh;
        // asked before the lock is taken: a sink may ask us while it holds its own
        long limit = sink.limitBytes();
        synchronized (this) {
            if (end > limit
                    || totalBytes >= 0 && end > totalBytes
                    || there.rangeCount() >= MAX_RANGES && !there.touches(offset, end)) {
                return REFUSED;
            }
            fresh = there.add(offset, end);
            if (fresh.isEmpty()) {
                return 0;
            }
            writesUnderWay++;
        }
        int start = data.position();
        long stored = 0;
        for (RangeSet.Range range : fresh) {
            sink.write(range.start(), data.slice(start + (int) (range.start() - offset), (int) range.length()));
            stored += range.length();
        }
        synchronized (this) {
            storedBytes += stored;
            writesUnderWay--;
        }
        return stored;
    }

    /**
     * Learns the total length.
     *
     * @return false if that contradicts what is known
     */
    public synchronized boolean end(long total) {
        boolean agrees = totalBytes < 0 ? there.highestEnd() <= total : totalBytes == total;
        if (agrees) {
            totalBytes = total;
        }
        return agrees;
    }

    /** Whether every byte is stored and the total is known. */
    public synchronized boolean isComplete() {
        return totalBytes >= 0 && there.bytes() == totalBytes && writesUnderWay == 0;
    }

    /** New bytes stored in this run. */
    public synchronized long storedBytes() {
        return storedBytes;
    }

    /** Everything below is there. */
    public synchronized long contiguousBytes() {
        return there.contiguousFromZero();
    }

    public long limitBytes() {
        return sink.limitBytes();
    }

    /** The total length, -1 while unknown. */
    public synchronized long totalBytes() {
        return totalBytes;
    }

    /** What is there, for a ledger. */
    public synchronized List<RangeSet.Range> ranges() {
        return there.ranges();
    }
}

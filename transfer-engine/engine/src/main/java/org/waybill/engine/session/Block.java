package org.waybill.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.RecordFormat;

/** A block's payload in memory, shared by all who still need it and given back to its pool by the last one. */
public final class Block {
    public final byte[] payload = new byte[RecordFormat.MAX_PAYLOAD];

    private final BlockPool pool;
    private final AtomicInteger holders = new AtomicInteger();

    private long number;
    private int length;
    private int contentBytes;
    private List<Segment> segments = new ArrayList<>();

    /** Where a part of the block belongs. */
    public record Segment(int entry, long offset, int length) {}

    Block(BlockPool pool) {
        this.pool = pool;
    }

    /** Empty, numbered and held once. */
    public Block reset(long blockNumber) {
        number = blockNumber;
        BlockPayload.putNumber(payload, blockNumber);
        length = BlockPayload.HEADER;
        contentBytes = 0;
        segments = new ArrayList<>(1);
        holders.set(1);
        return this;
    }

    /** Filled from outside, up to {@code payloadLength}. */
    public void received(long blockNumber, int payloadLength) {
        number = blockNumber;
        length = payloadLength;
    }

    /** Whether a segment of this length still fits. */
    public boolean hasRoom(int bytes) {
        return contentBytes + bytes <= RecordFormat.MAX_CONTENT
                && length + BlockPayload.SEGMENT_HEADER + bytes <= RecordFormat.MAX_PAYLOAD;
    }

    /** Adds a segment's header and returns where its content is to be put. */
    public int addSegment(int entry, long offset, int bytes) {
        BlockPayload.putSegmentHeader(payload, length, entry, offset, bytes);
        int start = length + BlockPayload.SEGMENT_HEADER;
        length = start + bytes;
        contentBytes += bytes;
        segments.add(new Segment(entry, offset, bytes));
        return start;
    }

    /** Takes the last segment back if it is of this entry: its content could not be read. */
    public void dropSegment(int entry) {
        if (!segments.isEmpty() && segments.getLast().entry() == entry) {
            int bytes = segments.removeLast().length();
            length -= BlockPayload.SEGMENT_HEADER + bytes;
            contentBytes -= bytes;
        }
    }

    public long number() {
        return number;
    }

    public int length() {
        return length;
    }

    public int contentBytes() {
        return contentBytes;
    }

    public List<Segment> segments() {
        return segments;
    }

    public Block retain() {
        holders.incrementAndGet();
        return this;
    }

    /** Whether it may be held until another one has come; then {@link #releaseEarly} gives it back. */
    public boolean tryKeepEarly() {
        return pool.tryKeepEarly();
    }

    public void releaseEarly() {
        pool.noLongerEarly();
        release();
    }

    public void release() {
        if (holders.decrementAndGet() == 0) {
            pool.giveBack(this);
        }
    }
}

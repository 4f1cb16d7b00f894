package org.waybill.engine.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.RangeSet;

/**
 * Which bytes of a partial file are there: what was written, and what the ledger of an earlier run claims and the
 * content confirms. Some of these come again as samples, to see whether the source is still the one that the rest came
 * from.
 */
final class ArrivedBlocks implements Closeable {
    /** A ledger's blocks may be larger by this, if another version wrote it; others are sent again. */
    private static final int LARGEST_CLAIM_BYTES = 4 * PartialFile.BLOCK_BYTES;

    private static final int MOST_SAMPLES = 16;
    private static final int SAMPLE_BYTES = 64 << 10;

    private final long sizeBytes;
    private final @Nullable BlockLedger ledger;
    private final RangeSet written = new RangeSet();
    private volatile List<RangeSet.Range> samples = List.of();
    private volatile boolean contradicted;

    /**
     * @param sizeBytes of the source
     * @param ledger closed with this; null for a file that is not resumed
     */
    ArrivedBlocks(long sizeBytes, @Nullable BlockLedger ledger) {
        this.sizeBytes = sizeBytes;
        this.ledger = ledger;
    }

    /** Believes of the ledger what the content confirms. */
    void takeUp(BlockChannel blocks) throws IOException {
        List<BlockLedger.Entry> claims = ledger == null ? List.of() : ledger.found();
        ByteBuffer buffer = ByteBuffer.allocate(LARGEST_CLAIM_BYTES);
        for (BlockLedger.Entry claim : claims) {
            if (claim.length() <= buffer.capacity() && claim.offset() + claim.length() <= sizeBytes) {
                buffer.clear().limit(claim.length());
                blocks.readFully(buffer, claim.offset());
                if (BlockLedger.crc(buffer.array(), 0, claim.length()) == claim.crc32c()) {
                    written.add(claim.offset(), claim.offset() + claim.length());
                }
            }
        }
    }

    boolean isKept() {
        return ledger != null;
    }

    /** What is there already, in order. */
    synchronized List<RangeSet.Range> present() {
        return written.ranges();
    }

    synchronized long presentBytes() {
        return written.bytes();
    }

    synchronized List<RangeSet.Range> missingBelow(long end) {
        return written.missingBelow(end);
    }

    synchronized long endOfRun(long position) {
        return written.endOfRun(position);
    }

    /**
     * Notes a block that was written.
     *
     * @return how many of its bytes were not there before
     */
    long add(long offset, byte[] content, int start, int length) throws IOException {
        if (ledger != null) {
            ledger.append(new BlockLedger.Entry(offset, length, BlockLedger.crc(content, start, length)));
        }
        synchronized (this) {
            long before = written.bytes();
            written.add(offset, offset + length);
            return written.bytes() - before;
        }
    }

    /** Takes samples out of what is there: the first and the last bytes, and more in between. */
    synchronized void takeSamples() {
        List<RangeSet.Range> found = written.ranges();
        RangeSet taken = new RangeSet();
        for (int i = 0; i < MOST_SAMPLES; i++) {
            long nth = Math.max(0, written.bytes() - SAMPLE_BYTES) * i / (MOST_SAMPLES - 1);
            for (RangeSet.Range range : found) {
                if (nth < range.length()) {
                    taken.add(range.start() + nth, Math.min(range.end(), range.start() + nth + SAMPLE_BYTES));
                    break;
                }
                nth -= range.length();
            }
        }
        written.clear();
        for (RangeSet.Range range : found) {
            for (RangeSet.Range kept : taken.missingBelow(sizeBytes)) {
                if (kept.start() < range.end() && range.start() < kept.end()) {
                    written.add(Math.max(kept.start(), range.start()), Math.min(kept.end(), range.end()));
                }
            }
        }
        samples = taken.ranges();
    }

    /** Whether a sample that came again is not what was there. */
    boolean isContradicted() {
        return contradicted;
    }

    /** Compares what comes with what is there, before it is written. */
    void compare(BlockChannel blocks, long offset, byte[] content, int start, int length) throws IOException {
        for (RangeSet.Range range : samples) {
            long from = Math.max(range.start(), offset);
            long to = Math.min(range.end(), offset + length);
            if (from < to) {
                ByteBuffer there = ByteBuffer.allocate((int) (to - from));
                blocks.readFully(there, from);
                contradicted |= !there.flip()
                        .equals(ByteBuffer.wrap(content, start + (int) (from - offset), (int) (to - from)));
            }
        }
    }

    /** Nothing is there. */
    void clear() throws IOException {
        synchronized (this) {
            written.clear();
            samples = List.of();
            contradicted = false;
        }
        if (ledger != null) {
            ledger.clear();
        }
    }

    /** Removes the ledger; to be called before it is closed. */
    void forget() throws IOException {
        if (ledger != null) {
            ledger.delete();
        }
    }

    @Override
    public void close() throws IOException {
        if (ledger != null) {
            ledger.close();
        }
    }
}

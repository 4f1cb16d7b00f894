package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.waybill.engine.transport.RangeSet;

/** Places of a file that come again, to see whether the source is still the one that the rest came from. */
final class SourceSamples {
    private static final int MOST = 16;
    private static final int BYTES = 64 << 10;

    private volatile List<RangeSet.Range> ranges = List.of();
    private volatile boolean contradicted;

    /** Takes them out of what is there: the first and the last bytes, and more in between. */
    void takeFrom(RangeSet present, long sizeBytes) {
        List<RangeSet.Range> found = present.ranges();
        RangeSet taken = new RangeSet();
        for (int i = 0; i < MOST; i++) {
            long nth = Math.max(0, present.bytes() - BYTES) * i / (MOST - 1);
            for (RangeSet.Range range : found) {
                if (nth < range.length()) {
                    taken.add(range.start() + nth, Math.min(range.end(), range.start() + nth + BYTES));
                    break;
                }
                nth -= range.length();
            }
        }
        present.clear();
        for (RangeSet.Range range : found) {
            for (RangeSet.Range kept : taken.missingBelow(sizeBytes)) {
                if (kept.start() < range.end() && range.start() < kept.end()) {
                    present.add(Math.max(kept.start(), range.start()), Math.min(kept.end(), range.end()));
                }
            }
        }
        ranges = taken.ranges();
    }

    boolean isContradicted() {
        return contradicted;
    }

    /** Compares what comes with what is there, before it is written. */
    void compare(PartialFile file, long offset, byte[] content, int start, int length) throws IOException {
        for (RangeSet.Range range : ranges) {
            long from = Math.max(range.start(), offset);
            long to = Math.min(range.end(), offset + length);
            if (from < to) {
                ByteBuffer there = ByteBuffer.allocate((int) (to - from));
                file.readFully(there, from);
                contradicted |= !there.flip()
                        .equals(ByteBuffer.wrap(content, start + (int) (from - offset), (int) (to - from)));
            }
        }
    }

    void clear() {
        ranges = List.of();
        contradicted = false;
    }
}

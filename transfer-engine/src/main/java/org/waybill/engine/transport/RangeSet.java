package org.waybill.engine.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of byte offsets, kept as disjoint half-open ranges that do not touch. Offsets are not negative. */
public final class RangeSet {
    /** The bytes {@code start} to {@code end - 1}. */
    public record Range(long start, long end) {
        public Range {
            if (start < 0 || end < start) {
                throw new IllegalArgumentException("range " + start + ".." + end);
            }
        }

        public long length() {
            return end - start;
        }
    }

    private final TreeMap<Long, Long> endByStart = new TreeMap<>();
    private long bytes;

    public static RangeSet of(List<Range> ranges) {
        RangeSet set = new RangeSet();
        ranges.forEach(range -> set.add(range.start(), range.end()));
        return set;
    }

    /** Adds a range; returns the parts of it that were not in the set before, ascending. */
    public List<Range> add(long start, long end) {
        if (end <= start) {
            return List.of();
        }
        Map.Entry<Long, Long> before = endByStart.floorEntry(start);
        if (before != null && before.getValue() >= end) {
            return List.of();
        }
        List<Range> added = new ArrayList<>(1);
        long mergedStart = start;
        long mergedEnd = end;
        long from = start;
        if (before != null && before.getValue() >= start) {
            mergedStart = before.getKey();
            from = before.getValue();
        }
        Map.Entry<Long, Long> after = endByStart.higherEntry(start);
        while (after != null && after.getKey() <= end) {
            if (after.getKey() > from) {
                added.add(new Range(from, after.getKey()));
            }
            from = after.getValue();
            mergedEnd = Math.max(mergedEnd, from);
            endByStart.remove(after.getKey());
            after = endByStart.higherEntry(start);
        }
        if (from < end) {
            added.add(new Range(from, end));
        }
        endByStart.put(mergedStart, mergedEnd);
        added.forEach(range -> bytes += range.length());
        return added;
    }

    public boolean contains(long start, long end) {
        Map.Entry<Long, Long> before = endByStart.floorEntry(start);
        return end <= start || before != null && before.getValue() >= end;
    }

    /** The number of offsets in the set. */
    public long bytes() {
        return bytes;
    }

    public int rangeCount() {
        return endByStart.size();
    }

    /** The end of the range that begins at 0; 0 if there is none. */
    public long contiguousFromZero() {
        Long end = endByStart.get(0L);
        return end == null ? 0 : end;
    }

    /** The end of the last range; 0 for an empty set. */
    public long highestEnd() {
        Map.Entry<Long, Long> last = endByStart.lastEntry();
        return last == null ? 0 : last.getValue();
    }

    /** Whether an addition would join or extend ranges instead of making one more. */
    boolean touches(long start, long end) {
        Map.Entry<Long, Long> before = endByStart.floorEntry(end);
        return before != null && before.getValue() >= start;
    }

    public List<Range> ranges() {
        List<Range> ranges = new ArrayList<>(endByStart.size());
        endByStart.forEach((start, end) -> ranges.add(new Range(start, end)));
        return ranges;
    }

    /** What of 0 to {@code total - 1} is not in the set. */
    public List<Range> missingBelow(long total) {
        List<Range> missing = new ArrayList<>();
        long from = 0;
        for (Map.Entry<Long, Long> range : endByStart.entrySet()) {
            if (range.getKey() >= total) {
                break;
            }
            if (range.getKey() > from) {
                missing.add(new Range(from, range.getKey()));
            }
            from = range.getValue();
        }
        if (from < total) {
            missing.add(new Range(from, total));
        }
        return missing;
    }
}

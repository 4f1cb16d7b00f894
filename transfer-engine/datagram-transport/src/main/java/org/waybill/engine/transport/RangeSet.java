package org.waybill.engine.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

    /** A range's end, which moves while the range grows. */
    private static final class Run {
        long end;

        Run(long end) {
            this.end = end;
        }
    }

    private final TreeMap<Long, Run> byStart = new TreeMap<>();
    private long bytes;
    /** The range that grew last, and where the one behind it begins: data in order need no search. */
    private @Nullable Run growing;

    private long growingBelow;

    public static RangeSet of(List<Range> ranges) {
        RangeSet set = new RangeSet();
        ranges.forEach(range -> set.add(range.start(), range.end()));
        return set;
    }

    /** Adds a range; returns the parts of it that were not in the set before, ascending. */
    public List<Range> add(long start, long end) {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("range " + start + ".." + end);
        }
        if (end == start) {
            return List.of();
        }
        Run run = growing;
        if (run != null && run.end == start && end < growingBelow) {
            run.end = end;
            bytes += end - start;
            return List.of(new Range(start, end));
        }
        return merge(start, end);
    }

    private List<Range> merge(long start, long end) {
        Map.Entry<Long, Run> before = byStart.floorEntry(start);
        if (before != null && before.getValue().end >= end) {
            return List.of();
        }
        List<Range> added = new ArrayList<>(1);
        long from = start;
        Run run;
        if (before != null && before.getValue().end >= start) {
            run = before.getValue();
            from = run.end;
            run.end = end;
        } else {
            run = new Run(end);
            byStart.put(start, run);
        }
        Map.Entry<Long, Run> after = byStart.higherEntry(start);
        while (after != null && after.getKey() <= end) {
            if (after.getKey() > from) {
                added.add(new Range(from, after.getKey()));
            }
            from = after.getValue().end;
            run.end = Math.max(run.end, from);
            byStart.remove(after.getKey());
            after = byStart.higherEntry(start);
        }
        if (from < end) {
            added.add(new Range(from, end));
        }
        added.forEach(range -> bytes += range.length());
        growing = run;
        growingBelow = after == null ? Long.MAX_VALUE : after.getKey();
        return added;
    }

    public void clear() {
        byStart.clear();
        growing = null;
        bytes = 0;
    }

    /** Where the range that {@code position} is in ends; {@code position} itself if it is in none. */
    public long endOfRun(long position) {
        Map.Entry<Long, Run> run = byStart.floorEntry(position);
        return run == null ? position : Math.max(position, run.getValue().end);
    }

    public boolean contains(long start, long end) {
        Map.Entry<Long, Run> before = byStart.floorEntry(start);
        return end <= start || before != null && before.getValue().end >= end;
    }

    /** The number of offsets in the set. */
    public long bytes() {
        return bytes;
    }

    public int rangeCount() {
        return byStart.size();
    }

    /** The end of the range that begins at 0; 0 if there is none. */
    public long contiguousFromZero() {
        Run first = byStart.get(0L);
        return first == null ? 0 : first.end;
    }

    /** The end of the last range; 0 for an empty set. */
    public long highestEnd() {
        Map.Entry<Long, Run> last = byStart.lastEntry();
        return last == null ? 0 : last.getValue().end;
    }

    /** Whether an addition would join or extend ranges instead of making one more. */
    boolean touches(long start, long end) {
        Map.Entry<Long, Run> before = byStart.floorEntry(end);
        return before != null && before.getValue().end >= start;
    }

    public List<Range> ranges() {
        List<Range> ranges = new ArrayList<>(byStart.size());
        byStart.forEach((start, run) -> ranges.add(new Range(start, run.end)));
        return ranges;
    }

    /** What of 0 to {@code total - 1} is not in the set. */
    public List<Range> missingBelow(long total) {
        List<Range> missing = new ArrayList<>();
        long from = 0;
        for (Map.Entry<Long, Run> range : byStart.entrySet()) {
            if (range.getKey() >= total) {
                break;
            }
            if (range.getKey() > from) {
                missing.add(new Range(from, range.getKey()));
            }
            from = range.getValue().end;
        }
        if (from < total) {
            missing.add(new Range(from, total));
        }
        return missing;
    }
}

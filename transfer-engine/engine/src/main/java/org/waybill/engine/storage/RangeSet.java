package org.waybill.engine.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Ranges of bytes, merged where they touch. Not safe for several threads. */
public final class RangeSet {
    private final TreeMap<Long, Long> endByStart = new TreeMap<>();
    private long bytes;

    /** Bytes from {@code start} to before {@code end}. */
    public record Range(long start, long end) {
        public long length() {
            return end - start;
        }
    }

    /** Adds a range; returns how many of its bytes were new. */
    public long add(long start, long end) {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("range " + start + ".." + end);
        }
        if (start == end) {
            return 0;
        }
        long before = bytes;
        long from = start;
        long to = end;
        Map.Entry<Long, Long> left = endByStart.floorEntry(start);
        if (left != null && left.getValue() >= start) {
            from = left.getKey();
            to = Math.max(to, left.getValue());
        }
        for (Map.Entry<Long, Long> inner = endByStart.ceilingEntry(from);
                inner != null && inner.getKey() <= to;
                inner = endByStart.ceilingEntry(from)) {
            to = Math.max(to, inner.getValue());
            bytes -= inner.getValue() - inner.getKey();
            endByStart.remove(inner.getKey());
        }
        endByStart.put(from, to);
        bytes += to - from;
        return bytes - before;
    }

    /** Where the run of present bytes that {@code position} lies in ends; {@code position} itself if it is absent. */
    public long endOfRun(long position) {
        Map.Entry<Long, Long> run = endByStart.floorEntry(position);
        return run == null ? position : Math.max(position, run.getValue());
    }

    /** All bytes present. */
    public long bytes() {
        return bytes;
    }

    public void clear() {
        endByStart.clear();
        bytes = 0;
    }

    /** How many ranges do not touch each other. */
    public int pieces() {
        return endByStart.size();
    }

    public List<Range> ranges() {
        List<Range> ranges = new ArrayList<>(endByStart.size());
        endByStart.forEach((start, end) -> ranges.add(new Range(start, end)));
        return ranges;
    }

    /** What of {@code 0..size} is absent, in order. */
    public List<Range> missing(long size) {
        List<Range> missing = new ArrayList<>();
        long at = 0;
        for (Map.Entry<Long, Long> run : endByStart.entrySet()) {
            if (run.getKey() >= size) {
                break;
            }
            if (run.getKey() > at) {
                missing.add(new Range(at, run.getKey()));
            }
            at = run.getValue();
        }
        if (at < size) {
            missing.add(new Range(at, size));
        }
        return missing;
    }
}

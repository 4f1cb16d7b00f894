package org.waybill.engine.transport;

import java.util.ArrayDeque;
import java.util.List;
import org.waybill.engine.transport.RangeSet.Range;

/** Fresh data of a single channel: the ranges that the destination lacks, or a live stream as it grows. */
public final class UnsentRanges {
    private final DataSource source;
    private final ArrayDeque<Range> waiting;
    private long position;
    private long end;

    private UnsentRanges(DataSource source, List<Range> ranges) {
        this.source = source;
        waiting = new ArrayDeque<>(ranges);
    }

    /** Sends these ranges of a source of known length. */
    public static UnsentRanges of(DataSource source, List<Range> ranges) {
        return new UnsentRanges(source, ranges);
    }

    /** Sends everything from the beginning, whether the length is known or not. */
    public static UnsentRanges whole(DataSource source) {
        return new UnsentRanges(source, List.of(new Range(0, Long.MAX_VALUE)));
    }

    /** Where the next fresh byte is, or -1 if there is none now. */
    public long nextOffset() {
        while (position == end && !waiting.isEmpty()) {
            Range range = waiting.poll();
            position = range.start();
            end = range.end();
        }
        return position < reachable() ? position : -1;
    }

    private long reachable() {
        return Math.min(end, source.availableBytes());
    }

    /** How many bytes can be taken from {@link #nextOffset} on. */
    public long contiguousBytes() {
        return Math.max(0, reachable() - position);
    }

    /** The sender has taken this many bytes. */
    public void onTaken(long bytes) {
        position += bytes;
    }

    /** Whether there will never be more. */
    public boolean isExhausted() {
        long total = source.totalBytes();
        boolean rangeDone = position == end || total >= 0 && position >= total;
        return rangeDone && waiting.stream().allMatch(range -> total >= 0 && range.start() >= total);
    }
}

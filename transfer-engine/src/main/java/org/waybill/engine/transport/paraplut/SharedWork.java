package org.waybill.engine.transport.paraplut;

import java.util.ArrayDeque;
import java.util.List;
import org.waybill.engine.transport.FreshData;
import org.waybill.engine.transport.RangeSet.Range;

/**
 * The data of one transfer, shared out among channels in proportion to their rates (Lu 2011, section 6.2.1): a channel
 * takes a portion that lasts it about as long as the others' portions last them, and the next one when it is through.
 * So the shares follow the rates by themselves, and no channel is left with a large rest at the end. Thread-safe; each
 * share belongs to one channel's thread.
 */
public final class SharedWork {
    private static final double PORTION_SECONDS = 0.1;
    private static final long LEAST_PORTION_BYTES = 64 * 1024;

    private final ArrayDeque<Range> waiting;
    private long waitingBytes;

    public SharedWork(List<Range> ranges) {
        waiting = new ArrayDeque<>(ranges);
        ranges.forEach(range -> waitingBytes += range.length());
    }

    private synchronized Range take(long wanted) {
        Range first = waiting.poll();
        if (first == null) {
            return new Range(0, 0);
        }
        long bytes = Math.min(first.length(), wanted);
        if (bytes < first.length()) {
            waiting.addFirst(new Range(first.start() + bytes, first.end()));
        }
        waitingBytes -= bytes;
        return new Range(first.start(), first.start() + bytes);
    }

    /** Data that a channel could not deliver; others take it over. */
    public synchronized void giveBack(List<Range> ranges) {
        for (Range range : ranges) {
            waiting.addFirst(range);
            waitingBytes += range.length();
        }
    }

    /** Bytes that no channel has taken. */
    public synchronized long waitingBytes() {
        return waitingBytes;
    }

    /** A channel's share. */
    public Share share() {
        return new Share();
    }

    /** What one channel takes of the work. */
    public final class Share implements FreshData {
        private volatile double bytesPerSecond;
        private volatile boolean closed;
        private long position;
        private long end;

        private Share() {}

        /** Tells the channel's present rate, from which the size of its portions follows. */
        public void rate(double dataBitsPerSecond) {
            bytesPerSecond = dataBitsPerSecond / 8;
        }

        /** Takes no more: the channel is to be retired. */
        public void close() {
            closed = true;
        }

        @Override
        public long nextOffset() {
            if (position == end && !closed) {
                Range portion = take(Math.max(LEAST_PORTION_BYTES, (long) (bytesPerSecond * PORTION_SECONDS)));
                position = portion.start();
                end = portion.end();
            }
            return position < end ? position : -1;
        }

        @Override
        public long contiguousBytes() {
            return end - position;
        }

        @Override
        public void onTaken(long bytes) {
            position += bytes;
        }

        @Override
        public boolean isExhausted() {
            return position == end && !closed && waitingBytes() == 0;
        }
    }
}

package org.waybill.engine.transport;

import java.util.ArrayDeque;
import org.waybill.engine.transport.RangeSet.Range;

/**
 * What to send next: lost data first, then copies that are due, then fresh data. The first and third tier of Lu 2011,
 * section 6.1.1.1, without the buffers: an entry is a place in the source, from which data is read again when it is
 * sent again. A copy is an insurance: it goes out although nothing says that it is needed.
 */
final class SendQueue {
    private final UnsentRanges fresh;
    /** Where each lost range starts and ends; the start moves while it is sent. */
    private final ArrayDeque<long[]> lost = new ArrayDeque<>();

    private final ArrayDeque<Copy> copies = new ArrayDeque<>();

    private long offset;
    private int bytes;
    private boolean again;
    private boolean copy;

    /** Data to send once more when this number of packets has gone out, or when there is nothing else to send. */
    private record Copy(Range range, long duePacket) {}

    SendQueue(UnsentRanges fresh) {
        this.fresh = fresh;
    }

    /** Queues lost data; it joins the range before it when it continues that. */
    void addLost(long start, int length) {
        long[] last = lost.peekLast();
        if (last != null && last[1] == start) {
            last[1] = start + length;
        } else {
            lost.add(new long[] {start, start + length});
        }
    }

    /** Has data that was sent sent once more, no sooner than with {@code duePacket} unless there is nothing to do. */
    void addCopy(long start, int length, long duePacket) {
        copies.add(new Copy(new Range(start, start + length), duePacket));
    }

    /**
     * Chooses what to send.
     *
     * @param limitOffset fresh data at or above is not sent
     * @param packet the number of the packet it will travel in
     * @return false if there is nothing now; else {@link #offset}, {@link #bytes} and {@link #again} show what
     */
    boolean choose(long limitOffset, long packet) {
        again = true;
        copy = false;
        long[] first = lost.peek();
        if (first != null) {
            offset = first[0];
            bytes = (int) Math.min(Integer.MAX_VALUE, first[1] - offset);
            return true;
        }
        Copy next = copies.peek();
        if (next != null && next.duePacket() <= packet) {
            return choose(next);
        }
        if (chooseFresh(limitOffset)) {
            return true;
        }
        return next != null && choose(next);
    }

    private boolean choose(Copy next) {
        offset = next.range().start();
        bytes = (int) next.range().length();
        again = true;
        copy = true;
        return true;
    }

    private boolean chooseFresh(long limitOffset) {
        again = false;
        offset = fresh.nextOffset();
        if (offset < 0 || offset >= limitOffset) {
            return false;
        }
        bytes = (int) Math.min(Integer.MAX_VALUE, Math.min(fresh.contiguousBytes(), limitOffset - offset));
        return bytes > 0;
    }

    long offset() {
        return offset;
    }

    int bytes() {
        return bytes;
    }

    /** Whether it has been sent before. */
    boolean again() {
        return again;
    }

    /** Whether it is on its way already. */
    boolean copy() {
        return copy;
    }

    /** The first {@code taken} bytes of what was chosen have been sent. */
    void onTaken(int taken) {
        if (!again) {
            fresh.onTaken(taken);
            return;
        }
        if (copy) {
            Copy first = copies.remove();
            if (taken < first.range().length()) {
                copies.addFirst(new Copy(
                        new Range(first.range().start() + taken, first.range().end()), first.duePacket()));
            }
            return;
        }
        long[] range = lost.element();
        range[0] += taken;
        if (range[0] == range[1]) {
            lost.remove();
        }
    }

    /** Whether everything has been sent once and nothing waits to be sent again. */
    boolean isExhausted() {
        return lost.isEmpty() && fresh.isExhausted();
    }
}

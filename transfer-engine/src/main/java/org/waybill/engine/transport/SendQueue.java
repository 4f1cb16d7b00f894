package org.waybill.engine.transport;

/**
 * What to send next: lost data first, then fresh data. The first and third tier of Lu 2011, section 6.1.1.1, without
 * the buffers: an entry is a place in the source, from which data is read again when it is sent again.
 */
final class SendQueue {
    private final FreshData fresh;
    private long[] lostStart = new long[64];
    private long[] lostEnd = new long[64];
    private int head;
    private int size;

    private long offset;
    private int bytes;
    private boolean again;

    SendQueue(FreshData fresh) {
        this.fresh = fresh;
    }

    /** Queues lost data; it joins the range before it when it continues that. */
    void addLost(long start, int length) {
        if (size > 0) {
            int last = index(size - 1);
            if (lostEnd[last] == start) {
                lostEnd[last] = start + length;
                return;
            }
        }
        if (size == lostStart.length) {
            grow();
        }
        int slot = index(size++);
        lostStart[slot] = start;
        lostEnd[slot] = start + length;
    }

    private void grow() {
        long[] starts = new long[2 * size];
        long[] ends = new long[2 * size];
        for (int i = 0; i < size; i++) {
            starts[i] = lostStart[index(i)];
            ends[i] = lostEnd[index(i)];
        }
        lostStart = starts;
        lostEnd = ends;
        head = 0;
    }

    private int index(int i) {
        return (head + i) % lostStart.length;
    }

    /**
     * Chooses what to send.
     *
     * @param limitOffset fresh data at or above is not sent
     * @return false if there is nothing now; else {@link #offset}, {@link #bytes} and {@link #again} tell what
     */
    boolean choose(long limitOffset) {
        if (size > 0) {
            offset = lostStart[head];
            bytes = (int) Math.min(Integer.MAX_VALUE, lostEnd[head] - offset);
            again = true;
            return true;
        }
        offset = fresh.nextOffset();
        if (offset < 0 || offset >= limitOffset) {
            return false;
        }
        bytes = (int) Math.min(Integer.MAX_VALUE, Math.min(fresh.contiguousBytes(), limitOffset - offset));
        again = false;
        return bytes > 0;
    }

    long offset() {
        return offset;
    }

    int bytes() {
        return bytes;
    }

    boolean again() {
        return again;
    }

    /** The first {@code taken} bytes of what was chosen have been sent. */
    void onTaken(int taken) {
        if (!again) {
            fresh.onTaken(taken);
            return;
        }
        lostStart[head] += taken;
        if (lostStart[head] == lostEnd[head]) {
            head = (head + 1) % lostStart.length;
            size--;
        }
    }

    /** Whether there is nothing to send now, though more may come. */
    boolean isIdle() {
        return size == 0 && fresh.nextOffset() < 0;
    }

    /** Whether everything has been sent once and nothing waits to be sent again. */
    boolean isExhausted() {
        return size == 0 && fresh.isExhausted();
    }
}

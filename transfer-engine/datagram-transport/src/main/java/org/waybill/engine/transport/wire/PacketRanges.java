package org.waybill.engine.transport.wire;

import java.util.Arrays;

/** Ascending, disjoint, inclusive ranges of packet numbers; a bounded list without an object per range. */
public final class PacketRanges {
    /** The most ranges one acknowledgement carries; it then fits the base datagram of 1,200 bytes. */
    public static final int MAX_RANGES = 256;

    public static final PacketRanges NONE = new PacketRanges(0);

    private long[] bounds;
    private int count;

    public PacketRanges(int capacity) {
        bounds = new long[2 * capacity];
    }

    /** Adds a range above all others. */
    public void add(long first, long last) {
        if (last < first || count > 0 && first <= last(count - 1)) {
            throw new IllegalArgumentException("range " + first + ".." + last + " is not above the others");
        }
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, Math.max(8, 2 * bounds.length));
        }
        bounds[2 * count] = first;
        bounds[2 * count + 1] = last;
        count++;
    }

    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public long first(int index) {
        return bounds[2 * index];
    }

    public long last(int index) {
        return bounds[2 * index + 1];
    }

    public boolean contains(long number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (last(middle) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count && first(low) <= number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PacketRanges that
                && count == that.count
                && Arrays.equals(bounds, 0, 2 * count, that.bounds, 0, 2 * count);
    }

    @Override
    public int hashCode() {
        int hash = count;
        for (int i = 0; i < 2 * count; i++) {
            hash = 31 * hash + Long.hashCode(bounds[i]);
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            text.append(i > 0 ? ", " : "").append(first(i)).append("..").append(last(i));
        }
        return text.append(']').toString();
    }
}

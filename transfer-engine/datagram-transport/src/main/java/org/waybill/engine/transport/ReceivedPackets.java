package org.waybill.engine.transport;

import org.waybill.engine.transport.wire.FrameCodec;
import org.waybill.engine.transport.wire.PacketRanges;

/** Which packet numbers have arrived, in a ring of bits above a floor that the sender moves up. */
final class ReceivedPackets {
    private final int capacity;
    private final long[] arrived;
    private long floor;
    private long largest = -1;

    /** @param capacity power of two, a multiple of 64; at least the sender's window */
    ReceivedPackets(int capacity) {
        if (Integer.bitCount(capacity) != 1 || capacity < Long.SIZE) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two from 64");
        }
        this.capacity = capacity;
        arrived = new long[capacity / Long.SIZE];
    }

    void add(long packetNumber) {
        if (packetNumber < floor) {
            return;
        }
        if (packetNumber > largest) {
            if (packetNumber - floor >= capacity) {
                raiseFloor(packetNumber - capacity + 1);
            }
            largest = packetNumber;
        }
        arrived[word(packetNumber)] |= bit(packetNumber);
    }

    /** Forgets what is below; the sender does not need it any more. */
    void raiseFloor(long newFloor) {
        long through = Math.min(newFloor, floor + capacity);
        for (long number = floor; number < through; number++) {
            if (number % Long.SIZE == 0 && number + Long.SIZE <= through) {
                arrived[word(number)] = 0;
                number += Long.SIZE - 1;
            } else {
                arrived[word(number)] &= ~bit(number);
            }
        }
        floor = Math.max(floor, newFloor);
        largest = Math.max(largest, floor - 1);
    }

    long floor() {
        return floor;
    }

    long largest() {
        return largest;
    }

    boolean has(long packetNumber) {
        return packetNumber < floor
                || packetNumber <= largest && (arrived[word(packetNumber)] & bit(packetNumber)) != 0;
    }

    /** The first number from {@code from} on that is there ({@code present}) or is not; largest + 1 if none. */
    private long next(long from, boolean present) {
        long number = from;
        while (number <= largest) {
            long word = arrived[word(number)];
            long rest = (present ? word : ~word) >>> number;
            if (rest != 0) {
                return Math.min(number + Long.numberOfTrailingZeros(rest), largest + 1);
            }
            number = (number / Long.SIZE + 1) * Long.SIZE;
        }
        return largest + 1;
    }

    /** A list of missing ranges and the window it covers. */
    record Missing(long from, long through, PacketRanges ranges) {}

    /** Lists what is missing from {@code from} (or the floor) on, as far as the list fits into {@code maxBytes}. */
    Missing missingFrom(long from, int maxBytes) {
        PacketRanges ranges = new PacketRanges(8);
        long start = Math.max(from, floor);
        long covered = start;
        int bytes = 0;
        while (true) {
            long first = next(covered, false);
            if (first > largest) {
                return new Missing(start, largest, ranges);
            }
            long last = next(first, true) - 1;
            bytes += FrameCodec.rangeBytes(first - covered, last - first);
            if (bytes > maxBytes || ranges.count() == PacketRanges.MAX_RANGES) {
                return new Missing(start, first - 1, ranges);
            }
            ranges.add(first, last);
            covered = last + 1;
        }
    }

    private int word(long packetNumber) {
        return (int) (packetNumber & capacity - 1) / Long.SIZE;
    }

    private static long bit(long packetNumber) {
        return 1L << packetNumber;
    }
}

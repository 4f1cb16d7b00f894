package org.waybill.engine.transport;

/**
 * What the sender remembers of the packets under way, in a ring over packet numbers without an object per packet. This
 * is the middle tier of Lu 2011, section 6.1.1.1 (outstanding pointers): it holds where data came from, not the data.
 */
final class SentPackets {
    /** What is known of a packet's fate. */
    enum Fate {
        OUTSTANDING,
        /** Reported missing, perhaps only late. */
        MISSING,
        LOST,
        ARRIVED
    }

    private static final Fate[] FATES = Fate.values();

    private final int mask;
    private final long[] offset;
    private final int[] dataBytes;
    private final int[] datagramBytes;
    private final long[] sentNs;
    private final long[] dataBytesSoFar;
    private final long[] resentBytesSoFar;
    private final byte[] fate;
    private long next;
    private long lowestUnsettled;
    private long totalDataBytes;
    private long totalResentBytes;

    /** @param capacity power of two */
    SentPackets(int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two");
        }
        mask = capacity - 1;
        offset = new long[capacity];
        dataBytes = new int[capacity];
        datagramBytes = new int[capacity];
        sentNs = new long[capacity];
        dataBytesSoFar = new long[capacity];
        resentBytesSoFar = new long[capacity];
        fate = new byte[capacity];
    }

    int capacity() {
        return mask + 1;
    }

    /** Notes a packet; numbers come one after the other. */
    void add(long nowNs, long dataOffset, int data, int datagram, boolean again) {
        int slot = (int) next & mask;
        totalDataBytes += data;
        totalResentBytes += again ? data : 0;
        offset[slot] = dataOffset;
        dataBytes[slot] = data;
        datagramBytes[slot] = datagram;
        sentNs[slot] = nowNs;
        dataBytesSoFar[slot] = totalDataBytes;
        resentBytesSoFar[slot] = totalResentBytes;
        fate[slot] = (byte) Fate.OUTSTANDING.ordinal();
        next++;
    }

    /** The number the next packet will have. */
    long next() {
        return next;
    }

    /** The lowest number that may still arrive or has to be declared lost. */
    long lowestUnsettled() {
        while (lowestUnsettled < next && isSettled(fate(lowestUnsettled))) {
            lowestUnsettled++;
        }
        return lowestUnsettled;
    }

    private static boolean isSettled(Fate fate) {
        return fate == Fate.LOST || fate == Fate.ARRIVED;
    }

    Fate fate(long number) {
        return FATES[fate[slot(number)]];
    }

    void fate(long number, Fate newFate) {
        fate[slot(number)] = (byte) newFate.ordinal();
    }

    long offset(long number) {
        return offset[slot(number)];
    }

    /** 0 for a packet without data. */
    int dataBytes(long number) {
        return dataBytes[slot(number)];
    }

    int datagramBytes(long number) {
        return datagramBytes[slot(number)];
    }

    long sentNs(long number) {
        return sentNs[slot(number)];
    }

    /** Data bytes sent up to and with this packet. */
    long dataBytesSoFar(long number) {
        return dataBytesSoFar[slot(number)];
    }

    /** Of which again. */
    long resentBytesSoFar(long number) {
        return resentBytesSoFar[slot(number)];
    }

    private int slot(long number) {
        return (int) number & mask;
    }
}

package org.waybill.engine.transport;

/** New bytes per second over the last acknowledgement interval, or over several when the interval is short. */
final class GoodputMeter {
    private static final long MIN_SPAN_NS = 20_000_000;

    private long sinceNs;
    private long bytesBefore;
    private long receivedBefore;
    private long bitsPerSecond;
    private double receivedBitsPerSecond;

    void start(long nowNs, long storedBytes, long receivedBytes) {
        sinceNs = nowNs;
        bytesBefore = storedBytes;
        receivedBefore = receivedBytes;
    }

    /** Takes note of the bytes stored so far; returns whether a new measurement came of it. */
    boolean measure(long nowNs, long storedBytes, long receivedBytes, long intervalNs) {
        long spanNs = nowNs - sinceNs;
        if (spanNs < Math.max(MIN_SPAN_NS, intervalNs / 2)) {
            return false;
        }
        bitsPerSecond = (long) ((storedBytes - bytesBefore) * 8e9 / spanNs);
        receivedBitsPerSecond = (receivedBytes - receivedBefore) * 8e9 / spanNs;
        start(nowNs, storedBytes, receivedBytes);
        return true;
    }

    /** The last measurement; 0 before the first. */
    long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** The same of all data that was taken in, new or not. */
    double receivedBitsPerSecond() {
        return receivedBitsPerSecond;
    }
}

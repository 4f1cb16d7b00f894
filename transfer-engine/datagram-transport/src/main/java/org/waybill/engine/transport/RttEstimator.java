package org.waybill.engine.transport;

/** Smoothed round-trip time and its variation (RFC 6298, section 2; RFC 9002, section 5). Times in ns. */
public final class RttEstimator {
    private final long initialNs;
    private boolean measured;
    private long smoothedNs;
    private long variationNs;
    private long minimumNs;
    private long latestNs;

    /** @param initialNs believed until the first sample */
    public RttEstimator(long initialNs) {
        this.initialNs = initialNs;
        smoothedNs = initialNs;
        variationNs = initialNs / 2;
        minimumNs = initialNs;
        latestNs = initialNs;
    }

    /**
     * Takes a sample.
     *
     * @param sampleNs from the sending of a packet to its acknowledgement; samples that are not positive are ignored
     * @param ackDelayNs the part of it that the receiver spent waiting; subtracted unless that would pass the minimum
     */
    public void onSample(long sampleNs, long ackDelayNs) {
        if (sampleNs <= 0) {
            return;
        }
        minimumNs = measured ? Math.min(minimumNs, sampleNs) : sampleNs;
        latestNs = sampleNs - ackDelayNs >= minimumNs ? sampleNs - ackDelayNs : sampleNs;
        if (measured) {
            variationNs += (Math.abs(smoothedNs - latestNs) - variationNs) / 4;
            smoothedNs += (latestNs - smoothedNs) / 8;
        } else {
            smoothedNs = latestNs;
            variationNs = latestNs / 2;
            measured = true;
        }
    }

    public long smoothedNs() {
        return smoothedNs;
    }

    public long latestNs() {
        return latestNs;
    }

    /** The smallest sample; the initial value before the first one. */
    public long minimumNs() {
        return measured ? minimumNs : initialNs;
    }

    /** When a packet without an answer is overdue, the receiver's waiting included. */
    public long probeTimeoutNs(long maxAckDelayNs) {
        return smoothedNs + Math.max(4 * variationNs, 1_000_000) + maxAckDelayNs;
    }
}

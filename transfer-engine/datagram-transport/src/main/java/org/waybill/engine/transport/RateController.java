package org.waybill.engine.transport;

/** Decides how fast to send. */
public interface RateController {
    /**
     * How fast to send, headers included, in bit/s.
     *
     * @param payloadRatio data bytes in a full datagram over its bytes on the wire, above 0 and below 1
     */
    long bitsPerSecond(double payloadRatio);

    /**
     * How much to send at once.
     *
     * @param wireBytes a full datagram with its headers
     */
    double burstBytes(double payloadRatio, int wireBytes);

    /** Takes a control step's measurements. */
    void onFeedback(Feedback feedback);

    /**
     * What the sender measured over one control step. Rates count data only, not headers, in bit/s.
     *
     * @param sentBitsPerSecond data sent, first or again (r_S)
     * @param resentRatio share of it that was sent again (x)
     * @param lossRatio share of the packets settled in this step that were lost (l)
     * @param goodputBitsPerSecond measured by the receiver (g_R)
     * @param attainableBitsPerSecond the receiver's own estimate (g*), 0 if it has none
     * @param limited whether the rate, and not a lack of data or the peer's window, held the sender back
     */
    record Feedback(
            long nowNs,
            long rttNs,
            double payloadRatio,
            double sentBitsPerSecond,
            double resentRatio,
            double lossRatio,
            double goodputBitsPerSecond,
            double attainableBitsPerSecond,
            boolean limited) {}

    /** Always the same rate on the wire, in bursts of a millisecond. */
    static RateController fixed(long wireBitsPerSecond) {
        return new RateController() {
            @Override
            public long bitsPerSecond(double payloadRatio) {
                return wireBitsPerSecond;
            }

            @Override
            public double burstBytes(double payloadRatio, int wireBytes) {
                return Math.max(wireBytes, wireBitsPerSecond / 8_000.0);
            }

            @Override
            public void onFeedback(Feedback feedback) {
                // a fixed rate learns nothing
            }
        };
    }

    /** How long to measure before {@link #onFeedback} is called, at least. */
    default long stepNs(long rttNs) {
        return RateMeter.MIN_STEP_NS;
    }
}

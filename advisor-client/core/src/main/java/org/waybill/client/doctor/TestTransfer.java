package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * A test transfer in one direction as the kernels of its hosts saw it. Nulls are unknown.
 *
 * @param bitsPerSecond over one connection, after its beginning
 * @param burstBitsPerSecond the fastest quarter of a second
 * @param severalBitsPerSecond over four connections at once; null where that was not tried
 * @param lossRatio part of the bytes that had to be sent again, 0..1
 * @param loadedRttMillis round-trip time while it ran
 * @param receiverLimitedShare of its time: the receiver's window was full, 0..1
 * @param senderThrottledShare of its time: the sender's control group had used up its quota
 * @param receiverThrottledShare likewise at the receiver
 * @param hereCores how many processors' time this process took
 * @param farCores how many processors' time its server at the remote host took
 * @param stalled whether next to nothing arrived
 */
public record TestTransfer(
        double bitsPerSecond,
        double burstBitsPerSecond,
        @Nullable Double severalBitsPerSecond,
        @Nullable Double lossRatio,
        @Nullable Double loadedRttMillis,
        @Nullable Double receiverLimitedShare,
        double senderThrottledShare,
        double receiverThrottledShare,
        double hereCores,
        @Nullable Double farCores,
        boolean stalled) {

    private static final double PROCESSOR_BITS_PER_SECOND = 100e6;

    /** The same, and what four connections reached. */
    public TestTransfer withSeveral(double itsBitsPerSecond) {
        return new TestTransfer(
                bitsPerSecond,
                burstBitsPerSecond,
                itsBitsPerSecond,
                lossRatio,
                loadedRttMillis,
                receiverLimitedShare,
                senderThrottledShare,
                receiverThrottledShare,
                hereCores,
                farCores,
                stalled);
    }

    /** Whether it was as fast as one of its hosts' processors could encrypt, so that it shows little of the network. */
    boolean isProcessorBound() {
        return bitsPerSecond > PROCESSOR_BITS_PER_SECOND
                && (hereCores > DirectionRules.BUSY_CORE || farCores != null && farCores > DirectionRules.BUSY_CORE);
    }

    /** The most that was seen to arrive over a while. */
    double bestBitsPerSecond() {
        return severalBitsPerSecond == null ? bitsPerSecond : Math.max(bitsPerSecond, severalBitsPerSecond);
    }
}

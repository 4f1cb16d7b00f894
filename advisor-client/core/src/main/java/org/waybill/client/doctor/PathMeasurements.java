package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The path that the hosts are judged for.
 *
 * @param bitsPerSecond its bottleneck
 * @param pathMtuBytes the largest packet that was answered with "do not fragment" set, null if unknown
 * @param lossRatio part of a few hundred small packets on an idle path that were not answered, 0..1, null if unknown
 * @param measured false for a path that was assumed
 * @param queueMillis how far round trips went slowly up and down while nothing of ours was on the way: a queue that
 *     others fill; null if unknown
 * @param vanishingBytes the smallest packet that no router answers for and no host gets, null where there is none
 */
public record PathMeasurements(
        double rttMillis,
        double bitsPerSecond,
        @Nullable Integer pathMtuBytes,
        @Nullable Double lossRatio,
        boolean measured,
        @Nullable Double queueMillis,
        @Nullable Integer vanishingBytes) {
    static final int USUAL_MTU_BYTES = 1500;
    private static final double REFERENCE_RTT_MILLIS = 100;
    private static final double REFERENCE_BITS_PER_SECOND = 1e9;
    private static final double USUAL_RTT_MILLIS = 50;
    private static final double USUAL_BITS_PER_SECOND = 100e6;

    public PathMeasurements {
        if (!(rttMillis > 0) || !(bitsPerSecond > 0)) {
            throw new IllegalArgumentException("no path: RTT " + rttMillis + " ms, " + bitsPerSecond + " bit/s");
        }
    }

    /** A path of which its echoes told no more. */
    public PathMeasurements(
            double rttMillis,
            double bitsPerSecond,
            @Nullable Integer pathMtuBytes,
            @Nullable Double lossRatio,
            boolean measured) {
        this(rttMillis, bitsPerSecond, pathMtuBytes, lossRatio, measured, null, null);
    }

    /** A gigabit over a continent and back: what a host that is looked at alone would be tuned for. */
    public static PathMeasurements reference() {
        return new PathMeasurements(REFERENCE_RTT_MILLIS, REFERENCE_BITS_PER_SECOND, null, null, false);
    }

    /** What every host should be good for. */
    static PathMeasurements usual() {
        return new PathMeasurements(USUAL_RTT_MILLIS, USUAL_BITS_PER_SECOND, null, null, false);
    }

    double bandwidthDelayBytes() {
        return bitsPerSecond * rttMillis / 8000;
    }

    /** The same path, known to carry at least so much. */
    PathMeasurements carrying(double itsBitsPerSecond) {
        return itsBitsPerSecond <= bitsPerSecond
                ? this
                : new PathMeasurements(
                        rttMillis, itsBitsPerSecond, pathMtuBytes, lossRatio, measured, queueMillis, vanishingBytes);
    }
}

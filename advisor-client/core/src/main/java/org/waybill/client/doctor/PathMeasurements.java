package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The path that the hosts are judged for.
 *
 * @param bitsPerSecond its bottleneck
 * @param pathMtuBytes null if unknown
 * @param lossRatio 0..1, null if unknown
 * @param measured false for a path that was assumed
 */
public record PathMeasurements(double rttMillis, double bitsPerSecond, @Nullable Integer pathMtuBytes,
        @Nullable Double lossRatio, boolean measured) {
    private static final double REFERENCE_RTT_MILLIS = 100;
    private static final double REFERENCE_BITS_PER_SECOND = 1e9;

    public PathMeasurements {
        if (!(rttMillis > 0) || !(bitsPerSecond > 0)) {
            throw new IllegalArgumentException("no path: RTT " + rttMillis + " ms, " + bitsPerSecond + " bit/s");
        }
    }

    /** A gigabit over a continent and back, for a host looked at alone. */
    public static PathMeasurements reference() {
        return new PathMeasurements(REFERENCE_RTT_MILLIS, REFERENCE_BITS_PER_SECOND, null, null, false);
    }

    double bandwidthDelayBytes() {
        return bitsPerSecond * rttMillis / 8000;
    }
}

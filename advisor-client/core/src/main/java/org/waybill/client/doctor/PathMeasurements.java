package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.PathFacts;

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
            throw new IllegalArgumentException("invalid path: RTT " + rttMillis + " ms, " + bitsPerSecond + " bit/s");
        }
    }

    /** A gigabit over a continent and back: what a host that is looked at alone would be tuned for. */
    public static PathMeasurements reference() {
        return new PathMeasurements(REFERENCE_RTT_MILLIS, REFERENCE_BITS_PER_SECOND, null, null, false, null, null);
    }

    /** What every host should be good for. */
    static PathMeasurements assumed() {
        return new PathMeasurements(USUAL_RTT_MILLIS, USUAL_BITS_PER_SECOND, null, null, false, null, null);
    }

    /**
     * What a survey and echoes on the idle path showed; the reference where the survey shows no rate or round trip.
     *
     * @param idle null where no such echoes could be sent
     */
    static PathMeasurements of(PathFacts survey, @Nullable IdlePathProbe idle) {
        Double rtt = survey.rttMillis();
        Double rate = survey.bottleneckBitsPerSecond();
        double least = rtt == null || rtt <= 0 ? REFERENCE_RTT_MILLIS : rtt;
        return new PathMeasurements(
                idle == null ? least : Math.min(least, idle.leastMillis()),
                rate == null ? REFERENCE_BITS_PER_SECOND : rate,
                idle == null ? null : idle.largestBytes(),
                idle == null ? null : idle.lossRatio(),
                rate != null,
                idle == null ? null : idle.queueMillis(),
                idle == null ? null : idle.vanishingBytes());
    }

    double bandwidthDelayBytes() {
        return bitsPerSecond * rttMillis / 8000;
    }

    /** The same path, which is known to carry at least this rate. */
    PathMeasurements carrying(double itsBitsPerSecond) {
        return itsBitsPerSecond <= bitsPerSecond ? this : at(itsBitsPerSecond, measured);
    }

    PathMeasurements at(double itsBitsPerSecond, boolean isMeasured) {
        return new PathMeasurements(
                rttMillis, itsBitsPerSecond, pathMtuBytes, lossRatio, isMeasured, queueMillis, vanishingBytes);
    }
}

package org.waybill.client.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;

/**
 * When a transfer will end: as likely sooner as later, and nine times in ten by then. Begins as the forecast's band and
 * narrows to what the rates seen so far say: their mean, and its standard error times the 90 % quantile of the normal
 * distribution. The forecast's share halves with every {@value #HALF_LIFE} points seen.
 *
 * @param secondsP50 left to go, 0 or more
 * @param secondsP90 left to go, not less than {@code secondsP50}
 */
public record EtaBand(double secondsP50, double secondsP90) {
    private static final double HALF_LIFE = 4;
    private static final double NORMAL_P90 = 1.2816;
    /** What the rate may fall to by bad luck alone. */
    private static final double WORST_SHARE = 0.2;

    /**
     * The band at a moment; null while nothing can be said.
     *
     * @param elapsedSeconds since the transfer began
     * @param bytesLeft 0 or more; negative if unknown
     * @param points the rates seen so far
     * @param forecastP50 of the whole transfer, null if there was none
     */
    public static @Nullable EtaBand at(
            double elapsedSeconds,
            long bytesLeft,
            List<RatePoint> points,
            @Nullable Double forecastP50,
            @Nullable Double forecastP90) {
        EtaBand prior = prior(elapsedSeconds, forecastP50, forecastP90);
        EtaBand seen = bytesLeft < 0 ? null : seen(bytesLeft, points);
        if (seen == null || prior == null) {
            return seen == null ? prior : seen;
        }
        double share = Math.pow(0.5, points.size() / HALF_LIFE);
        return new EtaBand(
                mix(prior.secondsP50, seen.secondsP50, share), mix(prior.secondsP90, seen.secondsP90, share));
    }

    private static @Nullable EtaBand prior(double elapsedSeconds, @Nullable Double p50, @Nullable Double p90) {
        if (p50 == null) {
            return null;
        }
        double likely = Math.max(0, p50 - elapsedSeconds);
        return new EtaBand(likely, Math.max(likely, (p90 == null ? p50 : p90) - elapsedSeconds));
    }

    private static @Nullable EtaBand seen(long bytesLeft, List<RatePoint> points) {
        // a stall is seen soon, yet one slow moment changes little
        List<RatePoint> recent = points.subList(Math.max(0, points.size() - 40), points.size());
        double mean =
                recent.stream().mapToDouble(RatePoint::bitsPerSecond).average().orElse(0);
        if (mean <= 0) {
            return null;
        }
        double variance = recent.stream()
                        .mapToDouble(point -> Math.pow(point.bitsPerSecond() - mean, 2))
                        .sum()
                / Math.max(1, recent.size() - 1);
        double slow = Math.max(WORST_SHARE * mean, mean - NORMAL_P90 * Math.sqrt(variance / recent.size()));
        return new EtaBand(bytesLeft * 8 / mean, bytesLeft * 8 / slow);
    }

    private static double mix(double one, double other, double shareOfOne) {
        return shareOfOne * one + (1 - shareOfOne) * other;
    }

    /** In words. */
    public String text() {
        String likely = HumanUnits.roughTime(secondsP50);
        String late = HumanUnits.roughTime(secondsP90);
        return likely.equals(late) ? "about " + likely + " left" : likely + " to " + late + " left";
    }
}

package org.waybill.client.probe.icmp;

import org.jspecify.annotations.Nullable;

/**
 * What the two ICMP methods say together.
 *
 * @param errorPercent half the width of the 90 % interval
 * @param basis in words
 */
record Bottleneck(double bitsPerSecond, double errorPercent, String basis) {
    /** Neither method sees its own systematic errors: rate-limited replies, timers of hosts. */
    private static final double LEAST_ERROR_PERCENT = 2;

    private static final double AGREEMENT_PERCENT = 15;

    /** Null when neither method gave anything. */
    static @Nullable Bottleneck of(Bing.@Nullable Estimate bing, TrainRates.@Nullable Estimate trains) {
        if (bing == null || trains == null) {
            return bing != null
                    ? new Bottleneck(bing.bitsPerSecond(), floor(bing.errorPercent()), "sizes")
                    : trains != null
                            ? new Bottleneck(trains.bitsPerSecond(), floor(trains.errorPercent()), "trains")
                            : null;
        }
        double apartPercent = 100 * (trains.bitsPerSecond() - bing.bitsPerSecond()) / bing.bitsPerSecond();
        double agreement = Math.max(AGREEMENT_PERCENT, bing.errorPercent() + trains.errorPercent());
        if (Math.abs(apartPercent) <= agreement) {
            return weighted(bing, trains);
        }
        if (apartPercent > 0) {
            // the sizes add up all links that hide between two answers, the spacing knows only the narrowest
            return new Bottleneck(trains.bitsPerSecond(), floor(trains.errorPercent()), "trains");
        }
        // trains slower than the links: other traffic, or replies that a router limits; the truth is between
        double middle = Math.sqrt(trains.bitsPerSecond() * bing.bitsPerSecond());
        double half = 100 * (bing.bitsPerSecond() - trains.bitsPerSecond()) / 2 / middle;
        return new Bottleneck(
                middle,
                half + floor(Math.max(bing.errorPercent(), trains.errorPercent())),
                "sizes and trains, which disagree");
    }

    private static Bottleneck weighted(Bing.Estimate bing, TrainRates.Estimate trains) {
        double bingWeight = 1 / Math.pow(floor(bing.errorPercent()) * bing.bitsPerSecond(), 2);
        double trainWeight = 1 / Math.pow(floor(trains.errorPercent()) * trains.bitsPerSecond(), 2);
        double value =
                (bingWeight * bing.bitsPerSecond() + trainWeight * trains.bitsPerSecond()) / (bingWeight + trainWeight);
        double error = Math.sqrt(1 / (bingWeight + trainWeight)) / value;
        double apart = 50 * Math.abs(bing.bitsPerSecond() - trains.bitsPerSecond()) / value;
        return new Bottleneck(value, floor(Math.max(error, apart)), "sizes and trains");
    }

    private static double floor(double errorPercent) {
        return Math.max(LEAST_ERROR_PERCENT, errorPercent);
    }
}

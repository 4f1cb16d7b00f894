package org.waybill.desktop.workflow;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.waybill.api.PairHistory;
import org.waybill.api.TransferOutcome;

/** Forecasts from past transfers for a start at another hour, and for a relay that was not used yet. */
final class PastRates {
    private static final int LEAST = 3;
    private static final long AROUND_SECONDS = 5_400;
    private static final long DAY_SECONDS = 86_400;

    private PastRates() {}

    /**
     * How much faster a transport was when it began within an hour and a half of a time of day: the ratio of the
     * medians, then and always. Empty where fewer than three transfers began around then.
     */
    static OptionalDouble around(LocalTime time, ZoneId zone, PairHistory history, String transport) {
        List<Double> then = rates(
                history,
                one -> one.transport().equals(transport)
                        && distance(time, one.startedAt().atZone(zone).toLocalTime()) <= AROUND_SECONDS);
        List<Double> always = rates(history, one -> one.transport().equals(transport));
        return then.size() < LEAST
                ? OptionalDouble.empty()
                : OptionalDouble.of(quantile(then, 0.5) / quantile(always, 0.5));
    }

    private static long distance(LocalTime one, LocalTime other) {
        long seconds = Math.abs(one.toSecondOfDay() - other.toSecondOfDay());
        return Math.min(seconds, DAY_SECONDS - seconds);
    }

    /**
     * How long data take over a relay, by its two legs: data stream through it, so that the slower leg rules. P50 by
     * the median rates of the legs, P90 by what nine of ten of their transfers reached. Unknown where either leg has
     * fewer than three transfers.
     */
    static TimeBand over(PairHistory first, PairHistory second, long bytes) {
        List<Double> one = rates(first, leg -> leg.via().isEmpty());
        List<Double> other = rates(second, leg -> leg.via().isEmpty());
        if (one.size() < LEAST || other.size() < LEAST) {
            return new TimeBand(null, null);
        }
        return new TimeBand(
                bytes * 8 / Math.min(quantile(one, 0.5), quantile(other, 0.5)),
                bytes * 8 / Math.min(quantile(one, 0.1), quantile(other, 0.1)));
    }

    static List<Double> rates(PairHistory history, Predicate<TransferOutcome> which) {
        return history.transfers().stream()
                .filter(one -> one.status().equals("OK") && one.seconds() > 0 && one.bytes() > one.resumedBytes())
                .filter(TransferOutcome::showsThePath)
                .filter(which)
                .map(one -> (one.bytes() - one.resumedBytes()) * 8 / one.seconds())
                .sorted()
                .toList();
    }

    /** Linear between the neighbours. */
    static double quantile(List<Double> sorted, double share) {
        double at = share * (sorted.size() - 1);
        int below = (int) at;
        double above = sorted.get(Math.min(below + 1, sorted.size() - 1));
        return sorted.get(below) + (above - sorted.get(below)) * (at - below);
    }
}

package org.waybill.planner.reservation;

import java.util.Optional;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.ShortestPath;
import org.waybill.planner.routing.WidestPath;

/**
 * Circuits over a network under reservations: the shortest and the widest for a time, and quotes for a volume that are
 * exact over the calendar.
 *
 * <p>Why quotes are exact: take the best circuit and move it earlier until something stops it. That is the earliest
 * time allowed, or a change in the calendar just before its start; so only those starts need to be tried. For one start
 * the greatest constant rate only falls as the end moves on, and only where the calendar changes; so the first interval
 * between changes in which the volume gets through gives the earliest end for that start, which is also the shortest
 * duration. O(n^2) widest paths for n changes, fewer by far with what is known to be no better left out.
 */
public final class CircuitPlanner {
    private CircuitPlanner() {}

    /** The circuit of least metric with {@code bitsPerSecond} free from start until end. */
    public static Optional<Route> shortest(
            BandwidthCalendar calendar,
            String from,
            String to,
            long startMillis,
            long endMillis,
            double bitsPerSecond) {
        return ShortestPath.carrying(calendar.available(startMillis, endMillis), from, to, bitsPerSecond);
    }

    /** The circuit with the greatest rate free from start until end, of those the one of least metric. */
    public static Optional<Route> widest(
            BandwidthCalendar calendar, String from, String to, long startMillis, long endMillis) {
        Network free = calendar.available(startMillis, endMillis);
        return WidestPath.between(free, from, to)
                .flatMap(widest -> ShortestPath.carrying(free, from, to, widest.bitsPerSecond()));
    }

    /** The quote that is through first; the one that starts later, so is shorter, on a tie. */
    public static Optional<Quote> earliestFinish(BandwidthCalendar calendar, CircuitRequest request) {
        return new Quotes(calendar, request, false).best();
    }

    /** The quote that takes the shortest time, so the greatest rate; the earlier on a tie. */
    public static Optional<Quote> shortestDuration(BandwidthCalendar calendar, CircuitRequest request) {
        return new Quotes(calendar, request, true).best();
    }

    private static final class Quotes {
        private final BandwidthCalendar calendar;
        private final CircuitRequest request;
        private final boolean byDuration;
        private final long[] changes;
        private long bestStart;
        private long bestEnd = Long.MAX_VALUE;
        private double bestRate;

        Quotes(BandwidthCalendar calendar, CircuitRequest request, boolean byDuration) {
            this.calendar = calendar;
            this.request = request;
            this.byDuration = byDuration;
            this.changes = calendar.changesAfter(request.earliestMillis());
        }

        Optional<Quote> best() {
            tryStart(request.earliestMillis(), 0);
            for (int i = 0; i < changes.length && changes[i] < request.latestMillis(); i++) {
                if (!byDuration && changes[i] >= bestEnd) {
                    break;
                }
                tryStart(changes[i], i + 1);
            }
            if (bestRate == 0) {
                return Optional.empty();
            }
            Route path = shortest(calendar, request.from(), request.to(), bestStart, bestEnd, bestRate)
                    .orElseThrow();
            return Optional.of(new Quote(bestStart, bestEnd, bestRate, path));
        }

        /** @param next the index of the first change after {@code start} */
        private void tryStart(long start, int next) {
            Network free = calendar.available(start, start + 1);
            for (int i = next; i <= changes.length; i++) {
                double rate = rate(free);
                if (rate <= 0) {
                    return;
                }
                double millis = Math.ceil(request.bytes() * 8000.0 / rate);
                if (start + millis > request.latestMillis() || !isBetter(start, millis)) {
                    // with a later end the rate can only fall
                    return;
                }
                if (i == changes.length || start + millis <= changes[i]) {
                    bestStart = start;
                    bestEnd = start + (long) millis;
                    bestRate = rate;
                    return;
                }
                free = calendar.available(start, changes[i] + 1);
            }
        }

        private boolean isBetter(long start, double millis) {
            if (bestRate == 0) {
                return true;
            }
            return byDuration ? millis < bestEnd - bestStart : start + millis <= bestEnd;
        }

        private double rate(Network free) {
            double widest = WidestPath.between(free, request.from(), request.to())
                    .map(Route::bitsPerSecond)
                    .orElse(0.);
            double rate = Math.min(widest, request.mostBitsPerSecond());
            double step = request.granularityBitsPerSecond();
            return step > 0 ? Math.floor(rate / step) * step : rate;
        }
    }
}

package org.waybill.planner.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.reservation.CircuitRequest;
import org.waybill.planner.reservation.Quote;

/**
 * {@code plan reservation}: both null if no circuit carries the volume in time.
 *
 * @param earliestFinish the circuit that is through first
 * @param shortestDuration the circuit that takes the shortest time
 */
public record ReservationPlan(
        @Nullable Circuit earliestFinish, @Nullable Circuit shortestDuration) {

    /** A circuit that could be reserved. */
    public record Circuit(Instant start, Instant end, double bitsPerSecond, List<String> path) {
        static @Nullable Circuit of(Optional<Quote> quote) {
            return quote.map(q -> new Circuit(
                            Instant.ofEpochMilli(q.startMillis()),
                            Instant.ofEpochMilli(q.endMillis()),
                            q.bitsPerSecond(),
                            q.path().nodes()))
                    .orElse(null);
        }
    }

    /** Both quotes for a request. */
    public static ReservationPlan of(BandwidthCalendar calendar, CircuitRequest request) {
        return new ReservationPlan(
                Circuit.of(CircuitPlanner.earliestFinish(calendar, request)),
                Circuit.of(CircuitPlanner.shortestDuration(calendar, request)));
    }
}

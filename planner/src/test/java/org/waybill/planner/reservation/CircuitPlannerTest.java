package org.waybill.planner.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.planner.reservation.BandwidthCalendar.Admission;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;

class CircuitPlannerTest {
    private static final long SECOND = 1000;

    private static Network pair() {
        return Network.builder().link("a", "b", 8000).build();
    }

    private static BandwidthCalendar with(
            BandwidthCalendar calendar, String id, long start, long end, double rate, String... path) {
        Admission admission = calendar.admit(new Reservation(id, start, end, rate, List.of(path)));
        return ((Admission.Admitted) admission).calendar();
    }

    @Test
    void finishesEarliestOnWhatIsLeftAndTakesTheShortestTimeLater() {
        // 6 of 8 kbit/s are taken for the first ten seconds: 2 kB take 8 s at once, or 2 s from second 10 on
        BandwidthCalendar calendar = with(BandwidthCalendar.of(pair()), "x", 0, 10 * SECOND, 6000, "a", "b");
        CircuitRequest request = CircuitRequest.of("a", "b", 2000, 0);
        Quote first = CircuitPlanner.earliestFinish(calendar, request).orElseThrow();
        assertThat(first.startMillis()).isZero();
        assertThat(first.endMillis()).isEqualTo(8 * SECOND);
        assertThat(first.bitsPerSecond()).isEqualTo(2000);
        Quote shortest = CircuitPlanner.shortestDuration(calendar, request).orElseThrow();
        assertThat(shortest.startMillis()).isEqualTo(10 * SECOND);
        assertThat(shortest.durationMillis()).isEqualTo(2 * SECOND);
        assertThat(shortest.bitsPerSecond()).isEqualTo(8000);
    }

    @Test
    void waitingCanFinishSoonerThanStartingAtOnce() {
        BandwidthCalendar calendar = with(BandwidthCalendar.of(pair()), "x", 0, 10 * SECOND, 7999, "a", "b");
        Quote quote = CircuitPlanner.earliestFinish(calendar, CircuitRequest.of("a", "b", 4000, 0))
                .orElseThrow();
        assertThat(quote.startMillis()).isEqualTo(10 * SECOND);
        assertThat(quote.endMillis()).isEqualTo(14 * SECOND);
    }

    @Test
    void keepsToDeadlineEndRateAndGranularity() {
        BandwidthCalendar calendar = BandwidthCalendar.of(pair());
        CircuitRequest slow = new CircuitRequest("a", "b", 1000, 0, 3 * SECOND, 3500, 1000);
        Quote quote = CircuitPlanner.earliestFinish(calendar, slow).orElseThrow();
        assertThat(quote.bitsPerSecond()).isEqualTo(3000);
        assertThat(quote.endMillis()).isEqualTo(2667);
        CircuitRequest tooLate = new CircuitRequest("a", "b", 1000, 0, 2 * SECOND, 3500, 1000);
        assertThat(CircuitPlanner.earliestFinish(calendar, tooLate)).isEmpty();
        assertThat(CircuitPlanner.shortestDuration(calendar, tooLate)).isEmpty();
        assertThat(CircuitPlanner.earliestFinish(calendar, CircuitRequest.of("b", "a", 1, 0)))
                .isEmpty();
    }

    @Test
    void quotesAgreeWithBruteForceOverAllPathsStartsAndEnds() {
        agreesWithBruteForce(0, 300);
    }

    @Test
    @Tag("nightly")
    void quotesAgreeWithBruteForceOnManyCalendars() {
        agreesWithBruteForce(300, 20_000);
    }

    private static void agreesWithBruteForce(int firstSeed, int calendars) {
        int found = 0;
        for (int seed = firstSeed; seed < firstSeed + calendars; seed++) {
            Random random = new Random(seed);
            BandwidthCalendar calendar = randomCalendar(random);
            long bytes = 200 + random.nextInt(6000);
            long latest = random.nextInt(3) == 0 ? 12 * SECOND : Long.MAX_VALUE;
            CircuitRequest request = new CircuitRequest(
                    "n0",
                    "n1",
                    bytes,
                    SECOND * random.nextInt(3),
                    latest,
                    random.nextBoolean() ? Double.POSITIVE_INFINITY : 4000,
                    0);
            BruteForce expected = new BruteForce(calendar, request);
            Optional<Quote> earliest = CircuitPlanner.earliestFinish(calendar, request);
            Optional<Quote> shortest = CircuitPlanner.shortestDuration(calendar, request);
            assertThat(earliest.map(Quote::endMillis).orElse(Long.MAX_VALUE))
                    .as("seed " + seed)
                    .isEqualTo(expected.earliestEnd);
            assertThat(shortest.map(Quote::durationMillis).orElse(Long.MAX_VALUE))
                    .as("seed " + seed)
                    .isEqualTo(expected.shortestDuration);
            for (Optional<Quote> quote : List.of(earliest, shortest)) {
                if (quote.isPresent()) {
                    found++;
                    Quote q = quote.get();
                    assertThat(q.bitsPerSecond() * q.durationMillis()).isGreaterThanOrEqualTo(bytes * 8000.0);
                    Reservation reservation = new Reservation(
                            "q",
                            q.startMillis(),
                            q.endMillis(),
                            q.bitsPerSecond(),
                            q.path().nodes());
                    assertThat(calendar.admit(reservation)).isInstanceOf(Admission.Admitted.class);
                }
            }
        }
        assertThat(found).isGreaterThan(calendars);
    }

    @Test
    void circuitsLeaveOutWhatIsReserved() {
        Network network = Network.builder()
                .link("a", "m", 10, 1)
                .link("m", "b", 10, 1)
                .link("a", "n", 8, 5)
                .link("n", "b", 8, 5)
                .build();
        BandwidthCalendar calendar = with(BandwidthCalendar.of(network), "x", 100, 200, 5, "a", "m", "b");
        assertThat(shortest(calendar, 0, 100, 6)).containsExactly("a", "m", "b");
        assertThat(shortest(calendar, 50, 101, 6)).containsExactly("a", "n", "b");
        assertThat(shortest(calendar, 200, 300, 10)).containsExactly("a", "m", "b");
        Route widest = CircuitPlanner.widest(calendar, "a", "b", 150, 160).orElseThrow();
        assertThat(widest.nodes()).containsExactly("a", "n", "b");
        assertThat(widest.bitsPerSecond()).isEqualTo(8);
    }

    private static List<String> shortest(BandwidthCalendar calendar, long start, long end, double rate) {
        return CircuitPlanner.shortest(calendar, "a", "b", start, end, rate)
                .orElseThrow()
                .nodes();
    }

    @Test
    void refusesImpossibleRequestsInOneLine() {
        assertThatThrownBy(() -> CircuitRequest.of("a", "b", 0, 0)).hasMessageContaining("expected more than 0");
        assertThatThrownBy(() -> new CircuitRequest("a", "b", 1, 9, 9, 1, 0)).hasMessageContaining("not after");
        assertThatThrownBy(() -> new CircuitRequest("a", "b", 1, 0, 9, Double.NaN, 0))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() ->
                        CircuitPlanner.earliestFinish(BandwidthCalendar.of(pair()), CircuitRequest.of("a", "z", 1, 0)))
                .hasMessageContaining("no node 'z'");
    }

    private static BandwidthCalendar randomCalendar(Random random) {
        Network.Builder builder = Network.builder();
        int nodes = 2 + random.nextInt(3);
        for (int i = 0; i < nodes; i++) {
            builder.node("n" + i);
            for (int j = 0; j < nodes; j++) {
                if (i != j && random.nextInt(4) > 0) {
                    builder.link("n" + i, "n" + j, 1000 * (1 + random.nextInt(8)), 1 + random.nextInt(4));
                }
            }
        }
        BandwidthCalendar calendar = BandwidthCalendar.of(builder.build());
        for (int i = 0; i < 12; i++) {
            long start = SECOND * random.nextInt(14);
            long end = start + SECOND * (1 + random.nextInt(6));
            int from = random.nextInt(nodes);
            List<String> path = List.of("n" + from, "n" + (from + 1 + random.nextInt(nodes - 1)) % nodes);
            Reservation reservation = new Reservation("r" + i, start, end, 500 * (1 + random.nextInt(12)), path);
            if (calendar.admit(reservation) instanceof Admission.Admitted admitted) {
                calendar = admitted.calendar();
            }
        }
        return calendar;
    }

    /** Every simple path, every start and every last slot on a grid of half seconds; ends are exact. */
    private static final class BruteForce {
        private static final long SLOT = 500;
        private static final long HORIZON = 140 * SECOND;
        private long earliestEnd = Long.MAX_VALUE;
        private long shortestDuration = Long.MAX_VALUE;

        BruteForce(BandwidthCalendar calendar, CircuitRequest request) {
            for (List<String> path : paths(calendar.network(), request.from(), request.to())) {
                double[] free = new double[(int) (HORIZON / SLOT)];
                for (int slot = 0; slot < free.length; slot++) {
                    free[slot] = free(calendar, path, slot * SLOT);
                }
                for (int first = (int) (request.earliestMillis() / SLOT); first < free.length; first++) {
                    double rate = request.mostBitsPerSecond();
                    for (int last = first; last < free.length; last++) {
                        rate = Math.min(rate, free[last]);
                        if (rate <= 0) {
                            break;
                        }
                        long start = first * SLOT;
                        long end = start + (long) Math.ceil(request.bytes() * 8000.0 / rate);
                        if (end <= (last + 1) * SLOT && end <= request.latestMillis()) {
                            earliestEnd = Math.min(earliestEnd, end);
                            shortestDuration = Math.min(shortestDuration, end - start);
                        }
                    }
                }
            }
        }

        private static double free(BandwidthCalendar calendar, List<String> path, long time) {
            double least = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop + 1 < path.size(); hop++) {
                Network network = calendar.network();
                int link = network.widestLink(network.node(path.get(hop)), network.node(path.get(hop + 1)));
                double left = network.capacity(link);
                for (Reservation r : calendar.reservations()) {
                    int at = r.path().indexOf(path.get(hop));
                    boolean here = at >= 0
                            && at + 1 < r.path().size()
                            && r.path().get(at + 1).equals(path.get(hop + 1));
                    left -= here && r.startMillis() <= time && time < r.endMillis() ? r.bitsPerSecond() : 0;
                }
                least = Math.min(least, left);
            }
            return least;
        }

        private static List<List<String>> paths(Network network, String from, String to) {
            List<List<String>> paths = new ArrayList<>();
            extend(network, new ArrayList<>(List.of(from)), to, paths);
            return paths;
        }

        private static void extend(Network network, List<String> path, String to, List<List<String>> paths) {
            if (path.getLast().equals(to)) {
                paths.add(List.copyOf(path));
                return;
            }
            for (String next : network.names()) {
                if (!path.contains(next) && network.widestLink(network.node(path.getLast()), network.node(next)) >= 0) {
                    path.add(next);
                    extend(network, path, to, paths);
                    path.removeLast();
                }
            }
        }
    }
}

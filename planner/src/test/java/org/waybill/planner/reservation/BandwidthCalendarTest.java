package org.waybill.planner.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.planner.reservation.BandwidthCalendar.Admission;
import org.waybill.planner.routing.Network;

class BandwidthCalendarTest {
    private static final Network NETWORK = Network.builder()
            .nodeCapacity("m", 12)
            .link("a", "m", 10)
            .link("m", "b", 10)
            .link("c", "m", 10)
            .build();

    private static Reservation reservation(String id, long start, long end, double rate, String... path) {
        return new Reservation(id, start, end, rate, List.of(path));
    }

    private static String refusal(Admission admission) {
        return ((Admission.Refused) admission).reason();
    }

    @Test
    void admitsUpToTheCapacityOfEveryLinkAndNodeAndNoMore() {
        BandwidthCalendar empty = BandwidthCalendar.of(NETWORK);
        Admission first = empty.admit(reservation("1", 10, 20, 8, "a", "m", "b"));
        BandwidthCalendar calendar = ((Admission.Admitted) first).calendar();
        assertThat(refusal(calendar.admit(reservation("2", 19, 30, 3, "a", "m"))))
                .isEqualTo("the link from 'a' to 'm' has 2 bit/s free in that time, 3 are requested");
        assertThat(calendar.admit(reservation("2", 20, 30, 10, "a", "m"))).isInstanceOf(Admission.Admitted.class);
        assertThat(calendar.admit(reservation("2", 0, 10, 10, "a", "m"))).isInstanceOf(Admission.Admitted.class);
        // c to m has room, but m itself can forward 12 only
        assertThat(refusal(calendar.admit(reservation("2", 15, 16, 5, "c", "m"))))
                .contains("node 'm' has 4 bit/s");
        assertThat(empty.available(10, 20).capacity(0))
                .as("the calendar before is unchanged")
                .isEqualTo(10);
    }

    @Test
    void refusesUnknownPlacesAndTheSameIdTwice() {
        BandwidthCalendar calendar = BandwidthCalendar.of(NETWORK);
        assertThat(refusal(calendar.admit(reservation("1", 5, 20, 8, "a", "x"))))
                .contains("no node 'x'");
        assertThat(refusal(calendar.admit(reservation("1", 5, 20, 8, "m", "a"))))
                .contains("no link from 'm' to 'a'");
        Admission admission = calendar.admit(reservation("1", 5, 20, 8, "a", "m"));
        BandwidthCalendar one = ((Admission.Admitted) admission).calendar();
        assertThat(refusal(one.admit(reservation("1", 50, 60, 1, "a", "m")))).contains("'1' already exists");
        assertThatThrownBy(() -> reservation("z", 5, 20, 0, "a", "m")).hasMessageContaining("must be above 0");
        assertThatThrownBy(() -> reservation("z", 20, 20, 1, "a", "m")).hasMessageContaining("not after its start");
        assertThatThrownBy(() -> reservation("z", 5, 20, 1, "a")).hasMessageContaining("at least two nodes");
        assertThatThrownBy(() -> reservation("z", 5, 20, 1, "a", "m", "a")).hasMessageContaining("same node twice");
    }

    @Test
    void bookingsOfSingleLinksTakeRoom() {
        BandwidthCalendar booked = BandwidthCalendar.of(NETWORK, List.of(new Booking(0, 10, 20, 7)));
        assertThat(booked.available(10, 20).capacity(0)).isEqualTo(3);
        assertThat(booked.available(20, 30).capacity(0)).isEqualTo(10);
        assertThat(refusal(booked.admit(reservation("1", 15, 16, 4, "a", "m")))).contains("has 3 bit/s free");
        BandwidthCalendar more = ((Admission.Admitted) booked.admit(reservation("1", 15, 16, 2, "a", "m"))).calendar();
        assertThat(more.available(15, 16).capacity(0)).isEqualTo(1);
        assertThatThrownBy(() -> new Booking(0, 5, 5, 1)).hasMessageContaining("link 0 is booked from 5 to 5");
    }

    @Test
    void neverOversubscribesWhateverIsAsked() {
        Random random = new Random(8);
        BandwidthCalendar calendar = BandwidthCalendar.of(NETWORK);
        for (int i = 0; i < 400; i++) {
            long start = random.nextInt(100);
            List<String> path = random.nextBoolean() ? List.of("a", "m", "b") : List.of("c", "m");
            Reservation wanted =
                    new Reservation("r" + i, start, start + 1 + random.nextInt(30), 1 + random.nextInt(6), path);
            if (calendar.admit(wanted) instanceof Admission.Admitted admitted) {
                calendar = admitted.calendar();
            }
        }
        assertThat(calendar.reservations()).isNotEmpty();
        for (long time = 0; time < 140; time++) {
            long now = time;
            double atM = calendar.reservations().stream()
                    .filter(r -> r.startMillis() <= now && now < r.endMillis())
                    .mapToDouble(Reservation::bitsPerSecond)
                    .sum();
            assertThat(atM).isLessThanOrEqualTo(12);
            assertThat(calendar.available(time, time + 1).nodeCapacity(NETWORK.node("m")))
                    .isEqualTo(12 - atM);
        }
    }

    @Test
    void ofParallelLinksTakesTheOneWithRoom() {
        Network two = Network.builder().link("a", "b", 10).link("a", "b", 6).build();
        BandwidthCalendar calendar = BandwidthCalendar.of(two);
        calendar = ((Admission.Admitted) calendar.admit(reservation("1", 0, 9, 7, "a", "b"))).calendar();
        calendar = ((Admission.Admitted) calendar.admit(reservation("2", 0, 9, 6, "a", "b"))).calendar();
        assertThat(refusal(calendar.admit(reservation("3", 0, 9, 4, "a", "b")))).contains("has 3 bit/s free");
    }

    @Test
    void aCircuitPaysFromTheBreakEvenSizeOn() {
        // 60 s of waiting, then 10 instead of 1 Gbit/s: 60 / (1 - 0.1) = 66.7 s of the slow path
        long bytes = BreakEven.bytes(60, 1e10, 1e9).orElseThrow();
        assertThat(bytes / 1e9).isCloseTo(66.667 / 8, within(.001));
        assertThat(60 + bytes * 8 / 1e10).isCloseTo(bytes * 8 / 1e9, within(1e-6));
        assertThat(BreakEven.bytes(60, 1e9, 1e9)).isEmpty();
        assertThat(BreakEven.bytes(0, 2e9, 1e9)).hasValue(0);
        assertThatThrownBy(() -> BreakEven.bytes(-1, 1, 1)).hasMessageContaining("circuitWaitSeconds=-1.0");
    }

    @Test
    void aReservedPathIsAsGoodAsItsNarrowestLinkAndTheWayToIt() {
        Network network = Network.builder()
                .link("in", "x", 1e10, 1)
                .link("x", "out", 4e9, 1)
                .link("in", "out", 1e11, 9)
                .build();
        ReservedPathEstimate estimate =
                ReservedPathEstimate.of(network, "in", "out", 1e9).orElseThrow();
        assertThat(estimate.circuit().nodes()).containsExactly("in", "x", "out");
        assertThat(estimate.circuitBitsPerSecond()).isEqualTo(4e9);
        assertThat(estimate.bitsPerSecond()).isEqualTo(1e9);
        assertThat(ReservedPathEstimate.of(network, "in", "out", null)
                        .orElseThrow()
                        .bitsPerSecond())
                .isEqualTo(4e9);
        assertThat(ReservedPathEstimate.of(network, "out", "in", null)).isEmpty();
    }
}

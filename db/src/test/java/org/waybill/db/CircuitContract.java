package org.waybill.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.PlatformTransactionManager;
import org.waybill.db.profile.OrganisationRow;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.AttachmentRow;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.BookingRow;
import org.waybill.db.reservation.Bookings;
import org.waybill.db.reservation.CircuitLinkRow;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.db.reservation.CircuitReservations;
import org.waybill.db.reservation.CircuitReservations.Answer;
import org.waybill.db.reservation.ReservationRow;
import org.waybill.db.reservation.ReservationState;
import org.waybill.db.reservation.Reservations;

/** Circuits on every database: admission under row locks. */
interface CircuitContract {
    Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    ConfigurableApplicationContext context();

    private <T> T the(Class<T> type) {
        return context().getBean(type);
    }

    private CircuitReservations book() {
        return new CircuitReservations(
                the(CircuitLinks.class),
                the(Bookings.class),
                the(Reservations.class),
                the(PlatformTransactionManager.class));
    }

    private long system() {
        String name = "circuits " + UUID.randomUUID();
        OrganisationRow organisation =
                the(Organisations.class).save(new OrganisationRow(new OrganisationRow.Facts(name, "", "")));
        SiteRow site = the(Sites.class).save(new SiteRow(new SiteRow.Facts(name, organisation, "", "", null, null)));
        return the(ProvisioningSystems.class)
                .save(new ProvisioningRow(new ProvisioningRow.Facts(name, "BUILT_IN", "", site)))
                .id();
    }

    private long link(long system, String from, String to, int parallel, double bitsPerSecond) {
        return the(CircuitLinks.class)
                .save(new CircuitLinkRow(new CircuitLinkRow.Place(system, from, to, parallel), bitsPerSecond, 1))
                .id();
    }

    private static ReservationRow wanted(long system, int fromSecond, int toSecond, double bitsPerSecond) {
        return wanted(UUID.randomUUID().toString(), system, fromSecond, toSecond, bitsPerSecond);
    }

    private static ReservationRow wanted(String id, long system, int fromSecond, int toSecond, double bitsPerSecond) {
        return new ReservationRow(
                id,
                new ReservationRow.Facts(
                        system,
                        "a.example",
                        "b.example",
                        "a",
                        "b",
                        NOON.plusSeconds(fromSecond),
                        NOON.plusSeconds(toSecond),
                        bitsPerSecond,
                        "a\nb",
                        "",
                        "ada",
                        NOON),
                NOON.plusSeconds(60));
    }

    private static ReservationState state(Answer answer) {
        return ((Answer.Done) answer).reservation().state();
    }

    @Test
    default void aLinkIsNeverBookedOverItsCapacity() {
        long system = system();
        List<List<Long>> hops = List.of(List.of(link(system, "a", "m", 0, 10)), List.of(link(system, "m", "b", 0, 8)));
        assertThat(state(book().hold(wanted(system, 10, 20, 5), hops, NOON))).isEqualTo(ReservationState.HELD);
        assertThat(book().hold(wanted(system, 19, 30, 4), hops, NOON))
                .isEqualTo(new Answer.Refused("hop 2 has 3 bit/s free in that time, 4 are required"));
        assertThat(state(book().hold(wanted(system, 20, 30, 8), hops, NOON))).isEqualTo(ReservationState.HELD);
        assertThat(state(book().hold(wanted(system, 0, 10, 8), hops, NOON))).isEqualTo(ReservationState.HELD);
        assertThat(book().hold(wanted(system, 5, 25, 3), hops, NOON))
                .as("8 are booked at the edges")
                .isInstanceOf(Answer.Refused.class);
    }

    @Test
    default void ofParallelLinksTheRoomiestIsTaken() {
        long system = system();
        List<List<Long>> hops = List.of(List.of(link(system, "a", "b", 0, 10), link(system, "a", "b", 1, 6)));
        assertThat(book().hold(wanted(system, 0, 9, 8), hops, NOON)).isInstanceOf(Answer.Done.class);
        assertThat(book().hold(wanted(system, 0, 9, 6), hops, NOON)).isInstanceOf(Answer.Done.class);
        assertThat(book().hold(wanted(system, 0, 9, 3), hops, NOON)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    default void aHoldIsCommittedInTimeOrEnds() {
        long system = system();
        List<List<Long>> hops = List.of(List.of(link(system, "a", "b", 0, 10)));
        ReservationRow first = wanted(system, 0, 9, 8);
        assertThat(book().hold(first, hops, NOON)).isInstanceOf(Answer.Done.class);
        assertThat(book().hold(first, hops, NOON)).as("the same again").isInstanceOf(Answer.Done.class);
        assertThat(the(Bookings.class).of(system, NOON)).hasSize(1);
        assertThat(state(book().commit(first.getId(), NOON.plusSeconds(59)))).isEqualTo(ReservationState.COMMITTED);
        assertThat(state(book().commit(first.getId(), NOON.plusSeconds(999)))).isEqualTo(ReservationState.COMMITTED);
        assertThat(state(book().release(first.getId()))).isEqualTo(ReservationState.RELEASED);
        assertThat(state(book().release(first.getId()))).isEqualTo(ReservationState.RELEASED);
        assertThat(the(Bookings.class).of(system, NOON)).isEmpty();
        assertThat(book().commit(first.getId(), NOON))
                .isEqualTo(new Answer.Refused("the reservation is RELEASED: hold it again"));
        assertThat(book().release("nobody's")).isEqualTo(new Answer.Unknown());
        assertThat(book().commit("nobody's", NOON)).isEqualTo(new Answer.Unknown());

        ReservationRow late = wanted(system, 0, 9, 8);
        assertThat(book().hold(late, hops, NOON)).isInstanceOf(Answer.Done.class);
        assertThat(book().commit(late.getId(), NOON.plusSeconds(60))).isInstanceOf(Answer.Refused.class);
        assertThat(state(book().release(late.getId())))
                .as("nothing to give back")
                .isEqualTo(ReservationState.EXPIRED);
        assertThat(the(Bookings.class).of(system, NOON)).isEmpty();
    }

    @Test
    default void aHoldThatIsOverGivesWayToTheNextAndCannotComeBack() {
        long system = system();
        List<List<Long>> hops = List.of(List.of(link(system, "a", "b", 0, 10)));
        ReservationRow over = wanted(system, 100, 200, 8);
        assertThat(book().hold(over, hops, NOON)).isInstanceOf(Answer.Done.class);
        ReservationRow next = wanted(system, 100, 200, 8);
        assertThat(book().hold(next, hops, NOON.plusSeconds(60))).isInstanceOf(Answer.Done.class);
        // even by a clock that is behind
        assertThat(book().commit(over.getId(), NOON)).isInstanceOf(Answer.Refused.class);
        assertThat(book().expireOverdue(NOON.plusSeconds(61))).isPositive();
        assertThat(the(Bookings.class).of(system, NOON)).isEmpty();
        assertThat(the(Reservations.class).newest(List.of(ReservationState.EXPIRED), NOON, Limit.of(1000)))
                .extracting(ReservationRow::getId)
                .contains(over.getId(), next.getId());
    }

    @Test
    default void attachmentsAreOnePerSubject() {
        long system = system();
        String subject = UUID.randomUUID() + ".example";
        the(Attachments.class).save(new AttachmentRow(new AttachmentRow.Facts(system, subject, "a")));
        assertThat(the(Attachments.class)
                        .of(system, subject)
                        .orElseThrow()
                        .facts()
                        .point())
                .isEqualTo("a");
        assertThat(the(Attachments.class).ofAny(List.of(subject, "other"))).hasSize(1);
        assertThatThrownBy(() -> the(Attachments.class)
                        .saveAndFlush(new AttachmentRow(new AttachmentRow.Facts(system, subject, "b"))))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    /** Sixteen threads, a chain of links in both orders, and at the end every moment of every link is added up. */
    @Test
    default void manyAtOnceNeverOversubscribeALink() throws Exception {
        long system = system();
        long[] chain = {link(system, "a", "b", 0, 10), link(system, "b", "c", 0, 7), link(system, "c", "d", 0, 9)};
        int threads = 16;
        CyclicBarrier together = new CyclicBarrier(threads);
        List<Callable<Integer>> users = new ArrayList<>();
        for (int user = 0; user < threads; user++) {
            Random random = new Random(user);
            users.add(() -> {
                together.await();
                int held = 0;
                for (int turn = 0; turn < 12; turn++) {
                    held += turn(system, chain, random);
                }
                return held;
            });
        }
        int held = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (Future<Integer> each : pool.invokeAll(users)) {
                held += each.get();
            }
        }
        assertThat(held).as("reservations that were granted").isGreaterThan(10);
        List<BookingRow> all = the(Bookings.class).of(system, NOON);
        for (CircuitLinkRow link : the(CircuitLinks.class).of(system)) {
            for (int second = 0; second < 40; second++) {
                Instant at = NOON.plusSeconds(second);
                double load = all.stream()
                        .filter(b -> b.facts().link() == link.id())
                        .filter(b -> !b.facts().startAt().isAfter(at)
                                && b.facts().endAt().isAfter(at))
                        .mapToDouble(b -> b.facts().bitsPerSecond())
                        .sum();
                assertThat(load).as("%s at second %d", link.facts(), second).isLessThanOrEqualTo(link.bitsPerSecond());
            }
        }
    }

    private int turn(long system, long[] chain, Random random) {
        int first = random.nextInt(3);
        int last = first + random.nextInt(3 - first);
        List<List<Long>> hops = new ArrayList<>();
        for (int link = first; link <= last; link++) {
            hops.add(List.of(chain[link]));
        }
        int start = random.nextInt(30);
        ReservationRow wanted = wanted(system, start, start + 1 + random.nextInt(9), 1 + random.nextInt(4));
        // the order in which hops are named must not matter
        if (!(book().hold(wanted, random.nextBoolean() ? hops : hops.reversed(), NOON) instanceof Answer.Done)) {
            return 0;
        }
        if (random.nextInt(4) == 0) {
            book().release(wanted.getId());
        } else {
            book().commit(wanted.getId(), NOON);
        }
        return 1;
    }
}

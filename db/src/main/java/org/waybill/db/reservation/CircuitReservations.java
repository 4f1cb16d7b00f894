package org.waybill.db.reservation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Holds, commits and releases circuits so that no link is ever oversubscribed, even if others do so at the same time,
 * in this process or in another one on the same database. A request for bandwidth of links first locks their rows,
 * always in the same order, and only then reads what is booked on them. Read-committed, because under MariaDB's
 * default level a look after the lock could still show what was there before it. A hold that is over keeps its
 * bandwidth until a process marks it expired, so that nothing depends on clocks being equal. See decision 0120.
 */
public final class CircuitReservations {
    private static final int MOST_ATTEMPTS = 20;
    private static final int MOST_EXPIRED_AT_ONCE = 500;

    private final CircuitLinks links;
    private final Bookings bookings;
    private final Reservations reservations;
    private final TransactionTemplate transaction;

    public CircuitReservations(
            CircuitLinks links, Bookings bookings, Reservations reservations, PlatformTransactionManager transactions) {
        this.links = links;
        this.bookings = bookings;
        this.reservations = reservations;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    /** What came of a request. */
    public sealed interface Answer {
        /** The reservation as it is now. */
        record Done(ReservationRow reservation) implements Answer {}

        /** Nothing was changed, and why, in one sentence. */
        record Refused(String reason) implements Answer {}

        /** There is no such reservation. */
        record Unknown() implements Answer {}
    }

    /**
     * Holds bandwidth on every hop, or nothing at all. A reservation with the same id is not made twice.
     *
     * @param hops for each hop the numbers of its parallel links, one of which will do; none for a system that keeps
     *     its own books
     */
    public Answer hold(ReservationRow wanted, List<List<Long>> hops, Instant now) {
        return retrying(() -> holdOnce(wanted, hops, now));
    }

    private Answer holdOnce(ReservationRow wanted, List<List<Long>> hops, Instant now) {
        List<Long> numbers =
                hops.stream().flatMap(List::stream).distinct().sorted().toList();
        Map<Long, Double> room = new HashMap<>();
        if (!numbers.isEmpty()) {
            links.lock(numbers).forEach(link -> room.put(link.id(), link.bitsPerSecond()));
            reservations.overdueOn(numbers, now).forEach(id -> expire(id, now));
        }
        Optional<ReservationRow> known = reservations.locked(wanted.getId());
        if (known.isPresent()) {
            return new Answer.Done(known.get());
        }
        ReservationRow.Facts facts = wanted.facts();
        if (!numbers.isEmpty()) {
            List<BookingRow> booked = bookings.overlapping(numbers, facts.startAt(), facts.endAt());
            room.replaceAll((link, capacity) -> capacity - LinkLoad.peak(booked, link, facts.startAt()));
        }
        List<Long> chosen = new ArrayList<>();
        for (List<Long> hop : hops) {
            Long roomiest = roomiest(hop, room);
            double free = roomiest == null ? 0 : room.getOrDefault(roomiest, 0.0);
            if (roomiest == null || free < facts.bitsPerSecond()) {
                return new Answer.Refused("hop " + (chosen.size() + 1) + " has " + (long) Math.max(0, free)
                        + " bit/s free in that time, " + (long) facts.bitsPerSecond() + " are required");
            }
            chosen.add(roomiest);
        }
        ReservationRow stored =
                reservations.saveAndFlush(new ReservationRow(wanted.getId(), facts, wanted.heldUntil()));
        bookings.saveAll(
                chosen.stream().map(link -> new BookingRow(stored, link)).toList());
        return new Answer.Done(stored);
    }

    private static @Nullable Long roomiest(List<Long> parallel, Map<Long, Double> room) {
        Long best = null;
        for (Long link : parallel) {
            if (room.containsKey(link)
                    && (best == null || room.getOrDefault(link, 0.0) > room.getOrDefault(best, 0.0))) {
                best = link;
            }
        }
        return best;
    }

    /** Makes a hold last. Doing so again does nothing more. */
    public Answer commit(String id, Instant now) {
        return retrying(() -> {
            Optional<ReservationRow> found = reservations.locked(id);
            if (found.isEmpty()) {
                return new Answer.Unknown();
            }
            ReservationRow row = found.get();
            if (row.isOverdue(now)) {
                end(row, ReservationState.EXPIRED);
            }
            if (row.state() == ReservationState.HELD) {
                row.become(ReservationState.COMMITTED);
            }
            return row.state() == ReservationState.COMMITTED
                    ? new Answer.Done(row)
                    : new Answer.Refused("the reservation is " + row.state() + ": hold it again");
        });
    }

    /** Gives back what a reservation holds. Doing so again does nothing more. */
    public Answer release(String id) {
        return retrying(() -> {
            Optional<ReservationRow> found = reservations.locked(id);
            if (found.isEmpty()) {
                return new Answer.Unknown();
            }
            ReservationRow row = found.get();
            if (row.mayHoldBandwidth()) {
                end(row, ReservationState.RELEASED);
            }
            return new Answer.Done(row);
        });
    }

    /** Ends the holds that are over; returns how many there were. Several processes may do so at once. */
    public int expireOverdue(Instant now) {
        List<String> overdue = reservations.overdue(now, Limit.of(MOST_EXPIRED_AT_ONCE));
        int expired = 0;
        for (String id : overdue) {
            expired += retrying(() -> expire(id, now)) ? 1 : 0;
        }
        return expired;
    }

    private boolean expire(String id, Instant now) {
        Optional<ReservationRow> row = reservations.locked(id);
        if (row.isEmpty() || !row.get().isOverdue(now)) {
            return false;
        }
        end(row.get(), ReservationState.EXPIRED);
        return true;
    }

    private void end(ReservationRow row, ReservationState state) {
        row.become(state);
        reservations.saveAndFlush(row);
        bookings.remove(row.getId());
    }

    /** Databases end one of two transactions that wait for each other; it is simply done again. */
    private <T> T retrying(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.execute(_ -> work.get());
            } catch (ConcurrencyFailureException | DataIntegrityViolationException contended) {
                // two holds with the same id: the second attempt finds the first one's
                boolean same = contended instanceof DataIntegrityViolationException;
                if (attempt == (same ? 2 : MOST_ATTEMPTS)) {
                    throw contended;
                }
                pause(attempt, contended);
            }
        }
    }

    private static void pause(int attempt, DataAccessException contended) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(2, 5L * attempt + 3));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw contended;
        }
    }
}

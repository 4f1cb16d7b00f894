package org.waybill.service.provision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Limit;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitService;
import org.waybill.api.circuit.CircuitState;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.reservation.CircuitReservations;
import org.waybill.db.reservation.ReservationRow;
import org.waybill.db.reservation.ReservationState;
import org.waybill.db.reservation.Reservations;
import org.waybill.planner.reservation.BreakEven;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** Circuits as callers see them: roles, checks, the right provider, and the book of who holds what. */
public record Circuits(
        AttachedSystems reach,
        Providers providers,
        CircuitReservations book,
        Reservations reservations,
        TopologyImporter topologies,
        Clock clock)
        implements CircuitService {
    private static final Logger LOG = LoggerFactory.getLogger(Circuits.class);
    private static final double MOST_BITS_PER_SECOND = 1e15;
    /** Between a quote and its hold, a person reads. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    private static final Duration FARTHEST = Duration.ofDays(3 * 365);
    private static final int MOST_NODES = 1_000;
    private static final int MOST_CHOICES = 5;

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        Caller.current().needs(Role.VIEWER);
        Instant now = clock.instant();
        CircuitQuery checked = checked(query, now);
        List<CircuitOffer> offers = new ArrayList<>();
        for (AttachedSystems.Pair pair : reach.between(checked.source(), checked.destination())) {
            if (pair.kind() != ProvisioningKind.SRM) {
                offers.add(offer(pair, checked, now));
            }
        }
        offers.sort(
                Comparator.comparing((CircuitOffer offer) -> !offer.problem().isEmpty())
                        .thenComparing(Circuits::end)
                        .thenComparing(CircuitOffer::system));
        return offers;
    }

    private static Instant end(CircuitOffer offer) {
        CircuitQuote first = offer.earliestFinish();
        return first == null ? Instant.MAX : first.end();
    }

    private static CircuitQuery checked(CircuitQuery query, Instant now) {
        InputChecks.between("bytes", query.bytes(), 1, Long.MAX_VALUE);
        InputChecks.between("mostBitsPerSecond", query.mostBitsPerSecond(), 1, MOST_BITS_PER_SECOND);
        InputChecks.between("accessBitsPerSecond", query.accessBitsPerSecond(), 1, MOST_BITS_PER_SECOND);
        InputChecks.between("bestEffortBitsPerSecond", query.bestEffortBitsPerSecond(), 1, MOST_BITS_PER_SECOND);
        Instant asked = query.earliest();
        Instant earliest = asked == null || asked.isBefore(now) ? now : asked;
        if (asked != null && asked.isBefore(now.minus(GRACE))) {
            throw InputChecks.bad("the earliest start " + asked + " is in the past");
        }
        Instant latest = query.latest();
        if (latest != null && !latest.isAfter(earliest)) {
            throw InputChecks.bad("the deadline " + latest + " is not after the earliest start " + earliest);
        }
        if (earliest.isAfter(now.plus(FARTHEST))) {
            throw InputChecks.bad("the earliest start " + earliest + " is more than three years away");
        }
        return new CircuitQuery(
                InputChecks.required("source", query.source(), 255),
                InputChecks.required("destination", query.destination(), 255),
                query.bytes(),
                earliest,
                latest,
                query.mostBitsPerSecond(),
                query.accessBitsPerSecond(),
                query.bestEffortBitsPerSecond());
    }

    private CircuitOffer offer(AttachedSystems.Pair pair, CircuitQuery query, Instant now) {
        Instant earliest = query.earliest();
        VolumeRequest ask = new VolumeRequest(
                pair.ingress(),
                pair.egress(),
                query.bytes(),
                earliest == null ? now : earliest,
                query.latest(),
                Math.min(orInfinite(query.mostBitsPerSecond()), orInfinite(query.accessBitsPerSecond())),
                query.accessBitsPerSecond());
        Quotes quotes;
        Double setUp = null;
        String problem =
                "no circuit has enough capacity" + (query.latest() == null ? "" : " to finish by " + query.latest());
        try {
            setUp = providers.setUpSeconds(pair.system());
            quotes = providers.of(pair.system()).quote(ask);
        } catch (ServiceException refused) {
            quotes = new Quotes(QuoteBasis.AS_ASKED, null, null, null);
            problem = String.valueOf(refused.getMessage());
        }
        CircuitQuote first = quotes.earliestFinish();
        return new CircuitOffer(
                pair.system().facts().name(),
                pair.kind(),
                pair.ingress(),
                pair.egress(),
                quotes.basis(),
                first,
                quotes.shortestDuration(),
                quotes.reservedPath(),
                breakEven(first, query, setUp == null ? pair.kind().setUp().toMillis() / 1e3 : setUp, now),
                first == null ? problem : "",
                setUp);
    }

    private static double orInfinite(@Nullable Double value) {
        return value == null ? Double.POSITIVE_INFINITY : value;
    }

    private static @Nullable Long breakEven(
            @Nullable CircuitQuote quote, CircuitQuery query, double setUpSeconds, Instant now) {
        Double bestEffort = query.bestEffortBitsPerSecond();
        if (quote == null || bestEffort == null) {
            return null;
        }
        double wait =
                Math.max(setUpSeconds, Duration.between(now, quote.start()).toMillis() / 1e3);
        OptionalLong bytes = BreakEven.bytes(wait, quote.bitsPerSecond(), bestEffort);
        return bytes.isPresent() ? bytes.getAsLong() : null;
    }

    @Override
    public CircuitReservation holdCircuit(CircuitHold hold) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        // the database keeps microseconds
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        check(hold, now);
        Optional<ReservationRow> known = reservations.findById(hold.id());
        if (known.isPresent()) {
            return view(own(known.get(), caller));
        }
        AttachedSystems.Pair pair = reach.through(
                hold.system(),
                InputChecks.required("source", hold.source(), 255),
                InputChecks.required("destination", hold.destination(), 255));
        CircuitProvider provider = providers.of(pair.system());
        CircuitHoldOrder wanted = new CircuitHoldOrder(
                hold.id(),
                pair.ingress(),
                pair.egress(),
                hold.start().truncatedTo(ChronoUnit.MICROS),
                hold.end().truncatedTo(ChronoUnit.MICROS),
                hold.bitsPerSecond(),
                hold.path());
        for (int choice = 1; ; choice++) {
            HeldCircuit granted = provider.hold(wanted);
            ReservationRow row =
                    new ReservationRow(hold.id(), facts(hold, pair, granted, caller, now), granted.heldUntil());
            CircuitReservations.Answer answer = write(provider, granted, row, now);
            boolean again = answer instanceof CircuitReservations.Answer.Refused
                    && hold.path().isEmpty()
                    && !granted.hops().isEmpty()
                    && choice < MOST_CHOICES;
            if (!again) {
                return view(own(done(answer, hold.id()), caller));
            }
            // another user was quicker on that path; there may be another one
        }
    }

    /** Who releases what another user holds under the same id would take it from that user. */
    private static ReservationRow own(ReservationRow row, Caller caller) {
        if (!row.facts().account().equals(caller.name())) {
            throw ServiceException.conflict("the id " + row.getId() + " is another account's: choose a new one");
        }
        return row;
    }

    /** Notes down what was granted; gives it back if that fails or was done before. */
    private CircuitReservations.Answer write(
            CircuitProvider provider, HeldCircuit granted, ReservationRow row, Instant now) {
        boolean kept = false;
        try {
            CircuitReservations.Answer answer = book.hold(row, granted.hops(), now);
            kept = answer instanceof CircuitReservations.Answer.Done done
                    && done.reservation().facts().externalId().equals(granted.externalId());
            return answer;
        } finally {
            if (!kept && !granted.externalId().isEmpty()) {
                provider.release(granted.externalId());
            }
        }
    }

    private static void check(CircuitHold hold, Instant now) {
        try {
            if (!UUID.fromString(hold.id()).toString().equals(hold.id())) {
                throw new IllegalArgumentException(hold.id());
            }
        } catch (IllegalArgumentException e) {
            throw InputChecks.bad("invalid id: expected a UUID in lower case");
        }
        InputChecks.required("system", hold.system(), 200);
        InputChecks.between("bitsPerSecond", Double.valueOf(hold.bitsPerSecond()), 1, MOST_BITS_PER_SECOND);
        if (!hold.end().isAfter(hold.start())) {
            throw InputChecks.bad("the end " + hold.end() + " is not after the start " + hold.start());
        }
        if (hold.start().isBefore(now.minus(GRACE))) {
            throw InputChecks.bad("the start is in the past: " + hold.start());
        }
        if (!hold.end().isAfter(now)) {
            throw InputChecks.bad("the end is in the past: " + hold.end() + ": request a new quote");
        }
        if (hold.start().isAfter(now.plus(FARTHEST))
                || hold.end().isAfter(hold.start().plus(FARTHEST))) {
            throw InputChecks.bad("the circuit starts in more than three years, or lasts longer than that");
        }
        InputChecks.atMost("nodes of a path", hold.path().size(), MOST_NODES);
        hold.path().forEach(node -> InputChecks.required("node", node, 200));
        if (hold.path().size() == 1) {
            throw InputChecks.bad("a path needs two nodes or more");
        }
    }

    private static ReservationRow.Facts facts(
            CircuitHold hold, AttachedSystems.Pair pair, HeldCircuit granted, Caller caller, Instant now) {
        return new ReservationRow.Facts(
                pair.system().id(),
                hold.source(),
                hold.destination(),
                pair.ingress(),
                pair.egress(),
                granted.start(),
                granted.end(),
                granted.bitsPerSecond(),
                String.join("\n", granted.path()),
                granted.externalId(),
                caller.name(),
                now);
    }

    @Override
    public CircuitReservation commitCircuit(String id) {
        Caller.current().needs(Role.OPERATOR);
        ReservationRow row = known(id);
        Instant until = row.heldUntil();
        boolean commits = row.state() == ReservationState.HELD && (until == null || until.isAfter(clock.instant()));
        if (commits) {
            provider(row).commit(row.facts().externalId());
        }
        // if this fails, the database may have committed all the same: it is the caller's to commit again or to release
        CircuitReservations.Answer answer = book.commit(id, clock.instant());
        if (commits && !(answer instanceof CircuitReservations.Answer.Done)) {
            giveBack(row);
        }
        return view(done(answer, id));
    }

    /** What was committed after the hold had expired here; why it was refused is what the caller is told. */
    private void giveBack(ReservationRow row) {
        try {
            provider(row).release(row.facts().externalId());
        } catch (ServiceException e) {
            LOG.warn("cannot release {}, which expired while it was committed: {}", row.getId(), e.getMessage());
        }
    }

    @Override
    public CircuitReservation releaseCircuit(String id) {
        Caller.current().needs(Role.OPERATOR);
        ReservationRow row = known(id);
        if (row.mayHoldBandwidth()) {
            provider(row).release(row.facts().externalId());
        }
        return view(done(book.release(id), id));
    }

    private ReservationRow known(String id) {
        String checked = InputChecks.required("id", id, 36);
        return reservations.findById(checked).orElseThrow(() -> unknown(checked));
    }

    private static ServiceException unknown(String id) {
        return ServiceException.notFound("no reservation " + id);
    }

    private CircuitProvider provider(ReservationRow row) {
        return providers.of(system(row));
    }

    private ProvisioningRow system(ReservationRow row) {
        return providers.system(row.facts().provisioning());
    }

    private static ReservationRow done(CircuitReservations.Answer answer, String id) {
        return switch (answer) {
            case CircuitReservations.Answer.Done done -> done.reservation();
            case CircuitReservations.Answer.Refused refused -> throw ServiceException.conflict(refused.reason());
            case CircuitReservations.Answer.Unknown _ -> throw unknown(id);
        };
    }

    @Override
    public List<CircuitReservation> circuits(boolean all, int limit) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("limit", limit, 1, 1_000);
        EnumSet<ReservationState> states = all
                ? EnumSet.allOf(ReservationState.class)
                : EnumSet.of(ReservationState.HELD, ReservationState.COMMITTED);
        expireOverdue();
        return reservations.newest(states, all ? Instant.EPOCH : clock.instant(), Limit.of(limit)).stream()
                .map(this::view)
                .toList();
    }

    /** Ends holds that were not committed; to be called now and then, by any number of replicas at once. */
    public int expireOverdue() {
        int expired = book.expireOverdue(clock.instant());
        if (expired > 0) {
            LOG.info("{} holds expired", expired);
        }
        return expired;
    }

    private CircuitReservation view(ReservationRow row) {
        ReservationRow.Facts facts = row.facts();
        return new CircuitReservation(
                row.getId(),
                system(row).facts().name(),
                CircuitState.valueOf(row.state().name()),
                facts.sourceHost(),
                facts.destinationHost(),
                facts.ingress(),
                facts.egress(),
                facts.startAt(),
                facts.endAt(),
                facts.bitsPerSecond(),
                facts.path().isEmpty() ? List.of() : List.of(facts.path().split("\n")),
                row.heldUntil(),
                facts.externalId(),
                facts.account());
    }

    @Override
    public TopologyReport importTopology(String system, TopologyFormat format, String text) {
        return topologies.importTopology(system, format, text);
    }

    @Override
    public void attach(Attachment attachment) {
        topologies.attach(attachment);
    }

    @Override
    public List<Attachment> attachments(String system) {
        return topologies.attachments(system);
    }
}

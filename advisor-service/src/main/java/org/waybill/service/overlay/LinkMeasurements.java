package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.overlay.LinkOrder;
import org.waybill.api.overlay.LinkResult;
import org.waybill.db.overlay.VirtualLinkRow;
import org.waybill.db.overlay.VirtualLinks;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.history.TransferHistory;

/** Has the virtual links between registered nodes measured, one at a time, and hands the results to the history. */
public record LinkMeasurements(
        RelayRegistry relays,
        VirtualLinks links,
        TransferHistory history,
        TransactionTemplate transaction,
        Clock clock) {
    /** What a measurement of a virtual link is called in the history. */
    static final String METHOD = "virtual link";

    private static final int MOST_PROBLEM = 300;

    /** The job: gives the next link its turn, unless one has it. Only one replica runs it at a time. */
    public void grant() {
        Instant now = clock.instant();
        List<Long> idle = relays.all().stream()
                .filter(relay -> relay.isReady(now))
                .map(KnownRelay::id)
                .toList();
        transaction.executeWithoutResult(_ -> {
            if (links.leased(now, now.plus(MeasurementSchedule.EVERY)).isEmpty()) {
                MeasurementSchedule.next(idle, ordered(), now).ifPresent(link -> lease(link, now));
            }
        });
    }

    private Map<MeasurementSchedule.Link, Instant> ordered() {
        Map<MeasurementSchedule.Link, Instant> ordered = new HashMap<>();
        for (VirtualLinkRow row : links.findAll()) {
            Instant at = row.orderedAt();
            if (at != null) {
                ordered.put(
                        new MeasurementSchedule.Link(
                                row.facts().source(), row.facts().destination()),
                        at);
            }
        }
        return ordered;
    }

    private void lease(MeasurementSchedule.Link link, Instant now) {
        VirtualLinkRow row = links.between(link.source(), link.destination())
                .orElseGet(() ->
                        links.save(new VirtualLinkRow(new VirtualLinkRow.Facts(link.source(), link.destination()))));
        row.lease(now, now.plus(MeasurementSchedule.LEASE));
    }

    /** What this node is to measure now: nothing while another one measures. */
    List<LinkOrder> orders(long node) {
        Instant now = clock.instant();
        List<VirtualLinkRow> leased = links.leased(now, now.plus(MeasurementSchedule.EVERY)).stream()
                .filter(row -> row.facts().source() == node)
                .toList();
        if (leased.isEmpty()) {
            return List.of();
        }
        List<KnownRelay> all = relays.all();
        return leased.stream()
                .flatMap(row -> all.stream()
                        .filter(relay -> relay.id() == row.facts().destination())
                        .map(relay -> new LinkOrder(relay.address().toString(), relay.fingerprint(), until(row, now))))
                .toList();
    }

    private static Instant until(VirtualLinkRow row, Instant now) {
        Instant until = row.leaseUntil();
        return until == null ? now : until;
    }

    /** Takes what a node measured; a link that it was not asked to measure does not count. */
    void take(long node, List<LinkResult> results) {
        InputChecks.atMost("links", results.size(), 16);
        if (results.isEmpty()) {
            return;
        }
        List<KnownRelay> all = relays.all();
        Optional<KnownRelay> source =
                all.stream().filter(relay -> relay.id() == node).findFirst();
        for (LinkResult result : results) {
            all.stream()
                    .filter(relay -> relay.address().toString().equals(result.destination()))
                    .findFirst()
                    .ifPresent(destination -> source.ifPresent(from -> take(from, destination, result)));
        }
    }

    private void take(KnownRelay from, KnownRelay to, LinkResult result) {
        boolean asked = transaction.execute(_ -> {
            Optional<VirtualLinkRow> row = links.between(from.id(), to.id()).filter(link -> link.leaseUntil() != null);
            row.ifPresent(link -> link.done(problem(result)));
            return row.isPresent();
        });
        Double rate = result.bitsPerSecond();
        if (asked && rate != null) {
            InputChecks.between("bitsPerSecond", rate, 1, 1e15);
            history.addMeasurements(
                    List.of(new Measurement(
                            from.address().host(),
                            to.address().host(),
                            Quantity.BULK_TRANSFER_CAPACITY,
                            rate,
                            METHOD,
                            1,
                            null,
                            result.measuredAt())),
                    Caller.SERVICE.name());
        }
    }

    private static String problem(LinkResult result) {
        String text = result.problem().replaceAll("\\p{Cntrl}", " ").strip();
        return text.length() > MOST_PROBLEM ? text.substring(0, MOST_PROBLEM) : text;
    }
}

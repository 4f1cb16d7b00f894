package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayReport;
import org.waybill.db.overlay.RelayReportRow;
import org.waybill.db.overlay.RelayReports;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.Relays;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.profile.HostNames;
import org.waybill.service.profile.HostRegistry;

/** The relays of the catalogue, and what those that report have said. */
record RelayRegistry(
        Relays relays,
        HostRegistry hosts,
        RelayReports reports,
        TransactionTemplate transaction,
        AuditLog audit,
        Clock clock) {
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    /** All of the catalogue, by name. */
    List<KnownRelay> all() {
        return transaction.execute(_ -> {
            Map<Long, RelayReportRow> said =
                    reports.findAll().stream().collect(Collectors.toMap(RelayReportRow::relay, Function.identity()));
            return relays.all().stream()
                    .map(row -> {
                        RelayReportRow last = said.get(row.id());
                        RelayRow.Facts facts = row.facts();
                        return new KnownRelay(
                                row.id(),
                                facts.name(),
                                new RouteText.Address(facts.host().name(), facts.port()),
                                facts.fingerprint(),
                                facts.lastSeen(),
                                last == null ? null : last.facts());
                    })
                    .toList();
        });
    }

    /** Notes a report whose proof was checked; the number of the relay. */
    long note(RelayReport report, String fingerprint) {
        Caller caller = Caller.current();
        String name = InputChecks.required("name", report.name(), 200);
        String host = HostNames.checked("host", report.host());
        int port = (int) InputChecks.between("port", report.port(), 1, 65_535);
        check(report.health());
        Instant now = clock.instant();
        if (report.at().isAfter(now.plus(CLOCK_SKEW)) || report.at().isBefore(now.minus(CLOCK_SKEW))) {
            throw InputChecks.bad(
                    "the report's time " + report.at() + " differs by more than five minutes: synchronize the clocks");
        }
        try {
            return transaction.execute(_ -> {
                RelayRow relay = relays.named(name)
                        .map(row -> same(row, host, port, fingerprint, caller))
                        .orElseGet(() -> add(caller, name, host, port, fingerprint));
                store(relay, report, now);
                return relay.id();
            });
        } catch (DataAccessException e) {
            throw new ServiceException(ServiceException.CONFLICT, "the relay was modified concurrently, try again", e);
        }
    }

    private static void check(RelayHealth health) {
        InputChecks.between("paths", health.paths(), 0, 1_000_000);
        InputChecks.between("mostPaths", health.mostPaths(), 0, 1_000_000);
        InputChecks.between("streams", health.streams(), 0, 1_000_000);
        InputChecks.between("mostStreams", health.mostStreams(), 0, 1_000_000);
        InputChecks.between("forwardedBytes", health.forwardedBytes(), 0, Long.MAX_VALUE);
        InputChecks.between("traversalBitsPerSecond", health.traversalBitsPerSecond(), 1, 1e15);
        InputChecks.between("capacityBitsPerSecond", health.capacityBitsPerSecond(), 1, 1e15);
    }

    /**
     * The one that we know by this name must be who reports. An operator can change its address, or give it its key.
     */
    private RelayRow same(RelayRow row, String host, int port, String fingerprint, Caller caller) {
        RelayRow.Facts known = row.facts();
        if (!known.fingerprint().isEmpty() && !known.fingerprint().equals(fingerprint)) {
            throw ServiceException.forbidden("relay " + known.name() + " presents a different certificate;"
                    + " if it was replaced, remove the old fingerprint from the catalogue");
        }
        // it may report an address of the host that the catalogue knows by a name
        boolean there =
                hosts.find(host).filter(at -> at.id() == known.host().id()).isPresent();
        boolean moved = !there || known.port() != port;
        if (moved || known.fingerprint().isEmpty()) {
            caller.needs(Role.OPERATOR);
            row.change(new RelayRow.Facts(
                    known.name(),
                    moved ? host(caller, host) : known.host(),
                    port,
                    fingerprint,
                    known.capacityBitsPerSecond(),
                    known.lastSeen()));
            audit.add(
                    caller,
                    "CHANGE",
                    AuditSubject.RELAY,
                    row.id(),
                    "registered: " + known.name() + " at " + HostNames.authority(host, port));
        }
        return row;
    }

    private RelayRow add(Caller caller, String name, String host, int port, String fingerprint) {
        caller.needs(Role.OPERATOR);
        RelayRow added = relays.saveAndFlush(
                new RelayRow(new RelayRow.Facts(name, host(caller, host), port, fingerprint, null, null)));
        audit.add(
                caller,
                "ADD",
                AuditSubject.RELAY,
                added.id(),
                "registered: " + name + " at " + HostNames.authority(host, port));
        return added;
    }

    private HostRow host(Caller caller, String name) {
        return hosts.known(caller, name, "of a relay that registered");
    }

    /** Whether it is older than the last one, and that is not from before a clock was set back. */
    static boolean isReplayed(RelayReport report, Instant last, Instant now) {
        return last.isAfter(report.at()) && !last.isAfter(now);
    }

    private void store(RelayRow relay, RelayReport report, Instant now) {
        RelayHealth health = report.health();
        RelayReportRow.Facts facts = new RelayReportRow.Facts(
                report.at(),
                now,
                health.paths(),
                health.mostPaths(),
                health.streams(),
                health.mostStreams(),
                health.forwardedBytes(),
                health.traversalBitsPerSecond(),
                health.capacityBitsPerSecond());
        Optional<RelayReportRow> last = reports.of(relay.id());
        if (last.isEmpty()) {
            reports.saveAndFlush(new RelayReportRow(relay.id(), facts));
        } else if (isReplayed(report, last.get().facts().saidAt(), now)) {
            throw InputChecks.bad("the report is older than the last one of this node");
        } else {
            last.get().change(facts);
        }
        relays.seen(relay.id(), now);
    }
}

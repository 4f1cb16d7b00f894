package org.waybill.service.profile;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceException;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.HostRow;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/**
 * What discovery found open goes back into the catalogue (Lu 2011, section 4.1.3.3). Anybody who may ask may report,
 * so a report adds hosts and services and renews when they were seen, and never changes what people entered.
 */
public record DiscoveredServices(
        HostRegistry hosts,
        Endpoints endpoints,
        TransactionTemplate transaction,
        AuditLog audit,
        Clock clock,
        HostProfiles profiles) {
    private static final int MOST_SERVICES = 64;
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    /** Takes a report; the same report twice changes nothing. */
    public void report(String host, List<ServiceEndpoint> found) {
        Caller caller = Caller.current().needs(Role.VIEWER);
        String name = HostNames.checked("host", host);
        InputChecks.atMost("services", found.size(), MOST_SERVICES);
        if (found.isEmpty()) {
            return;
        }
        try {
            transaction.executeWithoutResult(_ -> store(caller, name, found));
        } catch (DataAccessException e) {
            throw new ServiceException(ServiceException.CONFLICT, "the host was modified concurrently, try again", e);
        }
        profiles.forget();
    }

    private void store(Caller caller, String name, List<ServiceEndpoint> found) {
        HostRow host = hosts.known(caller, name, "found by discovery");
        Instant latest = clock.instant().plus(CLOCK_SKEW);
        for (ServiceEndpoint service : found) {
            String banner = InputChecks.text("banner", service.banner().replaceAll("\\p{Cntrl}", " "), 500);
            Instant claimed = service.lastSeenOpen();
            Instant seen = claimed == null || claimed.isAfter(latest) ? clock.instant() : claimed;
            EndpointRow.Facts facts =
                    new EndpointRow.Facts(host, service.protocol().name(), service.port(), banner, seen);
            Optional<EndpointRow> row =
                    endpoints.at(host.name(), service.protocol().name(), service.port());
            if (row.isEmpty()) {
                EndpointRow added = endpoints.save(new EndpointRow(facts));
                audit.add(
                        caller,
                        "ADD",
                        AuditSubject.ENDPOINT,
                        added.id(),
                        "found by discovery: " + service.protocol() + "://"
                                + HostNames.authority(host.name(), service.port()));
            } else if (isNews(row.get(), seen)) {
                row.get().change(facts);
            }
        }
    }

    private static boolean isNews(EndpointRow row, Instant seen) {
        Instant known = row.facts().lastSeenOpen();
        return known == null || known.isBefore(seen);
    }
}

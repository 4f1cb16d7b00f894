package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.api.overlay.RelayReport;
import org.waybill.api.overlay.RelayState;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.profile.HostNames;

/** What clients and nodes ask about the overlay. */
public record Overlay(
        RelayRegistry registry,
        LinkMeasurements measurements,
        LinkForecasts forecasts,
        RelayOutcomes outcomes,
        RouteIssuer issuer,
        Clock clock)
        implements OverlayService {
    private static final int SECONDS_BETWEEN_REPORTS = 10;
    private static final int MOST_LISTED = 1_000;
    private static final int MOST_PATHS = 16;
    /** The planner looks at each pair of relays. */
    private static final int MOST_CONSIDERED = 16;

    @Override
    public RelayOrders reportRelay(RelayReport report) {
        String fingerprint = ReportVerifier.fingerprint(report);
        long relay = registry.note(report, fingerprint);
        measurements.take(relay, report.measured());
        return new RelayOrders(issuer.keys(), SECONDS_BETWEEN_REPORTS, measurements.orders(relay));
    }

    @Override
    public List<RelayState> relays() {
        Instant now = clock.instant();
        return registry.all().stream()
                .limit(MOST_LISTED)
                .map(relay -> relay.state(now))
                .toList();
    }

    @Override
    public SignedRoute signRoute(RouteRequest request) {
        Caller.current().needs(Role.VIEWER);
        String holder = request.holder().toLowerCase(Locale.ROOT);
        if (!holder.matches("[0-9a-f]{64}")) {
            throw InputChecks.bad("invalid holder: expected 64 hexadecimal digits");
        }
        InputChecks.between("relays", request.relays().size(), 1, RouteText.MOST_HOPS);
        List<KnownRelay> all = registry.all();
        List<RouteText.Hop> hops = new ArrayList<>();
        for (String text : request.relays()) {
            hops.add(hop(RouteText.Address.parse("relays", text), all));
        }
        RouteText.Address destination = RouteText.Address.parse("destination", request.destination());
        RouteIssuer.Signed signed = issuer.sign(new RouteText.Route(holder, hops, destination, request.bytes()));
        return new SignedRoute(
                Base64.getEncoder().encodeToString(signed.token()),
                hops.stream().map(RouteText.Hop::fingerprint).toList(),
                signed.notAfter());
    }

    private RouteText.Hop hop(RouteText.Address address, List<KnownRelay> all) {
        Instant now = clock.instant();
        return all.stream()
                .filter(relay -> relay.address().equals(address) && relay.isAlive(now))
                .findFirst()
                .map(relay -> new RouteText.Hop(address, relay.fingerprint()))
                .orElseThrow(() ->
                        ServiceException.notFound("no relay at " + address + " has reported within the last minute"));
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        InputChecks.between("most", most, 1, MOST_PATHS);
        String from = HostNames.checked("source", source);
        String to = HostNames.checked("destination", destination);
        Instant now = clock.instant();
        List<KnownRelay> alive = registry.all().stream()
                .filter(relay -> relay.isAlive(now)
                        && !relay.address().host().equals(from)
                        && !relay.address().host().equals(to))
                .toList();
        PathChoice choice = new PathChoice(forecasts::between, outcomes.policy(), outcomes.between(from, to));
        return choice.between(from, to, choice.nearest(from, to, alive, MOST_CONSIDERED), most);
    }
}

package org.waybill.cli.move;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.PathForecast;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Session;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.PeerStore;
import org.waybill.protocol.Protocol;

/**
 * Paths over relays that {@code --via auto} may try besides the direct path: those that the named service forecasts to
 * be wider, chains included, then relays that were not measured: the service's, and the nodes that we are paired with.
 */
final class KnownRelays {
    private static final int MOST = 8;

    private KnownRelays() {}

    static List<List<String>> of(Session session, Endpoint source, Endpoint destination) {
        Set<List<String>> paths = new LinkedHashSet<>();
        if (session.hasNamedService()) {
            paths.addAll(forecast(session, source, destination));
        }
        try {
            new PeerStore(session.home().root()).nodes().forEach(relay -> paths.add(List.of(relay)));
        } catch (IOException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot read the paired nodes: " + e.getMessage(), e);
        }
        Set<String> ends = Set.of(authority(source.location()), authority(destination.location()));
        paths.removeIf(path -> path.stream().anyMatch(ends::contains));
        if (paths.isEmpty()) {
            session.note("waybill: no relay is known, so the data go directly: pair with nodes, or write"
                    + " --via auto:HOST:PORT,...");
        }
        return paths.stream().limit(MOST).toList();
    }

    private static List<List<String>> forecast(Session session, Endpoint source, Endpoint destination) {
        List<List<String>> paths = new ArrayList<>();
        try {
            List<PathForecast> forecasts =
                    session.advisor().virtualPaths(Ends.historyName(source), Ends.historyName(destination), MOST);
            promising(forecasts).forEach(path -> {
                Double rate = path.bitsPerSecond();
                session.note("waybill: via " + String.join(", ", path.via())
                        + (rate == null
                                ? ": never measured"
                                : ": forecast " + HumanUnits.rate(rate) + " by " + path.samples() + " samples"));
                paths.add(path.via());
            });
            Endpoint far = destination.isLocal() ? source : destination;
            session.advisor().profile(far.location().host()).relays().forEach(relay -> paths.add(List.of(relay)));
        } catch (ServiceException e) {
            session.note("waybill: the service names no relays: " + e.getMessage());
        }
        return paths;
    }

    /** Paths that are forecast to be narrower than the direct path are not worth a trial. */
    static List<PathForecast> promising(List<PathForecast> forecasts) {
        double direct = forecasts.stream()
                .filter(path -> path.via().isEmpty())
                .mapToDouble(KnownRelays::rate)
                .findFirst()
                .orElse(0);
        return forecasts.stream()
                .filter(path -> !path.via().isEmpty())
                .filter(path -> path.bitsPerSecond() == null || rate(path) > direct)
                .toList();
    }

    private static double rate(PathForecast path) {
        Double rate = path.bitsPerSecond();
        return rate == null ? 0 : rate;
    }

    private static String authority(Location location) {
        return new HostPort(location.host(), location.port() == 0 ? Protocol.NODE_PORT : location.port()).toString();
    }
}

package org.waybill.cli.move;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.PathForecast;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.overlay.RelayMemory;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.NodeQueries;
import org.waybill.protocol.Protocol;

/**
 * The paths over relays that {@code --via auto} and {@code --via disjoint} choose from. Relays that made a transfer
 * between the same hosts slower than the direct path are left out.
 */
record KnownRelays(Session session, Endpoint source, Endpoint destination) implements ViaOption.Known {
    private static final int MOST = 8;

    /**
     * Those that may be tried besides the direct path: those that the named service forecasts to be worth it, chains
     * included, then relays that were not measured: the service's, and the nodes that we are paired with.
     */
    @Override
    public List<List<String>> candidates() {
        Set<List<String>> paths = new LinkedHashSet<>();
        Set<List<String>> rejected = new LinkedHashSet<>();
        if (session.hasNamedService()) {
            forecast(paths, rejected);
        }
        paired().forEach(relay -> paths.add(List.of(relay)));
        paths.removeAll(rejected);
        paths.removeIf(this::visitsAnEnd);
        if (paths.isEmpty() && rejected.isEmpty()) {
            session.note("waybill: no relay is known, so the data go directly: pair with nodes, or write"
                    + " --via auto:HOST:PORT,...");
        }
        return harmless(paths.stream().limit(MOST).toList());
    }

    private List<String> paired() {
        try {
            return new PeerStore(session.home().root()).nodes();
        } catch (IOException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot read the paired nodes: " + e.getMessage(), e);
        }
    }

    /** Without a check here a relay that is not known would fail once data flow, which then go directly. */
    @Override
    public List<List<String>> named(List<List<String>> paths) {
        List<String> paired = paired();
        paths.stream()
                .flatMap(List::stream)
                .distinct()
                .filter(relay -> !paired.contains(relay))
                .forEach(relay -> requireKnown(relay, paired));
        return paths;
    }

    /** A relay that is not paired must be of this home, or one that the named service signs for. */
    private void requireKnown(String relay, List<String> paired) {
        HostPort at = HostPort.parse(relay, Protocol.NODE_PORT);
        try {
            new NodeQueries(session.home().root())
                    .status(new Location(Protocol.WAYBILL.scheme(), null, at.host(), at.port(), "/"));
        } catch (TransferException e) {
            if (!session.hasNamedService() || e.reason() == Reason.UNKNOWN_HOST) {
                throw Invalid.value(
                        "--via",
                        relay,
                        (paired.isEmpty() ? "a node that you are paired with" : Invalid.oneOf(paired))
                                + ", or none, auto or disjoint; " + e.getMessage());
            }
        }
    }

    /** The same without those that this user's own copies show to be slower than the direct path. */
    @Override
    public List<List<String>> harmless(List<List<String>> paths) {
        RelayMemory memory = new RelayMemory(session.home().relayMemory());
        Instant now = Instant.now();
        List<List<String>> kept = new ArrayList<>();
        for (List<String> path : paths) {
            OptionalDouble harm =
                    memory.harmPercent(Ends.historyName(source), Ends.historyName(destination), path, now);
            if (harm.isPresent()) {
                session.note(didHarm(path, harm.getAsDouble()));
            } else {
                kept.add(path);
            }
        }
        return kept;
    }

    /** Paths that share no relay and together carry most, to be used at once; by the named service's measurements. */
    @Override
    public List<List<String>> disjoint() {
        if (!session.hasNamedService()) {
            throw CommandFailure.unsafe("--via disjoint needs a service that measures the links between nodes: add"
                    + " --service URL, or name each path with a --via of its own");
        }
        List<PathForecast> paths;
        try {
            paths =
                    session
                            .advisor()
                            .virtualPaths(Ends.historyName(source), Ends.historyName(destination), MOST)
                            .stream()
                            .filter(PathForecast::stripes)
                            .filter(path -> !visitsAnEnd(path.via()))
                            .toList();
        } catch (ServiceException e) {
            throw CommandFailure.unsafe("--via disjoint: the service names no paths: " + e.getMessage());
        }
        paths.forEach(path -> session.note("waybill: " + name(path.via()) + ": " + forecast(path)));
        if (paths.size() < 2) {
            session.note("waybill: no second path without a common relay was measured, so the data go directly");
            return List.of(List.of());
        }
        double sum = paths.stream().mapToDouble(KnownRelays::rate).sum();
        session.note("waybill: " + paths.size() + " paths without a common relay, forecast together "
                + HumanUnits.rate(sum) + " if they share no link");
        return paths.stream().map(PathForecast::via).toList();
    }

    private void forecast(Set<List<String>> paths, Set<List<String>> rejected) {
        try {
            List<PathForecast> forecasts =
                    session.advisor().virtualPaths(Ends.historyName(source), Ends.historyName(destination), MOST);
            for (PathForecast path : forecasts) {
                if (path.via().isEmpty()) {
                    continue;
                }
                String refusal = refusal(path, direct(forecasts));
                session.note(refusal == null ? "waybill: " + name(path.via()) + ": " + forecast(path) : refusal);
                (refusal == null ? paths : rejected).add(path.via());
            }
            Endpoint far = destination.isLocal() ? source : destination;
            session.advisor().profile(far.location().host()).relays().forEach(relay -> paths.add(List.of(relay)));
        } catch (ServiceException e) {
            session.note("waybill: the service names no relays: " + e.getMessage());
        }
    }

    private static String forecast(PathForecast path) {
        Double rate = path.bitsPerSecond();
        if (rate == null) {
            return "never measured";
        }
        Double more = path.improvementPercent();
        return "forecast " + HumanUnits.rate(rate) + " from " + HumanUnits.counted(path.samples(), "measurement")
                + (more == null ? "" : String.format(Locale.ROOT, ", %+.0f %% compared with the direct path", more));
    }

    private static String name(List<String> via) {
        return via.isEmpty() ? "directly" : "via " + String.join(", ", via);
    }

    private static String didHarm(List<String> via, double percent) {
        return String.format(
                Locale.ROOT,
                "waybill: not %s: the last transfer over it was %.0f %% slower than the direct path",
                name(via),
                percent);
    }

    /** Why a path is not worth a trial, for the user; null if it is. Older services name no threshold. */
    static @Nullable String refusal(PathForecast path, double direct) {
        Double harm = path.harmPercent();
        if (harm != null) {
            return didHarm(path.via(), harm);
        }
        boolean narrow = path.bitsPerSecond() != null && path.improvementPercent() == null && rate(path) <= direct;
        if (!narrow && !path.promisesTooLittle()) {
            return null;
        }
        Double least = path.thresholdPercent();
        return "waybill: not " + name(path.via()) + ": " + forecast(path)
                + (least == null || narrow
                        ? ", no more than the direct path"
                        : String.format(Locale.ROOT, "; relays are used from %+.0f %% on", least));
    }

    /** What the direct path is forecast to carry; 0 if that is unknown. */
    static double direct(List<PathForecast> forecasts) {
        return forecasts.stream()
                .filter(path -> path.via().isEmpty())
                .mapToDouble(KnownRelays::rate)
                .findFirst()
                .orElse(0);
    }

    private static double rate(PathForecast path) {
        Double rate = path.bitsPerSecond();
        return rate == null ? 0 : rate;
    }

    private boolean visitsAnEnd(List<String> path) {
        return visits(path, source.location(), destination.location());
    }

    static boolean visits(List<String> path, Location one, Location other) {
        List<HostPort> ends = List.of(at(one), at(other));
        return path.stream()
                .map(relay -> HostPort.parse(relay, Protocol.NODE_PORT).canonical())
                .anyMatch(ends::contains);
    }

    private static HostPort at(Location location) {
        int port = location.port() == 0 ? Protocol.NODE_PORT : location.port();
        return new HostPort(location.host(), port).canonical();
    }
}

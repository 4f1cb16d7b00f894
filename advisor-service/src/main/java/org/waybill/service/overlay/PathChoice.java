package org.waybill.service.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.PathForecast;
import org.waybill.planner.routing.DisjointPaths;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.SplitChoice;
import org.waybill.planner.routing.WidestPath;

/**
 * Paths over relays, widest first (File Mover, section 2.1, with relays' traversal rates as node capacities), each with
 * what decides whether it is used in place of the direct path ({@link SplitChoice}). Pure but for the question that it
 * asks of each link.
 *
 * @param links the forecast between two hosts
 * @param policy what outcomes of all pairs taught
 * @param outcomes of transfers over relays between the two hosts, oldest first
 */
record PathChoice(
        BiFunction<String, String, Optional<LinkForecasts.Width>> links,
        SplitChoice.Policy policy,
        List<SplitChoice.Outcome> outcomes) {
    /** More relays in a row gain little and fail more often. */
    static final int MOST_RELAYS = 3;
    /** More paths at once gain little where their endpoints' access links are shared. */
    private static final int MOST_AT_ONCE = 4;
    /** Of Yen's paths those with too many relays are left out, so more are asked for. */
    private static final int SPARE = 4;

    private static final String SOURCE = "\0source";
    private static final String DESTINATION = "\0destination";

    /** Those whose links to the two hosts are known, the widest first, before the others. @param most of them */
    List<KnownRelay> nearest(String source, String destination, List<KnownRelay> relays, int most) {
        if (relays.size() <= most) {
            return relays;
        }
        return relays.stream()
                .map(relay -> nearness(source, destination, relay))
                .sorted(Comparator.comparingLong(Nearness::known)
                        .thenComparingDouble(Nearness::least)
                        .reversed())
                .limit(most)
                .map(Nearness::relay)
                .toList();
    }

    /** How many of its links to the two hosts are known, and what the narrower one carries. */
    private record Nearness(KnownRelay relay, long known, double least) {}

    private Nearness nearness(String source, String destination, KnownRelay relay) {
        String at = relay.address().host();
        double[] rates = Stream.of(links.apply(source, at), links.apply(at, destination))
                .flatMap(Optional::stream)
                .mapToDouble(LinkForecasts.Width::bitsPerSecond)
                .toArray();
        return new Nearness(relay, rates.length, Arrays.stream(rates).min().orElse(0));
    }

    /**
     * The known paths widest first, the direct path among them, then single relays with an unmeasured link.
     */
    List<PathForecast> between(String source, String destination, List<KnownRelay> relays, int most) {
        Map<String, String> hosts = new HashMap<>(Map.of(SOURCE, source, DESTINATION, destination));
        relays.forEach(
                relay -> hosts.put(relay.address().toString(), relay.address().host()));
        Map<List<String>, LinkForecasts.Width> widths = new HashMap<>();
        Network.Builder network = Network.builder();
        network.node(SOURCE);
        network.node(DESTINATION);
        relays.stream()
                .filter(relay -> Double.isFinite(relay.traversal()))
                .forEach(relay -> network.nodeCapacity(relay.address().toString(), relay.traversal()));
        for (String from : hosts.keySet()) {
            for (String to : hosts.keySet()) {
                if (!from.equals(to) && !from.equals(DESTINATION) && !to.equals(SOURCE)) {
                    links.apply(String.valueOf(hosts.get(from)), String.valueOf(hosts.get(to)))
                            .ifPresent(width -> {
                                widths.put(List.of(from, to), width);
                                network.link(from, to, width.bitsPerSecond());
                            });
                }
            }
        }
        Network known = network.build();
        List<Route> together = DisjointPaths.forStriping(known, SOURCE, DESTINATION, MOST_AT_ONCE);
        Set<List<String>> disjoint = together.stream().map(Route::relays).collect(Collectors.toSet());
        List<PathForecast> paths = new ArrayList<>(Stream.concat(
                        together.stream(), WidestPath.alternatives(known, SOURCE, DESTINATION, most * SPARE).stream())
                .filter(route -> route.relays().size() <= MOST_RELAYS)
                .map(route -> new PathForecast(route.relays(), route.bitsPerSecond(), samples(route, widths)))
                .distinct()
                .limit(most)
                .sorted(Comparator.comparingDouble(PathChoice::width).reversed())
                .toList());
        if (paths.stream().noneMatch(path -> path.via().isEmpty())) {
            if (paths.size() == most) {
                paths.removeLast();
            }
            paths.add(unknown(List.of()));
        }
        relays.stream()
                .map(relay -> List.of(relay.address().toString()))
                .filter(via -> paths.stream().noneMatch(path -> path.via().equals(via)))
                .limit(Math.max(0, most - paths.size()))
                .map(PathChoice::unknown)
                .forEach(paths::add);
        LinkForecasts.Width direct = widths.get(List.of(SOURCE, DESTINATION));
        return paths.stream()
                .map(path -> judged(path, direct, disjoint.size() > 1 && disjoint.contains(path.via())))
                .toList();
    }

    private PathForecast judged(PathForecast path, LinkForecasts.@Nullable Width direct, boolean disjoint) {
        boolean relayed = !path.via().isEmpty();
        Double rate = path.bitsPerSecond();
        Double more = relayed && rate != null && direct != null
                ? Double.valueOf(policy.improvementPercent(rate, direct.bitsPerSecond()))
                : null;
        OptionalDouble harm = SplitChoice.harmPercent(path.via(), outcomes);
        return new PathForecast(
                path.via(),
                rate,
                path.samples(),
                more,
                relayed ? Double.valueOf(policy.thresholdPercent()) : null,
                harm.isPresent() ? Double.valueOf(harm.getAsDouble()) : null,
                disjoint && harm.isEmpty() ? Boolean.TRUE : null);
    }

    private static PathForecast unknown(List<String> via) {
        return new PathForecast(via, null, 0);
    }

    private static double width(PathForecast path) {
        Double width = path.bitsPerSecond();
        return width == null ? 0 : width;
    }

    /** What the weakest link's forecast is based on. */
    private static int samples(Route route, Map<List<String>, LinkForecasts.Width> widths) {
        LinkForecasts.Width weakest = null;
        for (int i = 1; i < route.nodes().size(); i++) {
            LinkForecasts.Width width =
                    widths.get(List.of(route.nodes().get(i - 1), route.nodes().get(i)));
            if (width != null && (weakest == null || width.bitsPerSecond() < weakest.bitsPerSecond())) {
                weakest = width;
            }
        }
        return weakest == null ? 0 : weakest.samples();
    }
}

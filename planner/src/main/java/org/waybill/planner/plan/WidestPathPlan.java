package org.waybill.planner.plan;

import java.util.List;
import java.util.Optional;
import org.waybill.planner.routing.DisjointPaths;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.WidestPath;

/**
 * {@code plan widest-path}.
 *
 * @param path the widest path's nodes
 * @param bitsPerSecond what it carries
 * @param alternatives the next best paths, best first
 * @param disjoint paths that share no relay, the widest first, for a batch or a striped file: of two heuristics the set
 *     that carries more together ({@link DisjointPaths#forStriping}), which need not be the most there is. The widest
 *     path is among them unless the others carry more without it.
 */
public record WidestPathPlan(
        List<String> path, double bitsPerSecond, List<Option> alternatives, List<Option> disjoint) {

    /** A path and what it carries. */
    public record Option(List<String> path, double bitsPerSecond) {
        static Option of(Route route) {
            return new Option(route.nodes(), route.bitsPerSecond());
        }
    }

    /** The plan with up to {@code count} alternatives and disjoint paths; empty if there is no path. */
    public static Optional<WidestPathPlan> of(Network network, String from, String to, int count) {
        List<Route> best = WidestPath.alternatives(network, from, to, count + 1);
        if (best.isEmpty()) {
            return Optional.empty();
        }
        List<Option> disjoint = DisjointPaths.forStriping(network, from, to, Math.max(1, count)).stream()
                .map(Option::of)
                .toList();
        return Optional.of(new WidestPathPlan(
                best.getFirst().nodes(),
                best.getFirst().bitsPerSecond(),
                best.stream().skip(1).map(Option::of).toList(),
                disjoint));
    }
}

package org.waybill.planner.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Paths that share no node but their endpoints, so that one relay's death or load touches one path only.
 *
 * <p>Two methods to choose them. <em>Successive</em> takes the widest path, then the widest without that one's relays,
 * and so on (Anglano and Canonico, section 3): the first is as wide as can be, but it may block the others.
 * <em>Balanced</em> makes the narrowest of the set as wide as can be, which is exact: a threshold on the capacities
 * decides by maximum flow, with every relay used at most once, whether that many disjoint paths carry it (Shen, Sen and
 * Coulter 2007).
 */
public final class DisjointPaths {
    private static final Comparator<Route> WIDEST_FIRST = Comparator.comparingDouble((Route r) -> -r.bitsPerSecond())
            .thenComparingInt(Route::hops)
            .thenComparing(r -> String.join("\0", r.nodes()));

    private DisjointPaths() {}

    /** Up to {@code count} paths, each the widest that avoids the relays of those before. O(count (V + E) log V). */
    public static List<Route> successive(Network network, String from, String to, int count) {
        int source = network.node(from);
        int target = WidestPath.end(network, from, to);
        List<Route> paths = new ArrayList<>();
        BitSet usedNodes = new BitSet();
        BitSet usedLinks = new BitSet();
        while (paths.size() < count) {
            List<Integer> links =
                    new Search(network, usedNodes, usedLinks).widest(source, target, Double.POSITIVE_INFINITY);
            if (links == null) {
                break;
            }
            paths.add(Search.route(network, source, links));
            for (int link : links) {
                int node = network.target(link);
                usedNodes.set(node, node != target);
            }
            if (links.size() == 1) {
                directLinks(network, source, target, usedLinks);
            }
        }
        return paths;
    }

    /**
     * {@code count} paths, or all that there are, the narrowest of which is as wide as possible; of those the set
     * with the fewest links. Widest first. O(log E) flows of O(count * V * E) at worst, O(count * E) on most networks.
     */
    public static List<Route> balanced(Network network, String from, String to, int count) {
        int source = network.node(from);
        int target = WidestPath.end(network, from, to);
        int possible = new DisjointFlow(network, source, target, Double.MIN_VALUE)
                .augment(count)
                .size();
        if (possible == 0) {
            return List.of();
        }
        double[] thresholds = thresholds(network);
        int low = 0;
        int high = thresholds.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            boolean enough = new DisjointFlow(network, source, target, thresholds[middle])
                            .augment(possible)
                            .size()
                    == possible;
            low = enough ? middle : low;
            high = enough ? high : middle - 1;
        }
        return new DisjointFlow(network, source, target, thresholds[low])
                .augment(possible).stream()
                        .map(links -> Search.route(network, source, links))
                        .sorted(WIDEST_FIRST)
                        .toList();
    }

    /**
     * The better of the two by the sum of the paths' bandwidths, for a batch or a striped file; {@link #successive} on
     * a tie.
     */
    public static List<Route> forStriping(Network network, String from, String to, int count) {
        List<Route> best = successive(network, from, to, count);
        for (int k = 2; k <= count; k++) {
            List<Route> balanced = balanced(network, from, to, k);
            if (balanced.size() < k) {
                break;
            }
            best = total(balanced) > total(best) ? balanced : best;
        }
        return best;
    }

    static double total(List<Route> paths) {
        return paths.stream().mapToDouble(Route::bitsPerSecond).sum();
    }

    private static void directLinks(Network network, int source, int target, BitSet links) {
        for (int i = 0; i < network.outDegree(source); i++) {
            int link = network.outLink(source, i);
            if (network.target(link) == target) {
                links.set(link);
            }
        }
    }

    /** All values that could be the narrowest place, ascending and distinct. */
    private static double[] thresholds(Network network) {
        double[] values = new double[network.links() + network.nodes()];
        for (int link = 0; link < network.links(); link++) {
            values[link] = network.capacity(link);
        }
        for (int node = 0; node < network.nodes(); node++) {
            values[network.links() + node] = network.nodeCapacity(node);
        }
        return Arrays.stream(values).filter(v -> v > 0).sorted().distinct().toArray();
    }
}

package org.waybill.planner.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Paths with the greatest bandwidth, a path's being the least of its links' and nodes' (Anglano and Canonico, section
 * 2.1, as its figures 4 and 5 mean it: the printed figure 3 forgets the path behind the current node). Fewer links
 * decide between paths of equal bandwidth.
 */
public final class WidestPath {
    private WidestPath() {}

    /**
     * The widest path; empty if the nodes are not connected by links with any capacity.
     *
     * @throws IllegalArgumentException for an unknown node, or when both are the same
     */
    public static Optional<Route> between(Network network, String from, String to) {
        int source = network.node(from);
        int target = end(network, from, to);
        return Optional.ofNullable(Search.all(network).widest(source, target, Double.POSITIVE_INFINITY))
                .map(links -> Search.route(network, source, links));
    }

    /**
     * The widest path with at most {@code relays} nodes between the endpoints (one link more): Bellman and Ford's
     * algorithm by rounds, O(relays * E).
     */
    public static Optional<Route> withRelays(Network network, String from, String to, int relays) {
        int source = network.node(from);
        int target = end(network, from, to);
        int most = Math.min(relays + 1, network.nodes() - 1);
        double[] width = new double[network.nodes()];
        width[source] = network.nodeCapacity(source);
        int[][] by = new int[most + 1][];
        int bestRound = 0;
        for (int round = 1; round <= most; round++) {
            double[] next = width.clone();
            by[round] = new int[network.nodes()];
            Arrays.fill(by[round], -1);
            for (int link = 0; link < network.links(); link++) {
                int end = network.target(link);
                double through = Math.min(
                        Math.min(width[network.source(link)], network.capacity(link)), network.nodeCapacity(end));
                if (through > next[end]) {
                    next[end] = through;
                    by[round][end] = link;
                }
            }
            if (next[target] > width[target]) {
                bestRound = round;
            }
            width = next;
        }
        if (bestRound == 0) {
            return Optional.empty();
        }
        List<Integer> links = new ArrayList<>();
        int node = target;
        for (int round = bestRound; round > 0; round--) {
            int link = by[round][node];
            if (link >= 0) {
                links.add(link);
                node = network.source(link);
            }
        }
        Collections.reverse(links);
        return Optional.of(Search.route(network, source, links));
    }

    /**
     * The {@code count} best loop-free paths, widest first, fewer links on a tie: Yen's algorithm (1971), each
     * deviation found exactly. O(count * path length * (V + E) log V).
     */
    public static List<Route> alternatives(Network network, String from, String to, int count) {
        int source = network.node(from);
        int target = end(network, from, to);
        List<Route> found = new ArrayList<>();
        List<List<Integer>> foundLinks = new ArrayList<>();
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(Candidate.BEST_FIRST);
        Set<List<String>> seen = new HashSet<>();
        offer(network, source, Search.all(network).widest(source, target, Double.POSITIVE_INFINITY), candidates, seen);
        while (found.size() < count && !candidates.isEmpty()) {
            Candidate next = candidates.poll();
            found.add(next.route());
            foundLinks.add(next.links());
            deviate(network, source, target, next.links(), foundLinks, candidates, seen);
        }
        return found;
    }

    private record Candidate(Route route, List<Integer> links) {
        static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(
                        (Candidate c) -> -c.route().bitsPerSecond())
                .thenComparingInt(c -> c.links().size())
                .thenComparing(c -> String.join("\0", c.route().nodes()));
    }

    private static void deviate(
            Network network,
            int source,
            int target,
            List<Integer> last,
            List<List<Integer>> found,
            PriorityQueue<Candidate> candidates,
            Set<List<String>> seen) {
        BitSet rootNodes = new BitSet();
        double rootWidth = network.nodeCapacity(source);
        int spur = source;
        for (int i = 0; i < last.size(); i++) {
            List<Integer> root = last.subList(0, i);
            rootNodes.set(spur);
            BitSet taken = taken(network, found, root, spur);
            List<Integer> rest = new Search(network, rootNodes, taken).widest(spur, target, rootWidth);
            if (rest != null) {
                List<Integer> whole = new ArrayList<>(root);
                whole.addAll(rest);
                offer(network, source, whole, candidates, seen);
            }
            int link = last.get(i);
            spur = network.target(link);
            rootWidth = Math.min(rootWidth, Math.min(network.capacity(link), network.nodeCapacity(spur)));
        }
    }

    /** Links out of the spur node, with their parallels, that found paths with the same root continue with. */
    private static BitSet taken(Network network, List<List<Integer>> found, List<Integer> root, int spur) {
        BitSet taken = new BitSet();
        for (List<Integer> path : found) {
            if (path.size() > root.size() && path.subList(0, root.size()).equals(root)) {
                int next = network.target(path.get(root.size()));
                for (int i = 0; i < network.outDegree(spur); i++) {
                    int link = network.outLink(spur, i);
                    if (network.target(link) == next) {
                        taken.set(link);
                    }
                }
            }
        }
        return taken;
    }

    private static void offer(
            Network network,
            int source,
            @Nullable List<Integer> links,
            PriorityQueue<Candidate> candidates,
            Set<List<String>> seen) {
        if (links == null) {
            return;
        }
        // of parallel links the widest, so that a path's beginning is as wide as it can be for its deviations
        List<Integer> widest = links.stream()
                .map(link -> network.widestLink(network.source(link), network.target(link)))
                .toList();
        Route route = Search.route(network, source, widest);
        if (seen.add(route.nodes())) {
            candidates.add(new Candidate(route, widest));
        }
    }

    static int end(Network network, String from, String to) {
        if (from.equals(to)) {
            throw new IllegalArgumentException("source and destination are the same node '" + from + "'");
        }
        return network.node(to);
    }
}

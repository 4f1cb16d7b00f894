package org.waybill.planner.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleSupplier;

/** Random overlays, and the best tree of small ones by trying all. */
final class Overlays {
    private Overlays() {}

    static List<String> names(int nodes) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            names.add("n" + i);
        }
        return names;
    }

    static Overlay complete(int nodes, DoubleSupplier bandwidth) {
        int[][] next = new int[nodes][nodes - 1];
        for (int i = 0; i < nodes; i++) {
            for (int j = 0, at = 0; j < nodes; j++) {
                if (i != j) {
                    next[i][at++] = j;
                }
            }
        }
        return Overlay.of(names(nodes), bandwidths(nodes, bandwidth), next);
    }

    /** A random spanning tree and random links up to {@code links}, all usable both ways. */
    static Overlay connected(Random random, int nodes, int links, DoubleSupplier bandwidth) {
        List<List<Integer>> next = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            next.add(new ArrayList<>());
        }
        Set<Long> seen = new HashSet<>();
        for (int i = 1; i < nodes; i++) {
            join(next, seen, i, random.nextInt(i));
        }
        while (seen.size() < Math.min(links, nodes * (nodes - 1) / 2)) {
            join(next, seen, random.nextInt(nodes), random.nextInt(nodes));
        }
        int[][] lists = next.stream()
                .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        return Overlay.of(names(nodes), bandwidths(nodes, bandwidth), lists);
    }

    private static void join(List<List<Integer>> next, Set<Long> seen, int a, int b) {
        if (a != b && seen.add((long) Math.min(a, b) << 32 | Math.max(a, b))) {
            next.get(a).add(b);
            next.get(b).add(a);
        }
    }

    private static double[] bandwidths(int nodes, DoubleSupplier bandwidth) {
        double[] bandwidths = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            bandwidths[i] = bandwidth.getAsDouble();
        }
        return bandwidths;
    }

    /** The best throughput of any spanning tree rooted at node 0, by trying every choice of parents. */
    static double optimum(Overlay overlay) {
        int[] parent = new int[overlay.nodes()];
        parent[0] = DistributionTree.ROOT;
        return optimum(overlay, overlay.previous(), parent, 1);
    }

    private static double optimum(Overlay overlay, int[][] previous, int[] parent, int node) {
        if (node == parent.length) {
            return isTree(parent) ? new DistributionTree(overlay, 0, parent).minNodeThroughputBitsPerSecond() : 0;
        }
        double best = 0;
        for (int from : previous[node]) {
            parent[node] = from;
            best = Math.max(best, optimum(overlay, previous, parent, node + 1));
        }
        return best;
    }

    static boolean isTree(int[] parent) {
        for (int node = 0; node < parent.length; node++) {
            int at = node;
            for (int steps = 0; at > 0 && steps <= parent.length; steps++) {
                at = parent[at];
            }
            if (at != 0) {
                return false;
            }
        }
        return true;
    }
}

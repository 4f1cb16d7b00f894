package org.waybill.planner.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Raises the throughput of a tree's slowest node, for overlays where not every node can send to every other. The
 * problem is NP-complete (Lu 2011, theorem 1), so this is a bounded search: a throughput is a set of limits on children
 * (b / k must not fall below it); the highest one is looked for by halving, each tried by handing children over along
 * chains, small overlays also exhaustively. Never worse than the tree given; on overlays of up to a dozen nodes nearly
 * always the optimum.
 */
public final class TreeImprover {
    private static final long STEPS_AN_ATTEMPT = 2_000_000;
    private static final long SEARCH_STEPS = 20_000;
    private static final int SMALL = 40;

    private TreeImprover() {}

    /** The best tree found, with the given root; the given one if none is better. */
    public static DistributionTree improve(DistributionTree tree) {
        return new Improvement(tree).run();
    }

    private static final class Improvement {
        private final Overlay overlay;
        private final int root;
        private final ParentExchange exchange;
        private final boolean[] reachable;
        private DistributionTree best;

        Improvement(DistributionTree tree) {
            overlay = tree.overlay();
            root = tree.rootNumber();
            exchange = new ParentExchange(overlay);
            best = tree;
            int[] parents = tree.parentNumbers();
            reachable = new boolean[parents.length];
            for (int node = 0; node < parents.length; node++) {
                reachable[node] = parents[node] != DistributionTree.UNREACHED;
            }
        }

        DistributionTree run() {
            double start = best.minNodeThroughputBitsPerSecond();
            if (Double.isInfinite(start)) {
                return best;
            }
            double[] throughputs = DegreeLimits.throughputsAbove(overlay, start);
            int low = -1;
            int high = throughputs.length - 1;
            while (low < high) {
                int middle = low + (high - low + 1) / 2;
                int[] found = attempt(throughputs[middle]);
                if (found == null) {
                    high = middle - 1;
                } else {
                    best = new DistributionTree(overlay, root, found);
                    low = reached(throughputs, middle);
                }
            }
            // halving trusts that a failure at one throughput means failure above, which no heuristic grants
            climb(throughputs, low + 1);
            return best;
        }

        private void climb(double[] throughputs, int from) {
            for (int i = from; i < Math.min(throughputs.length, from + 8); i++) {
                int[] found = attempt(throughputs[i]);
                if (found != null) {
                    best = new DistributionTree(overlay, root, found);
                }
            }
        }

        private int reached(double[] throughputs, int atLeast) {
            int at = Arrays.binarySearch(throughputs, best.minNodeThroughputBitsPerSecond());
            return Math.max(at, atLeast);
        }

        private int @Nullable [] attempt(double throughput) {
            int[] limits = DegreeLimits.of(overlay, throughput);
            if (!enoughRoom(limits)) {
                return null;
            }
            int[] repaired = exchange.repair(best.parentNumbers(), limits, STEPS_AN_ATTEMPT);
            if (repaired != null || overlay.nodes() > SMALL) {
                return repaired;
            }
            return new DegreeLimitedSearch(overlay, root, limits, reachable, SEARCH_STEPS).find();
        }

        /** Every node but the root needs a place among the limits, and a neighbour that may have children. */
        private boolean enoughRoom(int[] limits) {
            long places = 0;
            long needed = -1;
            for (int node = 0; node < limits.length; node++) {
                places += reachable[node] ? limits[node] : 0;
                needed += reachable[node] ? 1 : 0;
            }
            return places >= needed && exchange.everyNodeHasAParent(limits, reachable, root);
        }
    }
}

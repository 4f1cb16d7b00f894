package org.waybill.planner.routing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Node-disjoint paths by a flow of one unit through each relay, found with the fewest links by successive shortest
 * augmenting paths (Suurballe 1974). A node is split in two: paths enter at {@code node} and leave at {@code node + V};
 * only the links of a path that was found can be walked backwards.
 */
final class DisjointFlow {
    private static final int UNUSED = -1;
    private static final int FAR = Integer.MAX_VALUE / 2;

    private final Network network;
    private final int source;
    private final int target;
    private final double width;
    /** The link by which a path enters or leaves a relay. */
    private final int[] enteredBy;

    private final int[] leftBy;
    private final List<Integer> usedFromSource = new ArrayList<>();
    private final int[][] into;

    DisjointFlow(Network network, int source, int target, double width) {
        this.network = network;
        this.source = source;
        this.target = target;
        this.width = width;
        enteredBy = new int[network.nodes()];
        leftBy = new int[network.nodes()];
        Arrays.fill(enteredBy, UNUSED);
        Arrays.fill(leftBy, UNUSED);
        into = new int[2][2 * network.nodes()];
    }

    /** Up to {@code count} disjoint paths, as link numbers from source to target. */
    List<List<Integer>> augment(int count) {
        boolean wideEnds = network.nodeCapacity(source) >= width && network.nodeCapacity(target) >= width;
        int found = 0;
        while (wideEnds && found < count && augmentOnce()) {
            found++;
        }
        return paths();
    }

    /** Bellman and Ford's algorithm with a queue: a link costs 1, one given back -1. */
    private boolean augmentOnce() {
        int n = network.nodes();
        int[] cost = new int[2 * n];
        Arrays.fill(cost, FAR);
        int[] fromState = into[0];
        int[] byLink = into[1];
        boolean[] queued = new boolean[2 * n];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        cost[source + n] = 0;
        queue.add(source + n);
        while (!queue.isEmpty()) {
            int state = queue.remove();
            queued[state] = false;
            for (int[] step : steps(state)) {
                int next = step[0];
                int along = cost[state] + step[2];
                if (along < cost[next]) {
                    cost[next] = along;
                    fromState[next] = state;
                    byLink[next] = step[1];
                    if (!queued[next] && next != target) {
                        queued[next] = true;
                        queue.add(next);
                    }
                }
            }
        }
        if (cost[target] == FAR) {
            return false;
        }
        apply(fromState, byLink);
        return true;
    }

    /** Where the flow can continue from a state: {next state, link or UNUSED, cost}. */
    private List<int[]> steps(int state) {
        int n = network.nodes();
        List<int[]> steps = new ArrayList<>();
        if (state >= n) {
            int node = state - n;
            for (int i = 0; i < network.outDegree(node); i++) {
                int link = network.outLink(node, i);
                int next = network.target(link);
                if (next != source
                        && !isUsed(link)
                        && network.capacity(link) >= width
                        && network.nodeCapacity(next) >= width) {
                    steps.add(new int[] {next, link, 1});
                }
            }
            if (node != source && enteredBy[node] != UNUSED) {
                // give the relay's inner unit back
                steps.add(new int[] {node, UNUSED, 0});
            }
        } else if (enteredBy[state] == UNUSED) {
            steps.add(new int[] {state + n, UNUSED, 0});
        } else {
            int link = enteredBy[state];
            steps.add(new int[] {network.source(link) + n, link, -1});
        }
        return steps;
    }

    private boolean isUsed(int link) {
        int from = network.source(link);
        if (from != source) {
            return leftBy[from] == link;
        }
        // one direct path is all that parallel direct links can give: they share both endpoints and no relay
        boolean direct = network.target(link) == target;
        return usedFromSource.contains(link)
                || direct && usedFromSource.stream().anyMatch(l -> network.target(l) == target);
    }

    private void apply(int[] fromState, int[] byLink) {
        int n = network.nodes();
        List<Integer> added = new ArrayList<>();
        List<Integer> removed = new ArrayList<>();
        for (int state = target; state != source + n; state = fromState[state]) {
            int link = byLink[state];
            if (link != UNUSED) {
                (state < n ? added : removed).add(link);
            }
        }
        for (int link : removed) {
            clear(link);
        }
        for (int link : added) {
            set(link);
        }
    }

    private void clear(int link) {
        int from = network.source(link);
        if (from == source) {
            usedFromSource.remove((Integer) link);
        } else {
            leftBy[from] = UNUSED;
        }
        enteredBy[network.target(link)] = UNUSED;
    }

    private void set(int link) {
        int from = network.source(link);
        if (from == source) {
            usedFromSource.add(link);
        } else {
            leftBy[from] = link;
        }
        if (network.target(link) != target) {
            enteredBy[network.target(link)] = link;
        }
    }

    private List<List<Integer>> paths() {
        List<List<Integer>> paths = new ArrayList<>();
        for (int first : usedFromSource) {
            List<Integer> path = new ArrayList<>();
            int link = first;
            path.add(link);
            while (network.target(link) != target) {
                link = leftBy[network.target(link)];
                path.add(link);
            }
            paths.add(path);
        }
        return paths;
    }
}

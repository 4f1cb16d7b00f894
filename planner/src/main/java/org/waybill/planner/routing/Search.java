package org.waybill.planner.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches of one network, with some nodes and links left out. All return link numbers from the source to the target.
 */
record Search(Network network, BitSet withoutNodes, BitSet withoutLinks) {
    static Search all(Network network) {
        return new Search(network, new BitSet(), new BitSet());
    }

    /**
     * The greatest bandwidth with which each node can be reached: Dijkstra's algorithm with min for + and max for min.
     * The widest unsettled node is settled first; the bandwidth through it is the least of its own, the link's and the
     * next node's. 0 where nothing leads. O((V + E) log V).
     */
    double[] widths(int from, double atMost, int stopAt) {
        double[] width = new double[network.nodes()];
        width[from] = Math.min(atMost, network.nodeCapacity(from));
        boolean[] settled = new boolean[network.nodes()];
        NodeHeap heap = new NodeHeap(network.nodes());
        heap.raise(from, width[from], 0);
        while (!heap.isEmpty()) {
            int node = heap.pop();
            if (node == stopAt) {
                break;
            }
            settled[node] = true;
            for (int i = 0; i < network.outDegree(node); i++) {
                int link = network.outLink(node, i);
                int next = network.target(link);
                if (settled[next] || withoutLinks.get(link) || withoutNodes.get(next)) {
                    continue;
                }
                double through = Math.min(Math.min(width[node], network.capacity(link)), network.nodeCapacity(next));
                if (through > width[next]) {
                    width[next] = through;
                    heap.raise(next, through, 0);
                }
            }
        }
        return width;
    }

    /** The widest path, of those the one with the fewest links; null if none carries more than 0. */
    @Nullable
    List<Integer> widest(int from, int to, double atMost) {
        double width = widths(from, atMost, to)[to];
        return width > 0 ? fewestLinks(from, to, width) : null;
    }

    /** A path with the fewest links all of which, and all nodes of which, carry at least {@code width}. O(V + E). */
    @Nullable
    List<Integer> fewestLinks(int from, int to, double width) {
        int[] by = new int[network.nodes()];
        Arrays.fill(by, -1);
        int[] queue = new int[network.nodes()];
        int head = 0;
        int tail = 0;
        queue[tail++] = from;
        while (head < tail) {
            int node = queue[head++];
            for (int i = 0; i < network.outDegree(node); i++) {
                int link = network.outLink(node, i);
                int next = network.target(link);
                if (by[next] >= 0
                        || next == from
                        || withoutLinks.get(link)
                        || withoutNodes.get(next)
                        || network.capacity(link) < width
                        || network.nodeCapacity(next) < width) {
                    continue;
                }
                by[next] = link;
                if (next == to) {
                    return trace(by, from, to);
                }
                queue[tail++] = next;
            }
        }
        return null;
    }

    /** The path of least metric over links that carry at least {@code floor}; fewer links on a tie, then the wider. */
    @Nullable
    List<Integer> shortest(int from, int to, double floor) {
        double[] distance = new double[network.nodes()];
        double[] width = new double[network.nodes()];
        int[] hops = new int[network.nodes()];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        distance[from] = 0;
        width[from] = network.nodeCapacity(from);
        int[] by = new int[network.nodes()];
        boolean[] settled = new boolean[network.nodes()];
        NodeHeap heap = new NodeHeap(network.nodes());
        heap.raise(from, 0, 0);
        while (!heap.isEmpty()) {
            int node = heap.pop();
            settled[node] = true;
            if (node == to) {
                return trace(by, from, to);
            }
            for (int i = 0; i < network.outDegree(node); i++) {
                int link = network.outLink(node, i);
                int next = network.target(link);
                double through = Math.min(width[node], Math.min(network.capacity(link), network.nodeCapacity(next)));
                if (settled[next] || withoutLinks.get(link) || withoutNodes.get(next) || through < floor) {
                    continue;
                }
                double along = distance[node] + network.metric(link);
                int steps = hops[node] + 1;
                boolean tie = along == distance[next];
                if (along < distance[next]
                        || tie && steps < hops[next]
                        || tie && steps == hops[next] && through > width[next]) {
                    distance[next] = along;
                    hops[next] = steps;
                    width[next] = through;
                    by[next] = link;
                    heap.raise(next, -along, steps);
                }
            }
        }
        return null;
    }

    private List<Integer> trace(int[] by, int from, int to) {
        List<Integer> links = new ArrayList<>();
        for (int node = to; node != from; node = network.source(by[node])) {
            links.add(by[node]);
        }
        Collections.reverse(links);
        return links;
    }

    static Route route(Network network, int from, List<Integer> links) {
        List<String> nodes = new ArrayList<>();
        nodes.add(network.name(from));
        double width = network.nodeCapacity(from);
        double metric = 0;
        for (int link : links) {
            nodes.add(network.name(network.target(link)));
            width = Math.min(width, Math.min(network.capacity(link), network.nodeCapacity(network.target(link))));
            metric += network.metric(link);
        }
        return new Route(nodes, width, metric);
    }
}

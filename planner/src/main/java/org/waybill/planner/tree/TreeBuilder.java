package org.waybill.planner.tree;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/**
 * Trees that reach every node an overlay lets them reach: Largest Bandwidth Sum First and the two it was compared with
 * (Lu 2011, sections 5.1.3 and 6.3). Ties go to the lower node number, so the same overlay gives the same tree.
 */
public final class TreeBuilder {
    private TreeBuilder() {}

    /**
     * Largest Bandwidth Sum First (Lu 2011, algorithm 1): again and again the pair of a node in the tree and a
     * neighbour outside it with the largest sum of the share that the node would hand out, b / (children + 1), and the
     * neighbour's bandwidth. Optimal on complete overlays (theorem 2), a heuristic on others: see {@link TreeImprover}.
     *
     * <p>A node's best neighbour outside the tree is the next in its list sorted by bandwidth, and a pair's sum only
     * ever falls, so a heap of one candidate per node with stale entries put back does it in O(E log V); the printed
     * algorithm takes O(V^3) and loops for ever once all sums are 0.
     */
    public static DistributionTree lbsf(Overlay overlay, String root) {
        int[] parent = start(overlay, root);
        int[][] byBandwidth = neighboursByBandwidth(overlay);
        int[] position = new int[overlay.nodes()];
        int[] children = new int[overlay.nodes()];
        PriorityQueue<Candidate> heap = new PriorityQueue<>();
        offer(overlay, byBandwidth, position, children, parent, overlay.node(root), heap);
        while (!heap.isEmpty()) {
            Candidate best = heap.poll();
            if (parent[best.child()] == DistributionTree.UNREACHED) {
                parent[best.child()] = best.node();
                children[best.node()]++;
                offer(overlay, byBandwidth, position, children, parent, best.child(), heap);
            }
            // its share fell, or another node took its best neighbour: back with what it can offer now
            offer(overlay, byBandwidth, position, children, parent, best.node(), heap);
        }
        return new DistributionTree(overlay, overlay.node(root), parent);
    }

    private record Candidate(double sum, double share, int node, int child) implements Comparable<Candidate> {
        private static final Comparator<Candidate> ORDER = Comparator.comparingDouble(Candidate::sum)
                .reversed()
                .thenComparing(Comparator.comparingDouble(Candidate::share).reversed())
                .thenComparingInt(Candidate::node)
                .thenComparingInt(Candidate::child);

        @Override
        public int compareTo(Candidate other) {
            return ORDER.compare(this, other);
        }
    }

    private static void offer(
            Overlay overlay,
            int[][] byBandwidth,
            int[] position,
            int[] children,
            int[] parent,
            int node,
            PriorityQueue<Candidate> heap) {
        int[] neighbours = byBandwidth[node];
        while (position[node] < neighbours.length && parent[neighbours[position[node]]] != DistributionTree.UNREACHED) {
            position[node]++;
        }
        if (position[node] < neighbours.length) {
            int child = neighbours[position[node]];
            double share = overlay.outgoing(node) / (children[node] + 1);
            heap.add(new Candidate(share + overlay.outgoing(child), share, node, child));
        }
    }

    /**
     * k-degree-constrained (Lu 2011, section 6.3): from the root on, breadth first, every node takes up to {@code k} of
     * its neighbours, those with the largest bandwidth first. Where that leaves nodes out the limit is raised by one,
     * again and again, since every node must be served.
     */
    public static DistributionTree degreeConstrained(Overlay overlay, String root, int k) {
        if (k < 1) {
            throw new IllegalArgumentException("k=" + k + ": a node must be allowed at least one child");
        }
        int[] parent = start(overlay, root);
        int[][] byBandwidth = neighboursByBandwidth(overlay);
        int[] children = new int[overlay.nodes()];
        int reachable = reachable(overlay, overlay.node(root));
        int[] joined = new int[reachable];
        joined[0] = overlay.node(root);
        int count = 1;
        for (int limit = k; count < reachable; limit++) {
            for (int i = 0; i < count; i++) {
                int node = joined[i];
                for (int child : byBandwidth[node]) {
                    if (children[node] < limit && parent[child] == DistributionTree.UNREACHED) {
                        parent[child] = node;
                        children[node]++;
                        joined[count++] = child;
                    }
                }
            }
        }
        return new DistributionTree(overlay, overlay.node(root), parent);
    }

    /**
     * Greedy (Lu 2011, section 6.3): from the root on, the neighbour with the largest bandwidth becomes the child and
     * the search continues from there; where it is stuck it goes back a step.
     */
    public static DistributionTree greedy(Overlay overlay, String root) {
        int[] parent = start(overlay, root);
        int[][] byBandwidth = neighboursByBandwidth(overlay);
        int[] position = new int[overlay.nodes()];
        Deque<Integer> way = new ArrayDeque<>();
        way.push(overlay.node(root));
        while (!way.isEmpty()) {
            int node = way.peek();
            if (position[node] == byBandwidth[node].length) {
                way.pop();
                continue;
            }
            int child = byBandwidth[node][position[node]++];
            if (parent[child] == DistributionTree.UNREACHED) {
                parent[child] = node;
                way.push(child);
            }
        }
        return new DistributionTree(overlay, overlay.node(root), parent);
    }

    private static int[] start(Overlay overlay, String root) {
        int[] parent = new int[overlay.nodes()];
        Arrays.fill(parent, DistributionTree.UNREACHED);
        parent[overlay.node(root)] = DistributionTree.ROOT;
        return parent;
    }

    private static int[][] neighboursByBandwidth(Overlay overlay) {
        Integer[] order = new Integer[overlay.nodes()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.comparingDouble((Integer n) -> -overlay.outgoing(n)).thenComparing(n -> n));
        int[] rank = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
        int[][] sorted = new int[overlay.nodes()][];
        for (int node = 0; node < sorted.length; node++) {
            // sorting ranks as plain integers is much quicker than sorting nodes by a comparator
            int[] ranks = Arrays.stream(overlay.next(node)).map(n -> rank[n]).toArray();
            Arrays.sort(ranks);
            sorted[node] = Arrays.stream(ranks).map(r -> order[r]).toArray();
        }
        return sorted;
    }

    static int reachable(Overlay overlay, int root) {
        boolean[] seen = new boolean[overlay.nodes()];
        Deque<Integer> queue = new ArrayDeque<>();
        seen[root] = true;
        queue.add(root);
        int count = 1;
        while (!queue.isEmpty()) {
            for (int next : overlay.next(queue.remove())) {
                if (!seen[next]) {
                    seen[next] = true;
                    count++;
                    queue.add(next);
                }
            }
        }
        return count;
    }
}

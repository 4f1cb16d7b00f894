package org.waybill.planner.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tree over an overlay, rooted at the source of the data. A node receives the least of what its parent receives and
 * of its share of what the parent can send (Lu 2011, definition 4).
 */
public final class DistributionTree {
    /** Marks a node that the tree does not reach. */
    static final int UNREACHED = -2;
    /** Marks the root. */
    static final int ROOT = -1;

    private final Overlay overlay;
    private final int root;
    private final int[] parent;

    DistributionTree(Overlay overlay, int root, int[] parent) {
        this.overlay = overlay;
        this.root = root;
        this.parent = parent;
    }

    /** Each reached node's parent, the root apart, by name. */
    public Map<String, String> parents() {
        Map<String, String> parents = new LinkedHashMap<>();
        for (int node = 0; node < parent.length; node++) {
            if (parent[node] >= 0) {
                parents.put(overlay.name(node), overlay.name(parent[node]));
            }
        }
        return parents;
    }

    /** Nodes to which no path leads from the root. */
    public List<String> unreached() {
        List<String> unreached = new ArrayList<>();
        for (int node = 0; node < parent.length; node++) {
            if (parent[node] == UNREACHED) {
                unreached.add(overlay.name(node));
            }
        }
        return unreached;
    }

    /**
     * What the slowest node receives, bit/s, from a source that is not the bottleneck itself; infinite for a root
     * alone. Since each node gets the least share on its path, this is the least share that any node hands out.
     */
    public double minNodeThroughputBitsPerSecond() {
        int[] children = children();
        double least = Double.POSITIVE_INFINITY;
        for (int node = 0; node < parent.length; node++) {
            if (children[node] > 0) {
                least = Math.min(least, overlay.outgoing(node) / children[node]);
            }
        }
        return least;
    }

    int rootNumber() {
        return root;
    }

    Overlay overlay() {
        return overlay;
    }

    int[] parentNumbers() {
        return parent.clone();
    }

    private int[] children() {
        int[] children = new int[parent.length];
        Arrays.stream(parent).filter(p -> p >= 0).forEach(p -> children[p]++);
        return children;
    }
}

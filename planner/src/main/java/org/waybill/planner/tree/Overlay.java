package org.waybill.planner.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.waybill.planner.routing.Network;

/**
 * An overlay for distribution trees: who may send to whom, and each node's outgoing bandwidth in bit/s, which its
 * children share evenly (Lu 2011, section 5.1.1). Immutable; nodes are numbered from 0.
 */
public final class Overlay {
    private final List<String> names;
    private final double[] outgoing;
    private final int[][] next;

    private Overlay(List<String> names, double[] outgoing, int[][] next) {
        this.names = List.copyOf(names);
        this.outgoing = outgoing;
        this.next = next;
    }

    /**
     * An overlay from numbered nodes.
     *
     * @param outgoing bit/s of each node, 0 or more
     * @param next for each node those it may send to
     */
    public static Overlay of(List<String> names, double[] outgoing, int[][] next) {
        if (names.size() != outgoing.length || names.size() != next.length) {
            throw new IllegalArgumentException(names.size() + " names, " + outgoing.length + " bandwidths and "
                    + next.length + " lists of neighbours do not fit together");
        }
        for (int node = 0; node < outgoing.length; node++) {
            if (!(outgoing[node] >= 0) || Double.isInfinite(outgoing[node])) {
                throw new IllegalArgumentException("outgoing bandwidth of '" + names.get(node) + "' is "
                        + outgoing[node] + "; it must be a number, 0 or more");
            }
        }
        int[][] copy = new int[next.length][];
        for (int node = 0; node < next.length; node++) {
            copy[node] = next[node].clone();
        }
        return new Overlay(names, outgoing.clone(), copy);
    }

    /**
     * The overlay of a network. A node's outgoing bandwidth is its own capacity; where none is given, the capacity of
     * its widest link, since nothing says that it could send more.
     */
    public static Overlay of(Network network) {
        int[][] next = new int[network.nodes()][];
        double[] outgoing = new double[network.nodes()];
        for (int node = 0; node < next.length; node++) {
            double widest = 0;
            int[] targets = new int[network.outDegree(node)];
            int count = 0;
            for (int i = 0; i < targets.length; i++) {
                int link = network.outLink(node, i);
                if (network.capacity(link) > 0) {
                    targets[count++] = network.target(link);
                    widest = Math.max(widest, network.capacity(link));
                }
            }
            next[node] = Arrays.stream(targets, 0, count).distinct().toArray();
            double own = network.nodeCapacity(node);
            outgoing[node] = Double.isInfinite(own) ? widest : own;
        }
        return new Overlay(network.names(), outgoing, next);
    }

    public int nodes() {
        return names.size();
    }

    public String name(int node) {
        return names.get(node);
    }

    /** The number of a node; an unknown name is an {@link IllegalArgumentException}. */
    public int node(String name) {
        int node = names.indexOf(name);
        if (node < 0) {
            throw new IllegalArgumentException("no node '" + name + "' among the " + names.size() + " of the overlay");
        }
        return node;
    }

    public double outgoing(int node) {
        return outgoing[node];
    }

    /** Those that {@code node} may send to; not to be changed. */
    int[] next(int node) {
        return next[node];
    }

    /** For each node those that may send to it. */
    int[][] previous() {
        List<List<Integer>> previous = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            previous.add(new ArrayList<>());
        }
        for (int node = 0; node < nodes(); node++) {
            for (int to : next[node]) {
                previous.get(to).add(node);
            }
        }
        return previous.stream()
                .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}

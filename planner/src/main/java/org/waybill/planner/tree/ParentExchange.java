package org.waybill.planner.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Local search for a tree within degree limits: a node with too many children hands one over to another possible
 * parent; if that one is full, it hands one of its own over, and so on along a chain found breadth first. A child's
 * subtree may also be hung up by another of its nodes, where links lead back. The work is bounded.
 */
final class ParentExchange {
    private static final int NONE = -1;
    private static final int MOST_FAILED_CHAINS = 30;
    /** Of a subtree as many nodes, nearest its top, are considered to hang it up by. */
    private static final int MOST_HANGING_NODES = 400;

    private final int[][] previous;
    private final Set<Long> links = new HashSet<>();
    private long budget;

    private int[] parent = new int[0];
    private int[] children = new int[0];
    private int[] limit = new int[0];

    ParentExchange(Overlay overlay) {
        this.previous = overlay.previous();
        for (int node = 0; node < overlay.nodes(); node++) {
            for (int next : overlay.next(node)) {
                links.add(key(node, next));
            }
        }
    }

    /** Hangs {@code hung}'s subtree, re-rooted at {@code at}, which is in it, from {@code from} to {@code to}. */
    private record Move(int from, int hung, int at, int to) {}

    /**
     * Tries to bring a tree within the limits; null if it did not work out. The given array is left alone.
     *
     * @param mostSteps how many nodes to look at in total before giving up
     */
    int @Nullable [] repair(int[] tree, int[] limits, long mostSteps) {
        budget = mostSteps;
        parent = tree.clone();
        limit = limits;
        children = new int[parent.length];
        Arrays.stream(parent).filter(p -> p >= 0).forEach(p -> children[p]++);
        for (int node = 0; node < parent.length; node++) {
            while (children[node] > limit[node]) {
                if (!shedOne(node)) {
                    return null;
                }
            }
        }
        return parent;
    }

    /** Whether every node but the root has a neighbour that may have children. */
    boolean everyNodeHasAParent(int[] limits, boolean[] reachable, int root) {
        for (int node = 0; node < limits.length; node++) {
            boolean found = node == root || !reachable[node];
            for (int i = 0; i < previous[node].length && !found; i++) {
                found = reachable[previous[node][i]] && limits[previous[node][i]] > 0;
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    private boolean shedOne(int overloaded) {
        Set<Move> forbidden = new HashSet<>();
        for (int failed = 0; failed < MOST_FAILED_CHAINS && budget > 0; failed++) {
            List<Move> chain = chain(overloaded, forbidden);
            if (chain.isEmpty()) {
                return false;
            }
            int[] before = parent.clone();
            Move stuck = apply(chain);
            if (stuck == null) {
                return true;
            }
            parent = before;
            recount();
            forbidden.add(stuck);
        }
        return false;
    }

    /** The shortest chain of moves from an overloaded node to one with room; empty if there is none. */
    private List<Move> chain(int overloaded, Set<Move> forbidden) {
        Move[] into = new Move[parent.length];
        boolean[] seen = new boolean[parent.length];
        Deque<Integer> queue = new ArrayDeque<>();
        seen[overloaded] = true;
        queue.add(overloaded);
        int[][] childrenOf = childrenOf();
        budget -= parent.length;
        while (!queue.isEmpty() && budget > 0) {
            int from = queue.remove();
            for (int hung : childrenOf[from]) {
                for (Move move : moves(from, hung, childrenOf)) {
                    int to = move.to();
                    if (seen[to] || forbidden.contains(move)) {
                        continue;
                    }
                    seen[to] = true;
                    into[to] = move;
                    if (children[to] < limit[to]) {
                        return trace(into, overloaded, to);
                    }
                    if (limit[to] > 0) {
                        queue.add(to);
                    }
                }
            }
        }
        return List.of();
    }

    private static List<Move> trace(Move[] into, int overloaded, int end) {
        List<Move> chain = new ArrayList<>();
        int node = end;
        while (node != overloaded) {
            chain.add(into[node]);
            node = into[node].from();
        }
        // the last hand-over first, so that each makes room for the one before it
        return chain;
    }

    /** Where the subtree of {@code hung} could go. */
    private List<Move> moves(int from, int hung, int[][] childrenOf) {
        List<Move> moves = new ArrayList<>();
        Deque<Integer> below = new ArrayDeque<>();
        below.add(hung);
        for (int looked = 0; !below.isEmpty() && looked < MOST_HANGING_NODES && budget > 0; looked++) {
            budget--;
            int at = below.remove();
            if (at == hung || children[at] < limit[at]) {
                for (int to : previous[at]) {
                    if (to != from && parent[to] != DistributionTree.UNREACHED && !isBelow(to, hung)) {
                        moves.add(new Move(from, hung, at, to));
                    }
                }
            }
            for (int child : childrenOf[at]) {
                // re-rooting below turns the link to the child around
                if (links.contains(key(child, at))) {
                    below.add(child);
                }
            }
        }
        return moves;
    }

    /** Carries the moves out; the one that an earlier one made impossible, or null if all went well. */
    private @Nullable Move apply(List<Move> chain) {
        for (Move move : chain) {
            boolean possible = parent[move.hung()] == move.from()
                    && isBelow(move.at(), move.hung())
                    && !isBelow(move.to(), move.hung())
                    && reroot(move);
            if (!possible) {
                return move;
            }
        }
        return null;
    }

    private boolean reroot(Move move) {
        budget -= parent.length;
        int node = move.at();
        int above = move.to();
        while (node != move.from()) {
            int old = parent[node];
            if (!links.contains(key(above, node))) {
                return false;
            }
            parent[node] = above;
            above = node;
            node = old;
        }
        recount();
        return move.at() == move.hung() || children[move.at()] <= limit[move.at()];
    }

    private void recount() {
        Arrays.fill(children, 0);
        for (int p : parent) {
            if (p >= 0) {
                children[p]++;
            }
        }
    }

    private boolean isBelow(int node, int ancestor) {
        int at = node;
        while (at >= 0) {
            budget--;
            if (at == ancestor) {
                return true;
            }
            at = parent[at];
        }
        return false;
    }

    private int[][] childrenOf() {
        int[][] lists = new int[parent.length][];
        int[] filled = new int[parent.length];
        for (int node = 0; node < parent.length; node++) {
            lists[node] = new int[children[node]];
        }
        for (int node = 0; node < parent.length; node++) {
            int p = parent[node];
            if (p > NONE) {
                lists[p][filled[p]++] = node;
            }
        }
        return lists;
    }

    private static long key(int from, int to) {
        return (long) from << 32 | to;
    }
}

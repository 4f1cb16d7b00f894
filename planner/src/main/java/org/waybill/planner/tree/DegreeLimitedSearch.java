package org.waybill.planner.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Exact search for a tree within degree limits, given up after a number of steps. Nodes that may have children are
 * joined first, link by link, each taken or ruled out; those that may have none are then shared out among the room that
 * is left, which is a matching and needs no search.
 */
final class DegreeLimitedSearch {
    private static final int NONE = -1;

    private final Overlay overlay;
    private final int[] limit;
    private final int[][] previous;
    private final int root;
    private final boolean[] reachable;
    private final int[] parent;
    private final int[] room;
    private final boolean[][] ruledOut;
    private int joined = 1;
    private int toJoin;
    private long budget;

    DegreeLimitedSearch(Overlay overlay, int root, int[] limit, boolean[] reachable, long budget) {
        this.overlay = overlay;
        this.root = root;
        this.limit = limit;
        this.previous = overlay.previous();
        this.reachable = reachable;
        this.budget = budget;
        this.room = limit.clone();
        this.parent = new int[overlay.nodes()];
        Arrays.fill(parent, DistributionTree.UNREACHED);
        parent[root] = DistributionTree.ROOT;
        this.ruledOut = new boolean[overlay.nodes()][];
        for (int node = 0; node < ruledOut.length; node++) {
            ruledOut[node] = new boolean[overlay.next(node).length];
        }
        this.toJoin = 1;
        for (int node = 0; node < limit.length; node++) {
            toJoin += node != root && reachable[node] && limit[node] > 0 ? 1 : 0;
        }
    }

    /** The tree's parents, or null if there is none or the budget ran out. */
    int @Nullable [] find() {
        return join() ? parent : null;
    }

    private boolean join() {
        if (budget-- <= 0) {
            return false;
        }
        if (joined == toJoin) {
            return shareOutLeaves();
        }
        int[] link = bestLink();
        if (link[0] == NONE) {
            return false;
        }
        int from = link[0];
        int to = overlay.next(from)[link[1]];
        ruledOut[from][link[1]] = true;
        parent[to] = from;
        room[from]--;
        joined++;
        if (join()) {
            return true;
        }
        joined--;
        room[from]++;
        parent[to] = DistributionTree.UNREACHED;
        if (join()) {
            return true;
        }
        ruledOut[from][link[1]] = false;
        return false;
    }

    /** From the tree to the outside: to the node with most room of its own, from the one with most room left. */
    private int[] bestLink() {
        int bestFrom = NONE;
        int best = NONE;
        for (int from = 0; from < parent.length; from++) {
            if (parent[from] == DistributionTree.UNREACHED || room[from] == 0) {
                continue;
            }
            for (int i = 0; i < ruledOut[from].length; i++) {
                int to = overlay.next(from)[i];
                if (ruledOut[from][i] || parent[to] != DistributionTree.UNREACHED || limit[to] == 0) {
                    continue;
                }
                int bestTo = best == NONE ? NONE : overlay.next(bestFrom)[best];
                if (best == NONE
                        || limit[to] > limit[bestTo]
                        || limit[to] == limit[bestTo] && room[from] > room[bestFrom]) {
                    bestFrom = from;
                    best = i;
                }
            }
        }
        return new int[] {bestFrom, best};
    }

    /** Kuhn's matching with room for several at each node; leaves the tree as it was if not all find a place. */
    private boolean shareOutLeaves() {
        int[] before = parent.clone();
        int[] roomBefore = room.clone();
        for (int leaf = 0; leaf < parent.length; leaf++) {
            if (reachable[leaf]
                    && parent[leaf] == DistributionTree.UNREACHED
                    && !place(leaf, new boolean[parent.length])) {
                System.arraycopy(before, 0, parent, 0, parent.length);
                System.arraycopy(roomBefore, 0, room, 0, room.length);
                return false;
            }
        }
        return true;
    }

    private boolean place(int leaf, boolean[] asked) {
        for (int at : previous[leaf]) {
            if (asked[at] || limit[at] == 0 || parent[at] == DistributionTree.UNREACHED) {
                continue;
            }
            asked[at] = true;
            if (room[at] > 0) {
                room[at]--;
                parent[leaf] = at;
                return true;
            }
            for (int other = 0; other < parent.length; other++) {
                // another leaf may move on and leave its place
                if (parent[other] == at && limit[other] == 0 && other != root && place(other, asked)) {
                    parent[leaf] = at;
                    return true;
                }
            }
        }
        return false;
    }
}

package org.waybill.planner.routing;

import java.util.Arrays;

/**
 * A binary heap of node numbers with the greatest key on top; a key already in it can be raised. Of equal keys the one
 * with fewer hops comes out first, then the lower node number, so that results do not depend on the order of links.
 */
final class NodeHeap {
    private final double[] key;
    private final int[] hops;
    private final int[] heap;
    private final int[] position;
    private int size;

    NodeHeap(int nodes) {
        key = new double[nodes];
        hops = new int[nodes];
        heap = new int[nodes];
        position = new int[nodes];
        Arrays.fill(position, -1);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds the node, or raises its key. */
    void raise(int node, double newKey, int newHops) {
        key[node] = newKey;
        hops[node] = newHops;
        if (position[node] < 0) {
            position[node] = size;
            heap[size++] = node;
        }
        up(position[node]);
    }

    int pop() {
        int top = heap[0];
        position[top] = -1;
        size--;
        if (size > 0) {
            place(heap[size], 0);
            down(0);
        }
        return top;
    }

    private boolean before(int a, int b) {
        return key[a] > key[b] || key[a] == key[b] && (hops[a] < hops[b] || hops[a] == hops[b] && a < b);
    }

    private void up(int from) {
        int at = from;
        int node = heap[at];
        while (at > 0 && before(node, heap[(at - 1) / 2])) {
            place(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        place(node, at);
    }

    private void down(int from) {
        int at = from;
        int node = heap[at];
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], node)) {
                break;
            }
            place(heap[child], at);
            at = child;
        }
        place(node, at);
    }

    private void place(int node, int at) {
        heap[at] = node;
        position[node] = at;
    }
}

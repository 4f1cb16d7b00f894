package org.waybill.planner.tree;

import java.util.stream.DoubleStream;

/** How many children each node may have for every share to be at least a given throughput. */
final class DegreeLimits {
    private DegreeLimits() {}

    /** For each node the greatest k with b / k >= throughput, at most the number of its neighbours. */
    static int[] of(Overlay overlay, double throughput) {
        int[] limits = new int[overlay.nodes()];
        for (int node = 0; node < limits.length; node++) {
            int most = overlay.next(node).length;
            int k = (int) Math.min(most, overlay.outgoing(node) / throughput + 1);
            // the quotient may be rounded up or down: decide by the share itself
            while (k > 0 && overlay.outgoing(node) / k < throughput) {
                k--;
            }
            limits[node] = k;
        }
        return limits;
    }

    /** All throughputs above {@code floor} that a tree could have, ascending: the shares that nodes could hand out. */
    static double[] throughputsAbove(Overlay overlay, double floor) {
        DoubleStream.Builder values = DoubleStream.builder();
        for (int node = 0; node < overlay.nodes(); node++) {
            for (int k = 1; k <= overlay.next(node).length && overlay.outgoing(node) / k > floor; k++) {
                values.add(overlay.outgoing(node) / k);
            }
        }
        return values.build().sorted().distinct().toArray();
    }
}

package org.waybill.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.WidestPath;
import org.waybill.planner.tree.Overlay;
import org.waybill.planner.tree.TreeBuilder;

/**
 * Times the planner's searches over large networks against their bounds. Not part of any build: run it by name, as
 * docs/planner.md says.
 * Each figure is the median of its rounds after a warm-up.
 */
@Tag("bench")
class PlannerBenchmark {
    private static final int ROUNDS = 15;

    @Test
    void aWidestPathOverAMillionLinksTakesLessThanASecond() {
        Random random = new Random(3);
        Network.Builder builder = Network.builder();
        for (int i = 0; i < 2000; i++) {
            for (int k = 0; k < 500; k++) {
                builder.link("n" + i, "n" + (i + 1 + random.nextInt(1999)) % 2000, random.nextInt(1_000_000));
            }
        }
        Network network = builder.build();
        double millis = median(
                "widest path, 2,000 nodes, 1,000,000 links",
                1,
                "ms",
                1e6,
                () -> WidestPath.between(network, "n0", "n1").orElseThrow().bitsPerSecond());
        assertThat(millis).isLessThan(1000);
    }

    @Test
    void aTreeOverTenThousandNodesTakesLessThanASecond() {
        Random random = new Random(4);
        int nodes = 10_000;
        List<List<Integer>> next = new ArrayList<>();
        List<String> names = new ArrayList<>();
        double[] outgoing = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            next.add(new ArrayList<>());
            names.add("n" + i);
            outgoing[i] = random.nextInt(32768);
        }
        for (int link = 0; link < 100_000; link++) {
            int a = link < nodes - 1 ? link + 1 : random.nextInt(nodes);
            int b = link < nodes - 1 ? random.nextInt(link + 1) : random.nextInt(nodes);
            if (a != b) {
                next.get(a).add(b);
                next.get(b).add(a);
            }
        }
        Overlay overlay = Overlay.of(
                names,
                outgoing,
                next.stream()
                        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new));
        double millis = median(
                "LBSF, 10,000 nodes, 100,000 links",
                1,
                "ms",
                1e6,
                () -> TreeBuilder.lbsf(overlay, "n0").minNodeThroughputBitsPerSecond());
        assertThat(millis).isLessThan(1000);
    }

    private interface Work {
        double run();
    }

    private static double median(String name, int operations, String unit, double nanosPerUnit, Work work) {
        double[] nanos = new double[ROUNDS];
        double sink = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long start = System.nanoTime();
            sink += work.run();
            nanos[round % ROUNDS] = (System.nanoTime() - start) / (double) operations;
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%s: %.2f %s (median of %d; fastest %.2f, slowest %.2f)%s%n",
                name,
                nanos[ROUNDS / 2] / nanosPerUnit,
                unit,
                ROUNDS,
                nanos[0] / nanosPerUnit,
                nanos[ROUNDS - 1] / nanosPerUnit,
                Double.isNaN(sink) ? " not a number" : "");
        return nanos[ROUNDS / 2] / nanosPerUnit;
    }
}

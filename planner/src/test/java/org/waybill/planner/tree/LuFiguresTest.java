package org.waybill.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Lu 2011, section 6.3: tables 6.2 to 6.4 and figures 6.15 to 6.18 in shape. The networks are random, as his were;
 * bandwidths from 0 to 32,767 kbit/s, ten networks a point, the root the node with the largest bandwidth (section
 * 5.1.1). The degree limit of his k-DC is not given: 5 here. Prints its tables.
 */
class LuFiguresTest {
    private static final int DEGREE = 5;
    private static final int INSTANCES = 10;

    private record Means(double lbsf, double improved, double limited, double greedy) {
        double overLimited() {
            return 100 * (lbsf / limited - 1);
        }

        double timesGreedy() {
            return lbsf / greedy;
        }
    }

    @Test
    void table63SmallCompleteOverlays() {
        System.out.println("Lu 2011, table 6.3 (kbit/s): nodes, k-DC, Greedy, LBSF");
        for (int nodes = 4; nodes <= 20; nodes += 2) {
            Random random = new Random(nodes);
            Overlay overlay = Overlays.complete(nodes, () -> 200 + 20 * random.nextInt(31));
            String root = largest(overlay);
            double lbsf = TreeBuilder.lbsf(overlay, root).minNodeThroughputBitsPerSecond();
            double limited =
                    TreeBuilder.degreeConstrained(overlay, root, DEGREE).minNodeThroughputBitsPerSecond();
            double greedy = TreeBuilder.greedy(overlay, root).minNodeThroughputBitsPerSecond();
            System.out.printf(Locale.ROOT, "%d, %.0f, %.0f, %.0f%n", nodes, limited, greedy, lbsf);
            assertThat(lbsf).isGreaterThanOrEqualTo(limited).isGreaterThanOrEqualTo(greedy);
        }
    }

    @Test
    void figures615And616ScaleFrom20To200Nodes() {
        System.out.println("Lu 2011, figures 6.15 and 6.16 (mean kbit/s): nodes, links, k-DC, Greedy, LBSF, improved, "
                + "LBSF over k-DC, times Greedy");
        for (int i = 1; i <= 10; i++) {
            Means means = means(20 * i, 60 * i, i);
            print(20 * i, 60 * i, means);
            assertThat(means.overLimited()).isGreaterThanOrEqualTo(90);
            assertThat(means.timesGreedy()).isGreaterThan(3);
            assertThat(means.improved()).isGreaterThanOrEqualTo(means.lbsf());
        }
    }

    @Test
    void figures617And618RobustFrom1000To10000Links() {
        System.out.println("Lu 2011, figures 6.17 and 6.18 (mean kbit/s): nodes, links, k-DC, Greedy, LBSF, improved, "
                + "LBSF over k-DC, times Greedy");
        double most = 0;
        for (int i = 1; i <= 10; i++) {
            Means means = means(400, 1000 * i, 100 + i);
            print(400, 1000 * i, means);
            assertThat(means.overLimited()).isGreaterThanOrEqualTo(100);
            most = Math.max(most, means.timesGreedy());
        }
        assertThat(most).isGreaterThan(50);
    }

    private static Means means(int nodes, int links, int seed) {
        double[] sums = new double[4];
        for (int instance = 0; instance < INSTANCES; instance++) {
            Random random = new Random(1000L * seed + instance);
            Overlay overlay = Overlays.connected(random, nodes, links, () -> random.nextInt(32768));
            String root = largest(overlay);
            DistributionTree lbsf = TreeBuilder.lbsf(overlay, root);
            sums[0] += lbsf.minNodeThroughputBitsPerSecond();
            sums[1] += TreeImprover.improve(lbsf).minNodeThroughputBitsPerSecond();
            sums[2] += TreeBuilder.degreeConstrained(overlay, root, DEGREE).minNodeThroughputBitsPerSecond();
            sums[3] += TreeBuilder.greedy(overlay, root).minNodeThroughputBitsPerSecond();
        }
        Arrays.setAll(sums, i -> sums[i] / INSTANCES);
        return new Means(sums[0], sums[1], sums[2], sums[3]);
    }

    private static void print(int nodes, int links, Means means) {
        System.out.printf(
                Locale.ROOT,
                "%d, %d, %.0f, %.1f, %.0f, %.0f, %.0f %%, %.1f%n",
                nodes,
                links,
                means.limited(),
                means.greedy(),
                means.lbsf(),
                means.improved(),
                means.overLimited(),
                means.timesGreedy());
    }

    private static String largest(Overlay overlay) {
        int largest = 0;
        for (int node = 1; node < overlay.nodes(); node++) {
            largest = overlay.outgoing(node) > overlay.outgoing(largest) ? node : largest;
        }
        return overlay.name(largest);
    }
}

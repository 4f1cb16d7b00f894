package org.waybill.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.planner.CpuTime;
import org.waybill.planner.routing.Network;

class TreeBuilderTest {
    @Test
    void lbsfReachesTheOptimumOfCompleteOverlaysOfFourToSevenNodes() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            int nodes = 4 + seed % 4;
            Overlay overlay = Overlays.complete(nodes, () -> 200 + 20 * random.nextInt(31));
            DistributionTree tree = TreeBuilder.lbsf(overlay, "n0");
            assertThat(Overlays.isTree(tree.parentNumbers())).isTrue();
            assertThat(tree.minNodeThroughputBitsPerSecond())
                    .as("seed " + seed)
                    .isCloseTo(Overlays.optimum(overlay), within(1e-9));
        }
    }

    @Test
    void theImprovementStepComesNearTheOptimumOfSparseOverlaysOfUpToSevenNodes() {
        improvementComesNearTheOptimum(0, 400);
    }

    @Test
    @Tag("nightly")
    void theImprovementStepComesNearTheOptimumOfManySparseOverlays() {
        improvementComesNearTheOptimum(400, 20_000);
    }

    private static void improvementComesNearTheOptimum(int firstSeed, int overlays) {
        double sumBefore = 0;
        double sumAfter = 0;
        double worstBefore = 1;
        double worstAfter = 1;
        for (int seed = firstSeed; seed < firstSeed + overlays; seed++) {
            Random random = new Random(seed);
            int nodes = 4 + random.nextInt(4);
            int links = nodes - 1 + random.nextInt(nodes);
            Overlay overlay = Overlays.connected(random, nodes, links, () -> 1 + random.nextInt(32767));
            double optimum = Overlays.optimum(overlay);
            DistributionTree tree = TreeBuilder.lbsf(overlay, "n0");
            DistributionTree improved = TreeImprover.improve(tree);
            assertThat(Overlays.isTree(improved.parentNumbers())).isTrue();
            double before = tree.minNodeThroughputBitsPerSecond() / optimum;
            double after = improved.minNodeThroughputBitsPerSecond() / optimum;
            assertThat(after).as("seed " + seed).isBetween(before, 1 + 1e-12);
            sumBefore += before;
            sumAfter += after;
            worstBefore = Math.min(worstBefore, before);
            worstAfter = Math.min(worstAfter, after);
        }
        System.out.printf(
                Locale.ROOT,
                "sparse overlays of 4 to 7 nodes: LBSF %.3f of the optimum on average, %.3f at "
                        + "worst; improved %.4f and %.3f%n",
                sumBefore / overlays,
                worstBefore,
                sumAfter / overlays,
                worstAfter);
        assertThat(sumAfter / overlays).isGreaterThanOrEqualTo(.99);
        assertThat(worstAfter).isGreaterThanOrEqualTo(.9);
    }

    @Test
    void handingChildrenOverAloneAlreadyComesNear() {
        double sum = 0;
        int overlays = 200;
        for (int seed = 0; seed < overlays; seed++) {
            Random random = new Random(seed);
            int nodes = 4 + random.nextInt(4);
            Overlay overlay =
                    Overlays.connected(random, nodes, nodes + random.nextInt(nodes), () -> 1 + random.nextInt(32767));
            double optimum = Overlays.optimum(overlay);
            int[] best = TreeBuilder.lbsf(overlay, "n0").parentNumbers();
            double floor = new DistributionTree(overlay, 0, best).minNodeThroughputBitsPerSecond();
            for (double throughput : DegreeLimits.throughputsAbove(overlay, floor)) {
                int[] found = new ParentExchange(overlay).repair(best, DegreeLimits.of(overlay, throughput), 1_000_000);
                if (found != null) {
                    assertThat(Overlays.isTree(found)).isTrue();
                    best = found;
                }
            }
            double reached = new DistributionTree(overlay, 0, best).minNodeThroughputBitsPerSecond();
            sum += reached / optimum;
        }
        System.out.printf(Locale.ROOT, "handing over alone: %.4f of the optimum on average%n", sum / overlays);
        assertThat(sum / overlays).isGreaterThan(.97);
    }

    @Test
    void everyAlgorithmReachesEveryNodeThatCanBeReachedAndNamesTheOthers() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(40);
            Overlay overlay = Overlays.connected(random, nodes, 2 * nodes, () -> random.nextInt(5) * 100.0);
            for (DistributionTree tree : List.of(
                    TreeBuilder.lbsf(overlay, "n0"),
                    TreeBuilder.greedy(overlay, "n0"),
                    TreeBuilder.degreeConstrained(overlay, "n0", 3),
                    TreeImprover.improve(TreeBuilder.lbsf(overlay, "n0")))) {
                assertThat(tree.unreached()).isEmpty();
                assertThat(Overlays.isTree(tree.parentNumbers())).isTrue();
            }
        }
        Network apart = Network.builder().link("a", "b", 5).link("c", "a", 5).build();
        DistributionTree tree = TreeBuilder.lbsf(Overlay.of(apart), "a");
        assertThat(tree.parents()).isEqualTo(Map.of("b", "a"));
        assertThat(tree.unreached()).containsExactly("c");
        assertThat(TreeImprover.improve(tree).unreached()).containsExactly("c");
    }

    @Test
    void endsAlsoWhereNobodyHasAnythingToSend() {
        Overlay overlay = Overlays.complete(5, () -> 0);
        DistributionTree tree = TreeImprover.improve(TreeBuilder.lbsf(overlay, "n0"));
        assertThat(tree.minNodeThroughputBitsPerSecond()).isZero();
        assertThat(tree.parents()).hasSize(4);
    }

    @Test
    void theGreedyTreeIsAChainAndTheLimitedOneKeepsToItsLimit() {
        Overlay overlay = Overlays.complete(9, new Random(1)::nextDouble);
        assertThat(TreeBuilder.greedy(overlay, "n0").parents().values()).doesNotHaveDuplicates();
        Map<String, String> parents =
                TreeBuilder.degreeConstrained(overlay, "n0", 2).parents();
        for (String parent : parents.values()) {
            assertThat(parents.values().stream().filter(parent::equals)).hasSizeLessThanOrEqualTo(2);
        }
        assertThatThrownBy(() -> TreeBuilder.degreeConstrained(overlay, "n0", 0))
                .hasMessageContaining("k=0");
        assertThatThrownBy(() -> TreeBuilder.lbsf(overlay, "nobody")).hasMessageContaining("no node 'nobody'");
    }

    @Test
    void buildsATreeOverTenThousandNodesAndAHundredThousandLinksWithinASecond() {
        Random random = new Random(3);
        Overlay overlay = Overlays.connected(random, 10_000, 100_000, () -> random.nextInt(32768));
        assertThat(TreeBuilder.lbsf(overlay, "n0").parents()).hasSize(9_999);
        long best = CpuTime.leastNanos(5, () -> TreeBuilder.lbsf(overlay, "n0"));
        System.out.printf(Locale.ROOT, "LBSF, 10,000 nodes, 100,000 links: %.0f ms%n", best / 1e6);
        assertThat(best).isLessThan(1_000_000_000L);
    }

    @Test
    void improvesLargeOverlaysWithinItsBudget() {
        Random random = new Random(5);
        Overlay overlay = Overlays.connected(random, 2_000, 20_000, () -> random.nextInt(32768));
        DistributionTree tree = TreeBuilder.lbsf(overlay, "n0");
        DistributionTree improved = TreeImprover.improve(tree);
        assertThat(Overlays.isTree(improved.parentNumbers())).isTrue();
        assertThat(improved.minNodeThroughputBitsPerSecond())
                .isGreaterThan(1.1 * tree.minNodeThroughputBitsPerSecond());
        long nanos = CpuTime.leastNanos(2, () -> TreeImprover.improve(tree));
        System.out.printf(Locale.ROOT, "improvement, 2,000 nodes, 20,000 links: %.0f ms%n", nanos / 1e6);
        assertThat(nanos).isLessThan(3_000_000_000L);
    }
}

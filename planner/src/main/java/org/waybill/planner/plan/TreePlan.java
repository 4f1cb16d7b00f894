package org.waybill.planner.plan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.tree.DistributionTree;
import org.waybill.planner.tree.Overlay;
import org.waybill.planner.tree.TreeBuilder;
import org.waybill.planner.tree.TreeImprover;

/**
 * {@code plan tree}.
 *
 * @param algorithm {@code lbsf}, {@code k-dc} or {@code greedy}
 * @param parents each node's parent
 * @param minNodeThroughputBitsPerSecond what the slowest node receives, null for a root alone
 * @param improved the tree after the improvement step
 * @param unreached nodes to which no path leads
 */
public record TreePlan(
        String algorithm,
        Map<String, String> parents,
        @Nullable Double minNodeThroughputBitsPerSecond,
        Improved improved,
        List<String> unreached) {

    /** A better tree, or the same. */
    public record Improved(
            Map<String, String> parents, @Nullable Double minNodeThroughputBitsPerSecond) {}

    /**
     * The plan by one algorithm, and improved.
     *
     * @param degreeLimit of {@code k-dc}
     * @throws IllegalArgumentException for an unknown algorithm or root
     */
    public static TreePlan of(Overlay overlay, String root, String algorithm, int degreeLimit) {
        DistributionTree tree =
                switch (algorithm) {
                    case "lbsf" -> TreeBuilder.lbsf(overlay, root);
                    case "k-dc" -> TreeBuilder.degreeConstrained(overlay, root, degreeLimit);
                    case "greedy" -> TreeBuilder.greedy(overlay, root);
                    default ->
                        throw new IllegalArgumentException(
                                "invalid algorithm '" + algorithm + "': expected lbsf, k-dc or greedy");
                };
        DistributionTree improved = TreeImprover.improve(tree);
        return new TreePlan(
                algorithm,
                tree.parents(),
                finite(tree),
                new Improved(improved.parents(), finite(improved)),
                tree.unreached());
    }

    private static @Nullable Double finite(DistributionTree tree) {
        double throughput = tree.minNodeThroughputBitsPerSecond();
        return Double.isInfinite(throughput) ? null : throughput;
    }
}

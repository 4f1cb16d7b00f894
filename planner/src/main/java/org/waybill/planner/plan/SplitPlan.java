package org.waybill.planner.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.SplitChoice;

/**
 * {@code plan split}.
 *
 * @param direct bit/s of the direct path, null if there is none
 * @param best the best path over relays, null if there is none
 * @param improvementPercent of {@code best} over {@code direct}, null if either is missing
 * @param thresholdPercent what it must reach
 * @param split whether to use the relays
 * @param reason in one sentence
 */
public record SplitPlan(@Nullable Double direct, @Nullable Relayed best, @Nullable Double improvementPercent,
        double thresholdPercent, boolean split, String reason) {

    /** A path over relays. */
    public record Relayed(List<String> via, double bitsPerSecond) {}

    /** The plan with at most {@code relays} relays and a threshold in percent. */
    public static SplitPlan of(Network network, String from, String to, int relays, double thresholdPercent) {
        SplitChoice.Policy policy = new SplitChoice.Policy(thresholdPercent, 1, 0);
        SplitChoice.Decision decision = SplitChoice.choose(network, from, to, relays, policy, List.of());
        Route direct = decision.direct();
        Route best = decision.best();
        boolean comparable = direct != null && best != null && Double.isFinite(decision.improvementPercent());
        return new SplitPlan(direct == null ? null : direct.bitsPerSecond(),
                best == null ? null : new Relayed(best.relays(), best.bitsPerSecond()),
                comparable ? decision.improvementPercent() : null, decision.thresholdPercent(), decision.split(),
                decision.reason());
    }
}

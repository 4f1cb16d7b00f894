package org.waybill.planner.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.file.OutcomesCsv;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.SplitChoice;

/**
 * {@code plan split}.
 *
 * @param direct bit/s of the direct path, null if there is none
 * @param best the best path over relays, null if there is none
 * @param improvementPercent of {@code best} over {@code direct}, less what relaying was seen to cost; null if either is
 *     missing
 * @param thresholdPercent what it must reach
 * @param split whether to use the relays
 * @param reason in one sentence
 */
public record SplitPlan(
        @Nullable Double direct,
        @Nullable Relayed best,
        @Nullable Double improvementPercent,
        double thresholdPercent,
        boolean split,
        String reason) {

    /** A path over relays. */
    public record Relayed(List<String> via, double bitsPerSecond) {}

    /**
     * The plan with at most {@code relays} relays.
     *
     * @param thresholdPercent null for what earlier transfers taught
     * @param earlier transfers that were split, of all pairs, oldest first
     */
    public static SplitPlan of(
            Network network,
            String from,
            String to,
            int relays,
            @Nullable Double thresholdPercent,
            List<OutcomesCsv.Transfer> earlier) {
        SplitChoice.Policy learned = SplitChoice.learn(
                earlier.stream().map(OutcomesCsv.Transfer::outcome).toList());
        SplitChoice.Policy policy = thresholdPercent == null
                ? learned
                : new SplitChoice.Policy(thresholdPercent, learned.overheadFactor(), learned.outcomes());
        List<SplitChoice.Outcome> ofPair = earlier.stream()
                .filter(one -> one.from().equals(from) && one.to().equals(to))
                .map(OutcomesCsv.Transfer::outcome)
                .toList();
        SplitChoice.Decision decision = SplitChoice.choose(network, from, to, relays, policy, ofPair);
        Route direct = decision.direct();
        Route best = decision.best();
        boolean comparable = direct != null && best != null && Double.isFinite(decision.improvementPercent());
        return new SplitPlan(
                direct == null ? null : direct.bitsPerSecond(),
                best == null ? null : new Relayed(best.relays(), best.bitsPerSecond()),
                comparable ? decision.improvementPercent() : null,
                decision.thresholdPercent(),
                decision.split(),
                decision.reason());
    }
}

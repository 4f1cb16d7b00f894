package org.waybill.planner.routing;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Whether to split a transfer over relays: the maximin path against the direct one, taken only when it promises enough
 * more (Rizk 2006, sections 4.5 and 5.3.7). The threshold is 50 % at first; with enough outcomes it is the least one that
 * did harm to at most 2 % of the transfers above it (13 % of his did worse than the direct ones, decision 0287), and
 * promises are discounted by what relaying was seen to cost. Relays that did harm are left alone until that is
 * forgotten.
 */
public final class SplitChoice {
    /** Rizk 2006, figure 5.15. */
    public static final double FIRST_THRESHOLD_PERCENT = 50;

    /** Slower than the direct path by more than this is harm; less cannot be told from noise. */
    public static final double HARM_PERCENT = 2;

    static final double TOLERATED_HARM_SHARE = .02;
    static final int ENOUGH_OUTCOMES = 20;
    public static final int MOST_RELAYS = 3;
    private static final int LATELY = 3;
    private static final int ALTERNATIVES = 12;
    private static final double[] THRESHOLDS_PERCENT = {10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200};

    private SplitChoice() {}

    /**
     * A transfer that was split, and how it went.
     *
     * @param via the relays in order
     * @param predictedImprovementPercent of goodput over the direct path, before any discount
     * @param actualImprovementPercent against the direct path measured around the same time
     */
    public record Outcome(List<String> via, double predictedImprovementPercent, double actualImprovementPercent) {
        public Outcome {
            via = List.copyOf(via);
        }

        /** Whether the direct path would have been quicker. */
        public boolean isHarm() {
            return actualImprovementPercent < -HARM_PERCENT;
        }
    }

    /**
     * What outcomes taught.
     *
     * @param thresholdPercent the least predicted improvement, after discount, to split for
     * @param overheadFactor actual over predicted goodput of split transfers, at most 1: the median
     * @param outcomes how many there were
     */
    public record Policy(double thresholdPercent, double overheadFactor, int outcomes) {
        /** Before anything was learned. */
        public static final Policy FIRST = new Policy(FIRST_THRESHOLD_PERCENT, 1, 0);

        /** What relays that are forecast to carry this bring over the direct path, less what relaying costs. */
        public double improvementPercent(double relayedBitsPerSecond, double directBitsPerSecond) {
            return 100 * (relayedBitsPerSecond * overheadFactor / directBitsPerSecond - 1);
        }
    }

    /**
     * The decision.
     *
     * @param direct the direct path, null if the endpoints are not linked
     * @param best the widest path with relays, null if there is none
     * @param improvementPercent of {@code best}, discounted, over {@code direct}; infinite without a direct path
     * @param split whether to use {@code best}
     * @param reason in one sentence
     */
    public record Decision(
            @Nullable Route direct,
            @Nullable Route best,
            double improvementPercent,
            double thresholdPercent,
            boolean split,
            String reason) {}

    /**
     * Chooses between the direct link and the widest path with 1 to {@code relays} relays.
     *
     * @param outcomes of this pair, oldest first; relays that did harm are left out, see {@link #harmPercent}
     */
    public static Decision choose(
            Network network, String from, String to, int relays, Policy policy, List<Outcome> outcomes) {
        Route direct = direct(network, from, to);
        Network indirect = withoutDirect(network, from, to);
        Route best = WidestPath.withRelays(indirect, from, to, relays).orElse(null);
        if (best != null && harmPercent(best.relays(), outcomes).isPresent()) {
            best = WidestPath.alternatives(indirect, from, to, ALTERNATIVES).stream()
                    .filter(route -> route.relays().size() <= relays
                            && harmPercent(route.relays(), outcomes).isEmpty())
                    .findFirst()
                    .orElse(null);
        }
        return decide(direct, best, policy);
    }

    private static Decision decide(@Nullable Route direct, @Nullable Route best, Policy policy) {
        double threshold = policy.thresholdPercent();
        if (best == null) {
            String reason = direct == null ? "no path exists" : "no relay offers a path";
            return new Decision(direct, null, 0, threshold, false, reason);
        }
        if (direct == null || direct.bitsPerSecond() <= 0) {
            return new Decision(direct, best, Double.POSITIVE_INFINITY, threshold, true, "no direct path exists");
        }
        double improvement = policy.improvementPercent(best.bitsPerSecond(), direct.bitsPerSecond());
        boolean split = improvement >= threshold;
        return new Decision(
                direct,
                best,
                improvement,
                threshold,
                split,
                split
                        ? "the predicted gain of the relayed path reaches the threshold"
                        : "the predicted gain of the relayed path is below the threshold");
    }

    private static @Nullable Route direct(Network network, String from, String to) {
        int source = network.node(from);
        int link = network.widestLink(source, WidestPath.end(network, from, to));
        return link < 0 ? null : Search.route(network, source, List.of(link));
    }

    private static Network withoutDirect(Network network, String from, String to) {
        double[] links = new double[network.links()];
        double[] nodes = new double[network.nodes()];
        for (int link = 0; link < links.length; link++) {
            boolean direct = network.source(link) == network.node(from) && network.target(link) == network.node(to);
            links[link] = direct ? 0 : network.capacity(link);
        }
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = network.nodeCapacity(node);
        }
        return network.withCapacities(links, nodes);
    }

    /**
     * By how much transfers of a pair over these relays were last slower than the direct path: if the last one was, or
     * two of the last three; else empty.
     *
     * @param outcomes of the pair that are not forgotten, oldest first
     */
    public static OptionalDouble harmPercent(List<String> via, List<Outcome> outcomes) {
        List<Outcome> same = outcomes.stream().filter(o -> o.via().equals(via)).toList();
        List<Outcome> lately = same.subList(Math.max(0, same.size() - LATELY), same.size());
        List<Outcome> harmful = lately.stream().filter(Outcome::isHarm).toList();
        boolean harm = !harmful.isEmpty() && (lately.getLast().isHarm() || harmful.size() >= 2);
        return harm ? OptionalDouble.of(-harmful.getLast().actualImprovementPercent()) : OptionalDouble.empty();
    }

    /** Learns threshold and overhead from outcomes of all pairs; the first policy with fewer than twenty of them. */
    public static Policy learn(List<Outcome> outcomes) {
        if (outcomes.size() < ENOUGH_OUTCOMES) {
            return new Policy(FIRST_THRESHOLD_PERCENT, 1, outcomes.size());
        }
        List<Double> factors = outcomes.stream()
                .map(o -> (100 + o.actualImprovementPercent()) / (100 + o.predictedImprovementPercent()))
                .sorted()
                .toList();
        double overhead = Math.min(1, Math.max(0, factors.get(factors.size() / 2)));
        Optional<Double> least = Arrays.stream(THRESHOLDS_PERCENT)
                .boxed()
                .filter(threshold -> harmless(outcomes, overhead, threshold))
                .min(Comparator.naturalOrder());
        return new Policy(least.orElse(FIRST_THRESHOLD_PERCENT), overhead, outcomes.size());
    }

    /** Whether enough transfers at or above the threshold are known, and few enough of them did harm. */
    private static boolean harmless(List<Outcome> outcomes, double overhead, double thresholdPercent) {
        List<Outcome> above = outcomes.stream()
                .filter(o -> (100 + o.predictedImprovementPercent()) * overhead - 100 >= thresholdPercent)
                .toList();
        long harmful = above.stream().filter(Outcome::isHarm).count();
        return above.size() >= ENOUGH_OUTCOMES / 2 && harmful <= TOLERATED_HARM_SHARE * above.size();
    }
}

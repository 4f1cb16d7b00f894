package org.waybill.planner.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.planner.TestData;
import org.waybill.planner.routing.SplitChoice.Decision;
import org.waybill.planner.routing.SplitChoice.Outcome;
import org.waybill.planner.routing.SplitChoice.Policy;

/**
 * Relaying between cloud regions by Skyplane's measured throughput: what one relay could gain, and what planning on
 * January's numbers costs when November's hold. An upper bound: the best of many noisy samples, and no relay's cost.
 * Prints a table.
 */
class SkyplaneTest {
    private static Network matrix(String file) {
        Map<List<String>, List<Double>> rates = new LinkedHashMap<>();
        for (String line : TestData.text(file).lines().skip(1).toList()) {
            String[] f = line.split(",", -1);
            boolean premium = f[1].equals("PREMIUM") && f[4].equals("PREMIUM");
            if (premium && f[11].equals("True") && !f[0].equals(f[3])) {
                rates.computeIfAbsent(List.of(f[0], f[3]), k -> new ArrayList<>())
                        .add(Double.parseDouble(f[9]));
            }
        }
        Network.Builder builder = Network.builder();
        rates.forEach((pair, values) -> builder.link(
                pair.getFirst(),
                pair.getLast(),
                values.stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
        return builder.build();
    }

    @Test
    void tableOfGainsByOneRelayInJanuary() {
        Network january = matrix("skyplane/throughput_2022-01.csv");
        double[] gains = new double[january.links()];
        for (int link = 0; link < gains.length; link++) {
            String from = january.name(january.source(link));
            String to = january.name(january.target(link));
            Route best = WidestPath.withRelays(january, from, to, 1).orElseThrow();
            gains[link] = best.bitsPerSecond() / january.capacity(link);
        }
        Arrays.sort(gains);
        long fifth = Arrays.stream(gains).filter(g -> g >= 1.2).count();
        long twice = Arrays.stream(gains).filter(g -> g >= 2).count();
        System.out.printf(
                Locale.ROOT,
                "Skyplane, January 2022, one relay at most: %d pairs, gain >= 1.2 for %d, "
                        + ">= 1.5 for %d, >= 2 for %d, median %.2f, 90th percentile %.2f%n",
                gains.length,
                fifth,
                Arrays.stream(gains).filter(g -> g >= 1.5).count(),
                twice,
                gains[gains.length / 2],
                gains[gains.length * 9 / 10]);
        assertThat(gains).hasSize(3906);
        assertThat(fifth).isEqualTo(2408);
        assertThat(twice).isEqualTo(523);
    }

    @Test
    void tableOfRegretWhenPlanningOnJanuaryAndDrivingInNovember() {
        Network january = matrix("skyplane/throughput_2022-01.csv");
        Network november = matrix("skyplane/throughput_2022-11.csv");
        List<Outcome> outcomes = new ArrayList<>();
        Score widest = new Score("widest with one relay at most");
        Score direct = new Score("always direct");
        for (int link = 0; link < january.links(); link++) {
            String from = january.name(january.source(link));
            String to = january.name(january.target(link));
            double now = rate(november, List.of(from, to));
            Route plan = WidestPath.withRelays(january, from, to, 1).orElseThrow();
            if (now == 0 || rate(november, plan.nodes()) == 0) {
                continue;
            }
            double best =
                    WidestPath.withRelays(november, from, to, 1).orElseThrow().bitsPerSecond();
            widest.add(rate(november, plan.nodes()), now, best);
            direct.add(now, now, best);
            Route relayed = relayed(january, from, to);
            double relayedNow = rate(november, relayed.nodes());
            if (relayedNow > 0) {
                outcomes.add(new Outcome(
                        relayed.relays(),
                        100 * (relayed.bitsPerSecond() / january.capacity(link) - 1),
                        100 * (relayedNow / now - 1)));
            }
        }
        System.out.println("Skyplane, planned on January 2022, scored on November 2022: plan, pairs, share relayed, "
                + "mean gain over direct, mean regret against November's best, share worse than direct");
        widest.print();
        split(january, november, Policy.FIRST, "split choice, threshold 50 %").print();
        Policy learned = SplitChoice.learn(outcomes);
        split(
                        january,
                        november,
                        learned,
                        String.format(
                                Locale.ROOT,
                                "split choice, learned (%.0f %%, overhead %.2f)",
                                learned.thresholdPercent(),
                                learned.overheadFactor()))
                .print();
        direct.print();
        assertThat(widest.meanRegret()).isLessThan(direct.meanRegret());
        assertThat(widest.meanGain()).isGreaterThan(1.1);
    }

    private static Score split(Network january, Network november, Policy policy, String name) {
        Score score = new Score(name);
        for (int link = 0; link < january.links(); link++) {
            String from = january.name(january.source(link));
            String to = january.name(january.target(link));
            double now = rate(november, List.of(from, to));
            if (rate(
                            november,
                            WidestPath.withRelays(january, from, to, 1)
                                    .orElseThrow()
                                    .nodes())
                    == 0) {
                continue;
            }
            Decision decision = SplitChoice.choose(january, from, to, 1, policy, List.of());
            double taken = decision.split() ? rate(november, decision.best().nodes()) : now;
            if (now > 0 && taken > 0) {
                score.add(
                        taken,
                        now,
                        WidestPath.withRelays(november, from, to, 1)
                                .orElseThrow()
                                .bitsPerSecond());
            }
        }
        return score;
    }

    /** The best path with exactly one relay. */
    private static Route relayed(Network network, String from, String to) {
        return SplitChoice.choose(network, from, to, 1, Policy.FIRST, List.of()).best();
    }

    private static double rate(Network network, List<String> path) {
        double least = Double.POSITIVE_INFINITY;
        for (int hop = 0; hop + 1 < path.size(); hop++) {
            boolean known = network.has(path.get(hop)) && network.has(path.get(hop + 1));
            int link = known ? network.widestLink(network.node(path.get(hop)), network.node(path.get(hop + 1))) : -1;
            least = Math.min(least, link < 0 ? 0 : network.capacity(link));
        }
        return least;
    }

    private static final class Score {
        private final String name;
        private int pairs;
        private int relayed;
        private int worse;
        private double gain;
        private double regret;

        Score(String name) {
            this.name = name;
        }

        void add(double taken, double direct, double best) {
            pairs++;
            relayed += taken == direct ? 0 : 1;
            worse += taken < direct ? 1 : 0;
            gain += taken / direct;
            regret += 1 - taken / Math.max(best, taken);
        }

        double meanRegret() {
            return regret / pairs;
        }

        double meanGain() {
            return gain / pairs;
        }

        void print() {
            System.out.printf(
                    Locale.ROOT,
                    "%s, %d, %.0f %%, %.2f, %.1f %%, %.1f %%%n",
                    name,
                    pairs,
                    100.0 * relayed / pairs,
                    meanGain(),
                    100 * meanRegret(),
                    100.0 * worse / pairs);
        }
    }
}

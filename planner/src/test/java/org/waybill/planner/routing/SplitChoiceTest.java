package org.waybill.planner.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.planner.routing.SplitChoice.Outcome;
import org.waybill.planner.routing.SplitChoice.Policy;

class SplitChoiceTest {
    private static Network triangle(double relayed) {
        return Network.builder()
                .link("a", "b", 100)
                .link("a", "r", relayed)
                .link("r", "b", relayed)
                .link("a", "q", 120)
                .link("q", "b", 120)
                .build();
    }

    private static SplitChoice.Decision choose(Network network) {
        return SplitChoice.choose(network, "a", "b", SplitChoice.MOST_RELAYS, Policy.FIRST, List.of());
    }

    @Test
    void splitsFromFiftyPercentOfPredictedImprovementOn() {
        SplitChoice.Decision below = choose(triangle(149));
        assertThat(below.split()).isFalse();
        assertThat(below.improvementPercent()).isCloseTo(49, within(1e-9));
        SplitChoice.Decision at = choose(triangle(150));
        assertThat(at.split()).isTrue();
        assertThat(at.best().relays()).containsExactly("r");
        assertThat(at.direct().bitsPerSecond()).isEqualTo(100);
        assertThat(at.thresholdPercent()).isEqualTo(50);
    }

    @Test
    void usesRelaysWhereThereIsNoDirectPathAndSaysSoWhereThereIsNoWay() {
        Network network = Network.builder()
                .link("a", "r", 5)
                .link("r", "b", 5)
                .link("b", "a", 5)
                .build();
        assertThat(choose(network).split()).isTrue();
        SplitChoice.Decision none = SplitChoice.choose(network, "r", "a", 0, Policy.FIRST, List.of());
        assertThat(none.split()).isFalse();
        assertThat(none.reason()).contains("no path exists");
    }

    @Test
    void usesAtMostThreeRelays() {
        Network.Builder builder = Network.builder().link("a", "b", 1);
        String[] chain = {"a", "r1", "r2", "r3", "r4", "b"};
        for (int i = 0; i + 1 < chain.length; i++) {
            builder.link(chain[i], chain[i + 1], 100);
        }
        assertThat(choose(builder.build()).best()).isNull();
        assertThat(choose(builder.link("r3", "b", 50).build()).best().relays()).containsExactly("r1", "r2", "r3");
    }

    @Test
    void leavesARelayAloneThatDidHarmLately() {
        List<Outcome> harm = List.of(
                new Outcome(List.of("r"), 100, -20),
                new Outcome(List.of("r"), 100, 30),
                new Outcome(List.of("r"), 100, -5));
        SplitChoice.Decision decision = SplitChoice.choose(triangle(300), "a", "b", 3, Policy.FIRST, harm);
        assertThat(decision.best().relays()).containsExactly("q");
        assertThat(decision.split()).isFalse();
    }

    @Test
    void learnsTheOverheadAndTheLeastThresholdThatDoesLittleHarm() {
        Random random = new Random(2);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            double predicted = 10 + 140 * random.nextDouble();
            // relaying costs a tenth, give or take
            double actual = (100 + predicted) * .9 * Math.exp(.1 * random.nextGaussian()) - 100;
            outcomes.add(new Outcome(List.of("r"), predicted, actual));
        }
        Policy policy = SplitChoice.learn(outcomes);
        assertThat(policy.overheadFactor()).isCloseTo(.9, within(.03));
        assertThat(policy.thresholdPercent()).isLessThan(30);
        SplitChoice.Decision decision = SplitChoice.choose(triangle(140), "a", "b", 3, policy, List.of());
        assertThat(decision.split()).isEqualTo(26 >= policy.thresholdPercent());
        assertThat(decision.improvementPercent()).isCloseTo(140 * policy.overheadFactor() - 100, within(1e-9));
    }

    @Test
    void raisesTheThresholdWhereSplittingOftenDoesHarmAndKeepsTheFirstWhileLittleIsKnown() {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            outcomes.add(new Outcome(List.of("r"), 60, i % 2 == 0 ? -10 : 60));
            outcomes.add(new Outcome(List.of("r"), 160, 160));
        }
        assertThat(SplitChoice.learn(outcomes).thresholdPercent()).isGreaterThan(50);
        assertThat(SplitChoice.learn(outcomes.subList(0, 19))).isEqualTo(new Policy(50, 1, 19));
    }
}

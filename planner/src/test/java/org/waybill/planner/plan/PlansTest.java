package org.waybill.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.waybill.planner.file.OutcomesCsv;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitRequest;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.SplitChoice;
import org.waybill.planner.tree.Overlay;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class PlansTest {
    private static final Network NETWORK = Network.builder()
            .link("a", "b", 4)
            .link("a", "r", 9)
            .link("r", "b", 8)
            .link("a", "q", 5)
            .link("q", "b", 5)
            .build();

    private static Map<String, Object> json(Object plan) {
        JsonMapper mapper = JsonMapper.builder().build();
        return mapper.readValue(mapper.writeValueAsString(plan), new TypeReference<>() {});
    }

    @Test
    void widestPath() {
        WidestPathPlan plan = WidestPathPlan.of(NETWORK, "a", "b", 3).orElseThrow();
        assertThat(plan.path()).containsExactly("a", "r", "b");
        assertThat(plan.bitsPerSecond()).isEqualTo(8);
        assertThat(plan.alternatives())
                .extracting(WidestPathPlan.Option::path)
                .containsExactly(List.of("a", "q", "b"), List.of("a", "b"));
        assertThat(plan.disjoint()).hasSize(3);
        assertThat(json(plan)).containsOnlyKeys("path", "bitsPerSecond", "alternatives", "disjoint");
        assertThat(WidestPathPlan.of(NETWORK, "b", "a", 3)).isEmpty();
    }

    @Test
    void split() {
        SplitPlan plan = SplitPlan.of(NETWORK, "a", "b", 3, null, List.of());
        assertThat(plan)
                .isEqualTo(new SplitPlan(4.0, new SplitPlan.Relayed(List.of("r"), 8), 100.0, 50, true, plan.reason()));
        SplitPlan alone = SplitPlan.of(Network.builder().link("a", "b", 4).build(), "a", "b", 3, 50.0, List.of());
        assertThat(alone.best()).isNull();
        assertThat(alone.improvementPercent()).isNull();
        assertThat(json(plan)).containsKeys("direct", "best", "improvementPercent", "thresholdPercent", "split");
    }

    @Test
    void splitAsEarlierTransfersTaught() {
        List<OutcomesCsv.Transfer> harm = Collections.nCopies(
                2, new OutcomesCsv.Transfer("a", "b", new SplitChoice.Outcome(List.of("r"), 100, -5)));
        SplitPlan other = SplitPlan.of(NETWORK, "a", "b", 3, 20.0, harm);
        assertThat(other.best()).as("r did harm").isEqualTo(new SplitPlan.Relayed(List.of("q"), 5));
        assertThat(other.split()).isTrue();
        // of what was promised a tenth did not come
        List<OutcomesCsv.Transfer> many = Collections.nCopies(
                20, new OutcomesCsv.Transfer("x", "y", new SplitChoice.Outcome(List.of("z"), 25, 12.5)));
        SplitPlan learned = SplitPlan.of(NETWORK, "a", "b", 3, null, many);
        assertThat(learned.thresholdPercent()).isEqualTo(10);
        assertThat(learned.improvementPercent()).isCloseTo(80, within(1e-9));
        assertThat(SplitPlan.of(NETWORK, "a", "b", 3, 81.0, many).split()).isFalse();
    }

    @Test
    void disjointPathsCarryTheMostTogether() {
        Network crossed = Network.builder()
                .link("s", "a", 10)
                .link("a", "b", 10)
                .link("b", "t", 10)
                .link("s", "b", 6)
                .link("a", "t", 7)
                .build();
        WidestPathPlan plan = WidestPathPlan.of(crossed, "s", "t", 2).orElseThrow();
        assertThat(plan.path()).containsExactly("s", "a", "b", "t");
        assertThat(plan.disjoint())
                .extracting(WidestPathPlan.Option::path)
                .containsExactly(List.of("s", "a", "t"), List.of("s", "b", "t"));
    }

    @Test
    void tree() {
        TreePlan plan = TreePlan.of(Overlay.of(NETWORK), "a", "lbsf", 4);
        assertThat(plan.parents()).containsOnlyKeys("b", "r", "q");
        assertThat(plan.improved().minNodeThroughputBitsPerSecond())
                .isGreaterThanOrEqualTo(plan.minNodeThroughputBitsPerSecond());
        assertThat(json(plan)).containsKeys("algorithm", "parents", "minNodeThroughputBitsPerSecond", "improved");
        assertThat(TreePlan.of(Overlay.of(NETWORK), "b", "greedy", 4).unreached())
                .containsExactly("a", "r", "q");
        assertThatThrownBy(() -> TreePlan.of(Overlay.of(NETWORK), "a", "best", 4))
                .hasMessageContaining("lbsf, k-dc");
    }

    @Test
    void forecast() {
        ForecastPlan plan = ForecastPlan.of(new double[] {1, 1, 1});
        assertThat(plan.value()).isEqualTo(1);
        assertThat(json(plan)).containsKeys("value", "p50", "p90", "predictor", "meanAbsoluteError");
    }

    @Test
    void theNextValueIsWithinItsRange() {
        ForecastPlan plan = ForecastPlan.of(
                IntStream.rangeClosed(1, 60).mapToDouble(i -> 10.0 * i).toArray());
        assertThat(plan.value()).isBetween(plan.p10(), plan.p90());
    }

    @Test
    void reservation() {
        ReservationPlan plan = ReservationPlan.of(BandwidthCalendar.of(NETWORK), CircuitRequest.of("a", "b", 8, 1000));
        assertThat(plan.earliestFinish())
                .isEqualTo(new ReservationPlan.Circuit(
                        Instant.ofEpochSecond(1), Instant.ofEpochSecond(9), 8, List.of("a", "r", "b")));
        assertThat(plan.shortestDuration()).isEqualTo(plan.earliestFinish());
        assertThat(json(plan)).containsOnlyKeys("earliestFinish", "shortestDuration");
        ReservationPlan none = ReservationPlan.of(BandwidthCalendar.of(NETWORK), CircuitRequest.of("b", "a", 8, 0));
        assertThat(none.earliestFinish()).isNull();
    }

    @Test
    void queue() {
        QueuePlan plan = QueuePlan.of(2.5e5, 1e5, 1, 88, 1e-4, 16);
        assertThat(plan.recommendedReceivers()).isEqualTo(3);
        assertThat(plan.throughput()).isCloseTo(1e5, within(1.0));
        assertThat(json(plan))
                .containsKeys(
                        "p0", "lossProbability", "meanPackets", "meanResponseSeconds", "throughput", "utilisation");
    }
}

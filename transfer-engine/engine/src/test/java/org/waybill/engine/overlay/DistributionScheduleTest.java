package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.engine.overlay.DistributionSchedule.Edge;

/** Who sends to whom next. */
class DistributionScheduleTest {
    private static DistributionSchedule equal(int sinks) {
        double[] bandwidth = new double[sinks];
        Arrays.fill(bandwidth, 1);
        return new DistributionSchedule(1, bandwidth, false);
    }

    private static DistributionSchedule flowing(double... bandwidth) {
        return new DistributionSchedule(1, bandwidth, true);
    }

    private static List<Edge> startAll(DistributionSchedule schedule) {
        List<Edge> edges = new ArrayList<>();
        for (Optional<Edge> edge = schedule.next(); edge.isPresent(); edge = schedule.next()) {
            edges.add(edge.get());
        }
        return edges;
    }

    @Test
    void startsWithTheSinkThatCanSendMost() {
        DistributionSchedule schedule = new DistributionSchedule(1, new double[] {1, 9, 3}, false);
        assertThat(schedule.next()).contains(new Edge(DistributionSchedule.SOURCE, 1));
        assertThat(schedule.next()).contains(new Edge(DistributionSchedule.SOURCE, 2));
        assertThat(schedule.next()).as("two at once are enough").isEmpty();
    }

    @Test
    void holdersMultiply() {
        DistributionSchedule schedule = equal(26);
        List<Edge> round = startAll(schedule);
        int rounds = 0;
        for (; !schedule.isOver(); rounds++) {
            round.forEach(schedule::done);
            round = startAll(schedule);
        }
        assertThat(rounds).as("three times as many after each round").isEqualTo(3);
    }

    @Test
    void whatHungOnAFailedHolderGoesElsewhere() {
        DistributionSchedule schedule = equal(3);
        Edge first = schedule.next().orElseThrow();
        schedule.done(first);
        List<Edge> second = startAll(schedule);
        Edge fromFirst = second.stream()
                .filter(edge -> edge.from() == first.to())
                .findFirst()
                .orElseThrow();
        assertThat(schedule.failed(fromFirst, false)).isFalse();
        assertThat(schedule.next()).contains(new Edge(DistributionSchedule.SOURCE, fromFirst.to()));
    }

    @Test
    void aSinkIsGivenUpAfterFourAttempts() {
        DistributionSchedule schedule = equal(1);
        for (int i = 0; i < 4; i++) {
            Edge edge = schedule.next().orElseThrow();
            assertThat(schedule.failed(edge, false)).isEqualTo(i == 3);
        }
        assertThat(schedule.isOver()).isTrue();
        assertThat(schedule.next()).isEmpty();
    }

    @Test
    void theSourceIsTriedBeforeASinkIsGivenUp() {
        DistributionSchedule schedule = new DistributionSchedule(1, new double[] {9, 9, 9, 9, 1}, false);
        for (int served = 0; served < 4; served++) {
            Edge edge = schedule.next().orElseThrow();
            assertThat(edge.to()).isLessThan(4);
            schedule.done(edge);
        }
        List<Integer> senders = new ArrayList<>();
        for (Optional<Edge> edge = schedule.next(); edge.isPresent(); edge = schedule.next()) {
            assertThat(edge.get().to()).isEqualTo(4);
            senders.add(edge.get().from());
            schedule.failed(edge.get(), false);
        }
        assertThat(senders).endsWith(DistributionSchedule.SOURCE).hasSize(4).doesNotHaveDuplicates();
        assertThat(schedule.isOver()).isTrue();
    }

    @Test
    void aFlowThroughEqualNodesIsAChain() {
        DistributionSchedule schedule = flowing(1, 1, 1, 1);
        int from = DistributionSchedule.SOURCE;
        for (int to = 0; to < 4; to++) {
            assertThat(startAll(schedule)).containsExactly(new Edge(from, to));
            schedule.flowing(to);
            from = to;
        }
        assertThat(schedule.isOver()).isFalse();
    }

    /** Lu 2011: who can hand out much feeds two. */
    @Test
    void aFlowBranchesAtTheNodeThatCanSendMost() {
        DistributionSchedule schedule = flowing(1, 9, 1);
        assertThat(startAll(schedule)).containsExactly(new Edge(DistributionSchedule.SOURCE, 1));
        schedule.flowing(1);
        assertThat(startAll(schedule)).containsExactlyInAnyOrder(new Edge(1, 0), new Edge(1, 2));
    }

    @Test
    void whatHungOnANodeThatLostItsOwnFlowIsNotHeldAgainstItself() {
        DistributionSchedule schedule = flowing(1, 1, 1);
        Edge first = schedule.next().orElseThrow();
        schedule.flowing(0);
        Edge second = schedule.next().orElseThrow();
        schedule.flowing(1);
        Edge third = schedule.next().orElseThrow();
        schedule.flowing(2);
        assertThat(List.of(first, second, third)).extracting(Edge::from).containsExactly(-1, 0, 1);
        schedule.failed(first, false);
        assertThat(schedule.next()).as("not from those behind it").contains(new Edge(-1, 0));
        schedule.failed(second, false);
        schedule.failed(third, false);
        schedule.flowing(0);
        assertThat(schedule.next()).as("it is as good as before").contains(new Edge(0, 1));
    }

    @Test
    void aSinkThatDoesNotAnswerHoldsNobodyUp() {
        DistributionSchedule schedule = flowing(1, 1);
        Edge dead = schedule.next().orElseThrow();
        assertThat(schedule.next()).isEmpty();
        schedule.failed(dead, false);
        assertThat(schedule.next()).contains(new Edge(-1, 1));
        assertThat(schedule.next()).as("waits for the other's first bytes").isEmpty();
        schedule.flowing(1);
        assertThat(schedule.next()).contains(new Edge(1, 0));
    }

    @Test
    void aFlowEndsWhateverFails() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double[] bandwidth = random.doubles(1 + random.nextInt(12), 1, 4).toArray();
            DistributionSchedule schedule = flowing(bandwidth);
            requireEnd(schedule, random, seed);
        }
    }

    /** Lets copies flow, end and fail in any order; there is an end, and nothing runs after it. */
    static void requireEnd(DistributionSchedule schedule, Random random, int seed) {
        List<Edge> running = new ArrayList<>();
        int steps = 0;
        while (!schedule.isOver()) {
            running.addAll(startAll(schedule));
            assertThat(running).as("seed %d", seed).isNotEmpty();
            Edge edge = running.get(random.nextInt(running.size()));
            if (random.nextInt(3) > 0) {
                schedule.flowing(edge.to());
                boolean fed = running.stream().noneMatch(other -> other.to() == edge.from());
                if (fed && random.nextBoolean()) {
                    running.remove(edge);
                    schedule.done(edge);
                }
            } else {
                running.remove(edge);
                schedule.failed(edge, false);
            }
            assertThat(++steps).as("seed %d", seed).isLessThan(2_000);
        }
        assertThat(running).as("seed %d", seed).isEmpty();
    }

    @Test
    void endsWhateverFails() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            DistributionSchedule schedule = equal(1 + random.nextInt(20));
            List<Edge> running = new ArrayList<>();
            int steps = 0;
            while (!schedule.isOver()) {
                running.addAll(startAll(schedule));
                assertThat(running).as("seed %d", seed).isNotEmpty();
                Edge edge = running.remove(random.nextInt(running.size()));
                if (random.nextInt(3) == 0) {
                    schedule.failed(edge, random.nextInt(10) == 0);
                } else {
                    schedule.done(edge);
                }
                assertThat(++steps).as("seed %d", seed).isLessThan(200);
            }
        }
    }
}

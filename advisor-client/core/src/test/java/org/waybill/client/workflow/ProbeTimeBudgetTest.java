package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;

class ProbeTimeBudgetTest {
    private static final Dataset DATASET = new Dataset(1L << 30, 1);
    private static final Duration USUAL = TransferBudget.forJob(DATASET.bytes()).maxTime().dividedBy(3);
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final InstantSource clock = now::get;

    @Test
    void aQuickLookAroundLeavesTimeForTwoSlowWays() {
        ProbeTimeBudget time = new ProbeTimeBudget(Duration.ofMillis(7_700), clock);
        for (int options = 3; options > 1; options--) {
            assertThat(time.next(DATASET, options).orElseThrow().maxTime()).isEqualTo(USUAL);
            pass(USUAL.toMillis());
        }
        assertThat(time.next(DATASET, 1)).isEmpty();
    }

    @Test
    void aSingleWayHasHalfOfTheTenSecondsIfTheyAreLeft() {
        assertThat(new ProbeTimeBudget(Duration.ofMillis(7_700), clock).next(DATASET, 1).orElseThrow().maxTime())
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(new ProbeTimeBudget(Duration.ofMillis(4_200), clock).next(DATASET, 1).orElseThrow().maxTime())
                .isEqualTo(Duration.ofMillis(4_200));
    }

    @Test
    void aLongOneLeavesTimeForOne() {
        ProbeTimeBudget time = new ProbeTimeBudget(Duration.ofSeconds(3), clock);
        assertThat(time.next(DATASET, 3).orElseThrow().maxTime()).isEqualTo(Duration.ofSeconds(3));
        pass(3_000);
        assertThat(time.next(DATASET, 2)).isEmpty();
    }

    @Test
    void waysThatWereQuickLeaveTheirTimeToTheNext() {
        ProbeTimeBudget time = new ProbeTimeBudget(Duration.ofMillis(5_500), clock);
        int measured = 0;
        while (time.next(DATASET, 1).isPresent()) {
            measured++;
            pass(1_000);
        }
        assertThat(measured).isEqualTo(5);
    }

    @Test
    void aClockThatIsSetBackGivesNoMoreTime() {
        ProbeTimeBudget time = new ProbeTimeBudget(Duration.ofMillis(1_800), clock);
        pass(-3_600_000);
        assertThat(time.next(DATASET, 1).orElseThrow().maxTime()).isEqualTo(Duration.ofMillis(1_800));
    }

    private void pass(long millis) {
        now.updateAndGet(then -> then.plusMillis(millis));
    }
}

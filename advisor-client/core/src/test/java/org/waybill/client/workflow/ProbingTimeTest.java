package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;

class ProbingTimeTest {
    private static final Instant ASKED = Instant.parse("2026-11-21T12:00:00Z");
    private static final Dataset DATASET = new Dataset(1L << 30, 1);
    private final AtomicReference<Instant> now = new AtomicReference<>(ASKED);
    private final InstantSource clock = now::get;

    @Test
    void aQuickLookAroundLeavesTimeForTwoSlowWays() {
        pass(500);
        ProbingTime time = ProbingTime.leftSince(ASKED, clock);
        Duration usual = TransferBudget.forJob(DATASET.bytes()).maxTime().dividedBy(3);
        for (int i = 0; i < 2; i++) {
            assertThat(time.next(DATASET).orElseThrow().maxTime()).isEqualTo(usual);
            pass(usual.toMillis());
        }
        assertThat(time.next(DATASET)).isEmpty();
    }

    @Test
    void aLongOneLeavesTimeForOne() {
        pass(8_000);
        ProbingTime time = ProbingTime.leftSince(ASKED, clock);
        assertThat(time.next(DATASET).orElseThrow().maxTime()).isEqualTo(Duration.ofSeconds(3));
        pass(3_000);
        assertThat(time.next(DATASET)).isEmpty();
    }

    @Test
    void waysThatWereQuickLeaveTheirTimeToTheNext() {
        pass(3_000);
        ProbingTime time = ProbingTime.leftSince(ASKED, clock);
        int measured = 0;
        while (time.next(DATASET).isPresent()) {
            measured++;
            pass(1_000);
        }
        assertThat(measured).isEqualTo(5);
    }

    private void pass(long millis) {
        now.updateAndGet(then -> then.plusMillis(millis));
    }
}

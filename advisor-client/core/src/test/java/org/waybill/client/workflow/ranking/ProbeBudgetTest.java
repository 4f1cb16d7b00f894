package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.survey.ProbedPath;

class ProbeBudgetTest {
    private static final Dataset DATASET = new Dataset(1L << 34, 1);
    private static final Duration USUAL =
            TransferBudget.forJob(DATASET.bytes()).maxTime().dividedBy(3);
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final InstantSource clock = now::get;

    @Test
    void aQuickLookAroundLeavesTimeForTwoSlowWays() {
        ProbeBudget time = new ProbeBudget(Duration.ofMillis(7_700), clock);
        for (int options = 3; options > 1; options--) {
            assertThat(time.next(DATASET, options, Duration.ZERO).orElseThrow().maxTime())
                    .isEqualTo(USUAL);
            pass(USUAL.toMillis());
        }
        assertThat(time.next(DATASET, 1, Duration.ZERO)).isEmpty();
    }

    @Test
    void aSingleWayHasHalfOfTheTenSecondsIfTheyAreLeft() {
        assertThat(new ProbeBudget(Duration.ofMillis(7_700), clock)
                        .next(DATASET, 1, Duration.ZERO)
                        .orElseThrow()
                        .maxTime())
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(new ProbeBudget(Duration.ofMillis(4_200), clock)
                        .next(DATASET, 1, Duration.ZERO)
                        .orElseThrow()
                        .maxTime())
                .isEqualTo(Duration.ofMillis(4_200));
    }

    @Test
    void aLongOneLeavesTimeForOne() {
        ProbeBudget time = new ProbeBudget(Duration.ofSeconds(3), clock);
        assertThat(time.next(DATASET, 3, Duration.ZERO).orElseThrow().maxTime()).isEqualTo(Duration.ofSeconds(3));
        pass(3_000);
        assertThat(time.next(DATASET, 2, Duration.ZERO)).isEmpty();
    }

    /** With 1.8 s left, SSH's log-in over 137 ms took 3.5 s, gave no rate, and made the advice late. */
    @Test
    void aLogInThatWouldTakeTheTimeIsNotBegun() {
        ProbeBudget time = new ProbeBudget(Duration.ofMillis(1_800), clock);
        assertThat(time.next(DATASET, 1, Duration.ofMillis(9 * 137))).isEmpty();
        assertThat(time.next(DATASET, 1, Duration.ofMillis(9 * 30))).isPresent();
    }

    @Test
    void aTransferOfMoreThanHalfAnHourIsWorthTenSecondsMoreOnce() {
        ProbeBudget time = new ProbeBudget(Duration.ofMillis(4_200), clock);
        time.extend();
        time.extend();
        assertThat(time.next(DATASET, 2, Duration.ZERO).orElseThrow().maxTime()).isEqualTo(Duration.ofMillis(7_100));
        pass(4_200);
        assertThat(time.next(DATASET, 1, Duration.ZERO).orElseThrow().maxTime()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void waysThatWereQuickLeaveTheirTimeToTheNext() {
        ProbeBudget time = new ProbeBudget(Duration.ofMillis(5_500), clock);
        int measured = 0;
        while (time.next(DATASET, 6 - measured, Duration.ZERO).isPresent()) {
            measured++;
            pass(1_000);
        }
        assertThat(measured).isEqualTo(5);
    }

    @Test
    void whatIsPutOnTheWireStaysBelowFourMebibytesOrOnePercentOfTheJobHoweverManyOptionsThereAre() {
        for (long bytes : new long[] {60L << 20, 1L << 30, 1L << 34}) {
            for (int options = 1; options <= 3; options++) {
                ProbeBudget budget = new ProbeBudget(Duration.ofSeconds(60), clock);
                long payload = 0;
                for (int left = options; left > 0; left--) {
                    payload += budget.next(new Dataset(bytes, 1), left, Duration.ZERO)
                            .orElseThrow()
                            .maxBytes();
                }
                // 66 bytes of headers and half an acknowledgement for each 1,448, and the echoes of the path
                assertThat(payload * 1.07 + ProbedPath.MOST_BYTES)
                        .isBetween(2.0 * (1 << 20), (double) Math.max(4L << 20, bytes / 100));
            }
        }
    }

    @Test
    void whatPacketTrainsSentIsNotSentAgain() {
        long without = bytes(new ProbeBudget(Duration.ofSeconds(60), clock));
        long with = bytes(new ProbeBudget(Duration.ofSeconds(60), 600 << 10, clock));
        assertThat(with).isEqualTo(without - Math.round(.92 * (600 << 10)));
    }

    private static long bytes(ProbeBudget budget) {
        return budget.next(DATASET, 1, Duration.ZERO).orElseThrow().maxBytes();
    }

    @Test
    void aClockThatIsSetBackGivesNoMoreTime() {
        ProbeBudget time = new ProbeBudget(Duration.ofMillis(1_800), clock);
        pass(-3_600_000);
        assertThat(time.next(DATASET, 1, Duration.ZERO).orElseThrow().maxTime()).isEqualTo(Duration.ofMillis(1_800));
    }

    private void pass(long millis) {
        now.updateAndGet(then -> then.plusMillis(millis));
    }
}

package org.waybill.client.workflow.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class AdviceTimeBudgetTest {
    private static final Instant ASKED = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration MOMENT = Duration.ofMillis(20);
    private final AtomicReference<Instant> now = new AtomicReference<>(ASKED);
    private final AdviceTimeBudget time = AdviceTimeBudget.since(ASKED, now::get);

    @Test
    void lookingEndsInTimeForSmallTransfersAndWhatIsLateHasAMomentAllTheSame() {
        assertThat(time.forLooking()).isEqualTo(Duration.ofMillis(6_000));
        now.set(ASKED.plusSeconds(2));
        assertThat(time.forLooking()).isEqualTo(Duration.ofMillis(4_000));
        now.set(ASKED.plusSeconds(3));
        assertThat(time.forProbing()).isEqualTo(Duration.ofMillis(4_800));
        assertThat(time.forQuestions()).isEqualTo(Duration.ofMillis(5_800));
        assertThat(time.forTheSize()).isEqualTo(Duration.ofMillis(6_000));
        now.set(ASKED.plusSeconds(30));
        assertThat(time.forLooking()).isEqualTo(Duration.ofSeconds(3));
        assertThat(time.forProbing()).isEqualTo(Duration.ofSeconds(3));
        assertThat(time.forQuestions()).isEqualTo(Duration.ofSeconds(3));
        assertThat(time.forTheSize()).isEqualTo(Duration.ofSeconds(6));
    }

    /** 9.6 s of gathering and .85 s of start and end were 10.5 s of a command that promises 10. */
    @Test
    void theProgramsStartAndEndHaveTheirPartOfTheTenSeconds() {
        assertThat(time.forRanking()).isLessThanOrEqualTo(Duration.ofMillis(10_000 - 900 - 150));
        now.set(ASKED.plusSeconds(9));
        assertThat(time.forRanking()).isZero();
    }

    @Test
    void aClockThatIsSetBackOrAheadGivesNoMoreTimeAndNotNone() {
        now.set(ASKED.minusSeconds(3_600));
        assertThat(time.forLooking()).isEqualTo(Duration.ofMillis(6_000));
        assertThat(time.forQuestions()).isEqualTo(Duration.ofMillis(8_800));
        now.set(ASKED.plusSeconds(3_600));
        assertThat(time.forProbing()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whatDoesNotComeInTimeIsDoneWithoutAndNoLongerWanted() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        assertThat(SurveyTasks.await(never, MOMENT, "otherwise")).isEqualTo("otherwise");
        assertThat(never).isCancelled();
        assertThat(SurveyTasks.await(CompletableFuture.completedFuture("in time"), MOMENT, "otherwise"))
                .isEqualTo("in time");
    }

    @Test
    void aFailureComesOutAsItWas() {
        FutureTask<String> refused = new FutureTask<>(() -> {
            throw new TransferException(Reason.NOT_FOUND, "no such file");
        });
        refused.run();
        assertThatThrownBy(() -> SurveyTasks.await(refused, MOMENT, ""))
                .isInstanceOf(TransferException.class)
                .hasMessage("no such file");
        assertThatThrownBy(() -> SurveyTasks.await(refused)).isInstanceOf(TransferException.class);
    }
}

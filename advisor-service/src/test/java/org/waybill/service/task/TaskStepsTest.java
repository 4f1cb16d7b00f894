package org.waybill.service.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.ServiceReason;
import org.waybill.db.task.TaskRow.Facts;
import org.waybill.db.task.TaskStage;

class TaskStepsTest {
    private static final Instant NOW = Instant.parse("2026-11-29T00:00:00Z");
    private static final Facts RUNNING = TaskSteps.leased(Facts.NEW, "w1", "lease-1", NOW);

    private static Instant later(long seconds) {
        return NOW.plusSeconds(seconds);
    }

    private static LeaseEnd end(String lease, @Nullable Integer code, @Nullable Long retrySeconds) {
        boolean done = code != null && code == 0;
        return new LeaseEnd(
                1, lease, code, done ? "" : "UNREACHABLE", done ? "" : "no route", 1, retrySeconds, 7, 9, null);
    }

    @Test
    void aTaskIsLeasedToOneAtATime() {
        assertThat(TaskSteps.isDue(Facts.NEW, NOW)).isTrue();
        assertThat(RUNNING.stage()).isEqualTo(TaskStage.RUNNING);
        assertThat(RUNNING.attempts()).isEqualTo(1);
        assertThat(TaskSteps.isDue(RUNNING, later(29))).isFalse();
        assertThat(TaskSteps.isDue(RUNNING, later(30))).isTrue();
        assertThat(TaskSteps.order(RUNNING, "lease-1")).isEqualTo(LeaseOrder.CONTINUE);
        assertThat(TaskSteps.order(RUNNING, "lease-2")).isEqualTo(LeaseOrder.LOST);
        assertThat(TaskSteps.order(Facts.NEW, "")).isEqualTo(LeaseOrder.LOST);
    }

    @Test
    void aLeaseThatIsRenewedLastsLonger() {
        Facts renewed = TaskSteps.renewed(RUNNING, "lease-1", 5, 9, later(20));
        assertThat(TaskSteps.isDue(renewed, later(49))).isFalse();
        assertThat(renewed.bytesDone()).isEqualTo(5);
        assertThat(TaskSteps.renewed(RUNNING, "lease-2", 5, 9, later(20))).isEqualTo(RUNNING);
    }

    @Test
    void whoeverComesLateHasNothingToSay() {
        Facts others = TaskSteps.leased(RUNNING, "w2", "lease-2", later(31));
        assertThat(others.attempts()).isEqualTo(2);
        assertThat(others.startedAt()).isEqualTo(NOW);
        assertThat(TaskSteps.ended(others, end("lease-1", 0, null), later(32))).isEqualTo(others);
        Facts done = TaskSteps.ended(others, end("lease-2", 0, null), later(40));
        assertThat(done.stage()).isEqualTo(TaskStage.DONE);
        assertThat(TaskSteps.isDue(done, later(1_000))).isFalse();
        assertThat(TaskSteps.ended(done, end("lease-2", 4, 5L), later(41))).isEqualTo(done);
    }

    /** It may be what ends them: it would take one worker after another. */
    @Test
    void aTaskThatLosesFiveWorkersInARowIsGivenUp() {
        Facts task = RUNNING;
        for (int lost = 1; lost < 5; lost++) {
            task = TaskSteps.found(task, later(40L * lost));
            assertThat(task.stage()).isEqualTo(TaskStage.RUNNING);
            task = TaskSteps.leased(task, "w" + lost, "again-" + lost, later(40L * lost));
        }
        Facts givenBack = TaskSteps.ended(task, end("again-4", 4, 0L), later(170));
        assertThat(TaskSteps.found(givenBack, later(171))).isEqualTo(givenBack);
        assertThat(givenBack.lost()).isZero();
        Facts failed = TaskSteps.found(task, later(200));
        assertThat(failed.stage()).isEqualTo(TaskStage.FAILED);
        assertThat(failed.reason()).isEqualTo(ServiceReason.WORKER_GONE.name());
        assertThat(failed.endedAt()).isEqualTo(later(200));
        assertThat(TaskSteps.order(failed, "again-4")).isEqualTo(LeaseOrder.LOST);
    }

    @Test
    void anEndAfterTheLeaseCountsWhileNobodyElseHasTheTask() {
        assertThat(TaskSteps.ended(RUNNING, end("lease-1", 0, null), later(100)).stage())
                .isEqualTo(TaskStage.DONE);
    }

    @Test
    void whatMayBeOverIsTriedAgainAndTheRestIsFinal() {
        Facts waits = TaskSteps.ended(RUNNING, end("lease-1", 4, 5L), NOW);
        assertThat(waits.stage()).isEqualTo(TaskStage.QUEUED);
        assertThat(waits.reason()).isEqualTo("UNREACHABLE");
        assertThat(TaskSteps.isDue(waits, later(4))).isFalse();
        assertThat(TaskSteps.isDue(waits, later(5))).isTrue();
        assertThat(TaskSteps.isDue(TaskSteps.resumed(waits, NOW), NOW)).isTrue();
        Facts failed = TaskSteps.ended(RUNNING, end("lease-1", 3, null), NOW);
        assertThat(failed.stage()).isEqualTo(TaskStage.FAILED);
        assertThat(failed.endedAt()).isEqualTo(NOW);
    }

    @Test
    void nobodyGetsAPausedTaskBeforeItsWorkerHasStoppedIt() {
        Facts paused = TaskSteps.paused(RUNNING);
        assertThat(TaskSteps.order(paused, "lease-1")).isEqualTo(LeaseOrder.STOP);
        assertThat(TaskSteps.isDue(paused, later(1_000))).isFalse();
        Facts again = TaskSteps.resumed(paused, later(1));
        assertThat(again.stage()).isEqualTo(TaskStage.RUNNING);
        assertThat(TaskSteps.isDue(again, later(1))).isFalse();
        Facts stopped = TaskSteps.ended(again, end("lease-1", null, 0L), later(2));
        assertThat(TaskSteps.isDue(stopped, later(2))).isTrue();
        Facts rests = TaskSteps.ended(paused, end("lease-1", null, 0L), later(2));
        assertThat(rests.stage()).isEqualTo(TaskStage.PAUSED);
        assertThat(TaskSteps.resumed(rests, later(3)).stage()).isEqualTo(TaskStage.QUEUED);
        assertThat(TaskSteps.ended(paused, end("lease-1", 0, null), later(2)).stage())
                .isEqualTo(TaskStage.DONE);
    }

    @Test
    void aCancelledTaskStaysSo() {
        Facts cancelled = TaskSteps.cancelled(RUNNING, later(1));
        assertThat(TaskSteps.cancelled(cancelled, later(2))).isEqualTo(cancelled);
        assertThat(TaskSteps.order(cancelled, "lease-1")).isEqualTo(LeaseOrder.STOP);
        assertThat(TaskSteps.ended(cancelled, end("lease-1", 143, 0L), later(2)).stage())
                .isEqualTo(TaskStage.CANCELLED);
        assertThat(TaskSteps.isDue(cancelled, NOW.plus(Duration.ofDays(1)))).isFalse();
        assertThatThrownBy(() -> TaskSteps.resumed(cancelled, later(3)))
                .isInstanceOf(ServiceException.class)
                .hasMessage("the task cannot be resumed: it is CANCELLED");
    }

    @Test
    void theAccountWithTheFewestRunningTasksIsNextThenTheOldest() {
        List<FairShare.Group> due = List.of(
                new FairShare.Group("ada", 0, 1),
                new FairShare.Group("bob", 0, 2),
                new FairShare.Group("eve", 0, 3),
                new FairShare.Group("eve", 5, 9),
                new FairShare.Group("fay", -1, 0));
        assertThat(FairShare.inTurn(due, Map.of("ada", 2L, "eve", 1L)))
                .extracting(group -> group.account() + group.priority())
                .containsExactly("eve5", "bob0", "eve0", "ada0", "fay-1");
        assertThat(FairShare.inTurn(due.subList(0, 3), Map.of()).getFirst().account())
                .isEqualTo("ada");
    }
}

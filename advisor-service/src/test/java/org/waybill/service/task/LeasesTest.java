package org.waybill.service.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;

/** What a worker gets at once. */
class LeasesTest {
    private static TaskLease lease(int number, int length) {
        return new TaskLease(
                number,
                "lease-" + number,
                TaskKind.COPY,
                List.of("/" + "x".repeat(length - 1)),
                "",
                List.of(),
                1,
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                30,
                List.of(),
                null);
    }

    private static Supplier<Optional<TaskLease>> each(int length, int most) {
        AtomicInteger number = new AtomicInteger();
        return () -> number.get() == most ? Optional.empty() : Optional.of(lease(number.incrementAndGet(), length));
    }

    @Test
    void aReplyHasAsManyAsAreFreeButAtMostSixteen() {
        assertThat(Leases.take(3, each(10, 99))).hasSize(3);
        assertThat(Leases.take(1_000, each(10, 99))).hasSize(16);
        assertThat(Leases.take(9, each(10, 2))).hasSize(2);
        assertThat(Leases.take(0, each(10, 99))).isEmpty();
    }

    /** Replies have a limit; what was leased in one that is beyond it would be lost. */
    @Test
    void aReplyOfLongTasksHasFewer() {
        assertThat(Leases.take(1_000, each(100_000, 99))).hasSize(3);
        assertThat(Leases.take(1_000, each(400_000, 99))).hasSize(1);
    }

    @Test
    void whatWasLeasedIsGivenAlsoWhereTheNextOneFails() {
        Supplier<Optional<TaskLease>> two = each(10, 2);
        AtomicInteger asked = new AtomicInteger();
        Supplier<Optional<TaskLease>> thenFails = () -> {
            if (asked.incrementAndGet() > 2) {
                throw new IllegalStateException("the database has gone");
            }
            return two.get();
        };
        assertThat(Leases.take(9, thenFails)).hasSize(2);
        assertThatThrownBy(() -> Leases.take(9, thenFails)).hasMessage("the database has gone");
    }
}

package org.waybill.service.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.waybill.service.overlay.MeasurementSchedule.Link;

/** Whose turn it is to be measured. */
class MeasurementScheduleTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void everyLinkGetsItsTurnAndNoneComesAgainBeforeItIsDue() {
        Map<Link, Instant> ordered = new HashMap<>();
        Instant now = NOW;
        for (int i = 0; i < 6; i++) {
            Link next =
                    MeasurementSchedule.next(List.of(1L, 2L, 3L), ordered, now).orElseThrow();
            assertThat(ordered).doesNotContainKey(next);
            ordered.put(next, now);
            now = now.plusSeconds(10);
        }
        assertThat(MeasurementSchedule.next(List.of(1L, 2L, 3L), ordered, now)).isEmpty();
        assertThat(MeasurementSchedule.next(List.of(1L, 2L, 3L), ordered, NOW.plus(MeasurementSchedule.EVERY)))
                .contains(new Link(1, 2));
    }

    @Test
    void theOneThatWaitsLongestComesFirst() {
        Map<Link, Instant> ordered =
                Map.of(new Link(1, 2), NOW.minusSeconds(5000), new Link(2, 1), NOW.minusSeconds(7000));
        assertThat(MeasurementSchedule.next(List.of(1L, 2L), ordered, NOW)).contains(new Link(2, 1));
    }

    @Test
    void aLinkThatWasMeasuredBeforeTheClockWasSetBackDoesNotWaitForIt() {
        Map<Link, Instant> ordered = Map.of(new Link(1, 2), NOW.plusSeconds(3_600), new Link(2, 1), NOW);
        assertThat(MeasurementSchedule.next(List.of(1L, 2L), ordered, NOW)).contains(new Link(1, 2));
    }

    @Test
    void oneNodeAloneHasNoLink() {
        assertThat(MeasurementSchedule.next(List.of(1L), Map.of(), NOW)).isEqualTo(Optional.empty());
        assertThat(MeasurementSchedule.next(List.of(), Map.of(), NOW)).isEmpty();
    }
}

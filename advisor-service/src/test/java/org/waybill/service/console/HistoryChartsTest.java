package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;

class HistoryChartsTest {
    private static final Instant NOW = Instant.parse("2026-03-21T12:00:00Z");
    private static final Formats SHOW = new Formats(Clock.fixed(NOW, ZoneOffset.UTC));

    private static TransferOutcome moved(String via, double seconds, Double forecast, int hoursAgo) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                "a.example",
                "b.example",
                "tcp",
                via,
                1,
                StorageClass.DISK,
                1_000_000_000,
                1,
                NOW.minus(Duration.ofHours(hoursAgo)),
                seconds,
                0,
                0,
                "OK",
                null,
                forecast,
                forecast == null ? null : forecast * 1.2,
                "");
    }

    private static HistoryCharts charts(List<TransferOutcome> moved) {
        return new HistoryCharts(moved, NOW.minus(Duration.ofDays(7)), NOW, SHOW);
    }

    @Test
    void aRelayHarmsWhenItIsSlowerThanTheMedianOfTheDirectTransfers() {
        List<TransferOutcome> moved = new ArrayList<>(List.of(
                moved("", 8, null, 1),
                moved("", 10, null, 2),
                moved("", 12, null, 3),
                moved("good", 5, null, 4),
                moved("bad", 11, null, 5),
                moved("bad", 9, null, 6),
                moved("bad", 20, null, 7)));
        Chart harm = charts(moved).harm();
        assertThat(harm.rows()).containsExactly(List.of("bad", "2", "3", "66.7 %"), List.of("good", "0", "1", "0.0 %"));
        assertThat(harm.bars()).hasSize(2);
        moved.removeFirst();
        assertThat(charts(moved).harm().empty())
                .as("two direct transfers say too little")
                .isTrue();
    }

    @Test
    void eachRelayOfAWayCountsItsHarm() {
        List<TransferOutcome> moved = List.of(
                moved("", 10, null, 1),
                moved("", 10, null, 2),
                moved("", 10, null, 3),
                moved("one,two", 11, null, 4),
                moved("two", 9, null, 5));
        assertThat(RelayHarmStatistics.byRelay(moved))
                .containsOnly(
                        Map.entry("one", new RelayHarmStatistics(1, 1)),
                        Map.entry("two", new RelayHarmStatistics(1, 2)));
    }

    @Test
    void aForecastThatWasRightLiesOnTheDiagonal() {
        Chart outcome = charts(List.of(moved("", 10, 10.0, 1), moved("", 100, 100.0, 2), moved("", 90, 30.0, 3)))
                .outcome();
        for (Chart.Point point : outcome.points().subList(1, 3)) {
            double across = (point.x() - Chart.LEFT) / (Chart.RIGHT - Chart.LEFT);
            double up = (Chart.BOTTOM - point.y()) / (Chart.BOTTOM - Chart.TOP);
            assertThat(up).isCloseTo(across, Offset.offset(0.001));
        }
        assertThat(outcome.summary()).contains("2 of 3 (67 %)");
        assertThat(outcome.points().getFirst().style()).isEqualTo("late");
    }

    @Test
    void medianErrorsAreSaidPerDay() {
        Chart error = charts(List.of(moved("", 10, 11.0, 1), moved("", 10, 13.0, 2), moved("", 10, 20.0, 30)))
                .error();
        assertThat(error.rows()).containsExactly(List.of("2026-03-20", "100.0 %"), List.of("2026-03-21", "20.0 %"));
        assertThat(error.lines()).hasSize(1);
        assertThat(error.summary()).contains("30.0 %");
    }

    @Test
    void nothingGivesEmptyChartsAndNotATroubledOne() {
        assertThat(charts(List.of()).all()).hasSize(4).allMatch(Chart::empty);
    }

    @Test
    void axesHaveRoundLines() {
        assertThat(Scale.fromZero(37, 0, 100).ticks(String::valueOf))
                .extracting(Scale.Tick::label)
                .containsExactly("0.0", "10.0", "20.0", "30.0", "40.0");
        assertThat(Scale.logarithmic(3, 2500, 0, 100).ticks(SHOW::bytes))
                .extracting(Scale.Tick::label)
                .containsExactly("1 B", "10 B", "100 B", "1 kB", "10 kB");
        assertThat(Scale.logarithmic(5, 5, 0, 100).at(5)).isBetween(0.0, 100.0);
    }

    @Test
    void numbersReadAsPeopleSayThem() {
        assertThat(SHOW.bytes(999_499)).isEqualTo("999 kB");
        assertThat(SHOW.bytes(999_600)).isEqualTo("1.00 MB");
        assertThat(SHOW.rate(9.41e9)).isEqualTo("9.41 Gbit/s");
        assertThat(SHOW.rate(null)).isEqualTo("–");
        assertThat(SHOW.seconds(59.7)).isEqualTo("1 min 0 s");
        assertThat(SHOW.seconds(3_725.0)).isEqualTo("1 h 2 min");
        assertThat(SHOW.ago(NOW.minusSeconds(125))).isEqualTo("2 min ago");
        assertThat(SHOW.count(1_234_567)).isEqualTo("1\u2009234\u2009567");
    }
}

package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EtaBandTest {
    private static List<RatePoint> points(int count, double bitsPerSecond, double spread, long seed) {
        Random random = new Random(seed);
        List<RatePoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(new RatePoint(i * 0.25, bitsPerSecond * (1 + spread * (random.nextDouble() - 0.5))));
        }
        return points;
    }

    @Test
    void beginsAsTheForecastAndNarrowsToWhatIsSeen() {
        EtaBand before = EtaBand.at(0, 1_000_000_000, List.of(), 20.0, 40.0);
        EtaBand early = EtaBand.at(0.5, 990_000_000, points(2, 800e6, 0.2, 1), 20.0, 40.0);
        EtaBand late = EtaBand.at(5, 500_000_000, points(20, 800e6, 0.2, 1), 20.0, 40.0);
        assertThat(before).isEqualTo(new EtaBand(20, 40));
        assertThat(early).isNotNull();
        assertThat(late).isNotNull();
        assertThat(late.secondsP90() - late.secondsP50())
                .isLessThan(early.secondsP90() - early.secondsP50())
                .isGreaterThan(0);
        assertThat(late.secondsP50()).isBetween(4.0, 6.5); // 500 MB at 800 Mbit/s, and a little of the forecast
        assertThat(late.text()).endsWith("left");
    }

    @Test
    void saysNothingWithoutForecastAndRate() {
        assertThat(EtaBand.at(1, 1_000, List.of(), null, null)).isNull();
        assertThat(EtaBand.at(1, -1, points(5, 1e6, 0, 2), null, null)).isNull();
        assertThat(EtaBand.at(1, 1_000, points(5, 0, 0, 2), null, null))
                .as("a stall has no end")
                .isNull();
    }

    @Test
    void aForecastThatIsOverIsNotNegative() {
        EtaBand band = EtaBand.at(100, 1_000_000, List.of(), 20.0, 40.0);
        assertThat(band).isEqualTo(new EtaBand(0, 0));
    }

    @Test
    void aLongMoveStillHasAllOfItsTimeInFewPoints() {
        RateSeries series = new RateSeries();
        series.start(0, 0);
        for (int i = 1; i <= 40_000; i++) {
            series.add(i * 0.25, i * 1_000_000L);
        }
        assertThat(series.points())
                .hasSizeBetween(RateSeries.MOST / 2 - 2, RateSeries.MOST)
                .allSatisfy(point -> assertThat(point.bitsPerSecond()).isBetween(31.9e6, 32.1e6));
        assertThat(series.points().getLast().seconds()).isGreaterThan(9_800);
    }
}

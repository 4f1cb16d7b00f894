package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesForecasterTest {
    @Test
    void aConstantSeriesIsForecastExactlyWithNoBand() {
        SeriesForecast forecast = SeriesForecaster.forecast(new double[] {5, 5, 5, 5, 5});
        assertThat(forecast.value()).isEqualTo(5);
        assertThat(forecast.p10()).isEqualTo(5);
        assertThat(forecast.p90()).isEqualTo(5);
        assertThat(forecast.meanAbsoluteError()).isZero();
        assertThat(forecast.samples()).isEqualTo(5);
    }

    @Test
    void aRandomWalkIsFollowedByTheLastValueAndWhiteNoiseByAMean() {
        Random random = new Random(1);
        SeriesForecaster walk = SeriesForecaster.nws();
        SeriesForecaster noise = SeriesForecaster.nws();
        double level = 1000;
        for (int i = 0; i < 2000; i++) {
            level += random.nextGaussian();
            walk.observe(level);
            noise.observe(1000 + random.nextGaussian());
        }
        assertThat(walk.forecast().predictor()).containsAnyOf("last-value", "smoothing-75%");
        assertThat(noise.forecast().rootMeanSquaredError()).isLessThan(1.08);
        assertThat(noise.forecast().value()).isCloseTo(1000, within(.3));
    }

    @Test
    void aLinkThatIsOutNowAndThenIsFollowedByTheAverageThatKnowsOutages() {
        Random random = new Random(5);
        double[] series = new double[600];
        for (int i = 0; i < series.length; i++) {
            series[i] = i % 30 < 24 ? 100 + 10 * random.nextGaussian() : 0;
        }
        assertThat(SeriesForecaster.forecast(series).predictor()).contains("outage-ewma-30%");
        assertThat(SeriesForecaster.forecast(series).value()).isZero();
    }

    @Test
    void itsErrorStaysNearThatOfTheBestSinglePredictorOnSeriesOfManyKinds() {
        for (int seed = 0; seed < 20; seed++) {
            SeriesForecaster forecaster = SeriesForecaster.nws();
            Random random = new Random(seed);
            double level = 0;
            double memory = .5 + .5 * random.nextDouble();
            for (int i = 0; i < 1500; i++) {
                level = memory * level + random.nextGaussian();
                forecaster.observe(100 + level);
            }
            double best = Double.POSITIVE_INFINITY;
            for (double error : forecaster.primaryRootMeanSquaredErrors()) {
                best = Math.min(best, error);
            }
            assertThat(forecaster.forecast().rootMeanSquaredError())
                    .as("seed " + seed)
                    .isLessThan(1.05 * best);
        }
    }

    @Test
    void itsBandsHoldTheShareTheyPromise() {
        Random random = new Random(7);
        SeriesForecaster forecaster = SeriesForecaster.nws();
        double level = 0;
        int above = 0;
        int below = 0;
        int scored = 0;
        for (int i = 0; i < 3000; i++) {
            level = .8 * level + random.nextGaussian();
            double value = 50 + level;
            if (i >= 50) {
                SeriesForecast forecast = forecaster.forecast();
                above += value > forecast.p90() ? 1 : 0;
                below += value < forecast.p10() ? 1 : 0;
                scored++;
            }
            forecaster.observe(value);
        }
        assertThat(100.0 * above / scored).isBetween(7.0, 13.0);
        assertThat(100.0 * below / scored).isBetween(7.0, 13.0);
    }

    @Test
    void theSameSeriesGivesTheSameForecast() {
        double[] series = new Random(3).doubles(400, 1, 9).toArray();
        assertThat(SeriesForecaster.forecast(series)).isEqualTo(SeriesForecaster.forecast(series.clone()));
    }

    @Test
    void refusesWhatIsNotANumberAndSaysWhenThereIsNothingToForecastFrom() {
        SeriesForecaster forecaster = SeriesForecaster.nws();
        assertThatThrownBy(forecaster::forecast).hasMessageContaining("no value seen yet");
        assertThatThrownBy(() -> forecaster.observe(Double.NaN)).hasMessageContaining("not a finite number");
        assertThat(forecaster.samples()).isZero();
    }

    @Test
    void whatIsNeverNegativeIsNotForecastToBe() {
        double[] load = new double[60];
        for (int i = 0; i < load.length; i++) {
            load[i] = i % 7 == 0 ? 9e8 : 1e6;
        }
        assertThat(SeriesForecaster.forecast(load).p10()).isEqualTo(0);
        load[30] = -1;
        assertThat(SeriesForecaster.forecast(load).p10()).isNegative();
    }

    @Test
    void oneGreatOutlierLeavesNoTraceInTheWindowedErrorsOnceItIsGone() {
        ErrorHistory errors = new ErrorHistory();
        errors.add(1e15);
        for (int i = 0; i < 100; i++) {
            errors.add(1e-3);
        }
        assertThat(errors.meanSquared(6)).isCloseTo(1e-6, within(1e-18));
        assertThat(errors.meanAbsolute(0)).isEqualTo(1e-3);
    }
}

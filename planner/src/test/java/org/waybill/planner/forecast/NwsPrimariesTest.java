package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NwsPrimariesTest {
    private static final double[] SERIES = {3, 1, 4, 1, 5, 9, 2, 6};

    @Test
    void areTheEighteenOfTheNetworkWeatherService() {
        assertThat(NwsPrimaries.all())
                .extracting(Predictor::name)
                .containsExactly(
                        "last-value",
                        "running-mean",
                        "smoothing-5%",
                        "smoothing-10%",
                        "smoothing-15%",
                        "smoothing-20%",
                        "smoothing-30%",
                        "smoothing-40%",
                        "smoothing-50%",
                        "smoothing-75%",
                        "median-31",
                        "median-5",
                        "mean-31",
                        "mean-5",
                        "trimmed-mean-31-30%",
                        "trimmed-mean-51-30%",
                        "adaptive-median-5-21",
                        "adaptive-median-21-51");
    }

    @Test
    void predictNothingBeforeTheFirstValueAndThatValueAfterIt() {
        for (Predictor predictor : NwsPrimaries.all()) {
            assertThat(predictor.prediction()).as(predictor.name()).isNaN();
            predictor.observe(7);
            assertThat(predictor.prediction()).as(predictor.name()).isEqualTo(7);
        }
    }

    @Test
    void followTheirFormulasOnAShortSeries() {
        List<Predictor> all = NwsPrimaries.all();
        all.forEach(p -> Arrays.stream(SERIES).forEach(p::observe));
        assertThat(prediction(all, "last-value")).isEqualTo(6);
        assertThat(prediction(all, "running-mean")).isCloseTo(31 / 8.0, within(1e-12));
        assertThat(prediction(all, "median-5")).isEqualTo(5);
        assertThat(prediction(all, "median-31")).isEqualTo(3.5);
        assertThat(prediction(all, "mean-5")).isCloseTo(23 / 5.0, within(1e-12));
        // of eight values the two lowest and the two highest go: 2, 3, 4, 5 remain
        assertThat(prediction(all, "trimmed-mean-31-30%")).isCloseTo(3.5, within(1e-12));
        double level = 3;
        for (double value : SERIES) {
            level += .3 * (value - level);
        }
        assertThat(prediction(all, "smoothing-30%")).isCloseTo(level, within(1e-12));
    }

    @Test
    void keepTheirWindowsWhateverTheOrderOfValuesAndHoweverManyAreEqual() {
        Random random = new Random(4);
        SortedWindow window = new SortedWindow(31);
        double[] all = new double[500];
        for (int i = 0; i < all.length; i++) {
            all[i] = random.nextInt(6);
            window.observe(all[i]);
            for (int length : new int[] {1, 2, 5, 17, 31}) {
                double[] last = Arrays.copyOfRange(all, Math.max(0, i + 1 - length), i + 1);
                double mean = Arrays.stream(last).average().orElseThrow();
                Arrays.sort(last);
                int n = last.length;
                assertThat(window.median(length)).isEqualTo((last[(n - 1) / 2] + last[n / 2]) / 2);
                assertThat(window.trimmedMean(length, 0)).isCloseTo(mean, within(1e-9));
            }
        }
    }

    @Test
    void theAdaptiveMedianShortensItsWindowAfterAStepAndStaysWithinItsBounds() {
        AdaptiveMedian median = new AdaptiveMedian(5, 21, 10, 1);
        Random random = new Random(9);
        for (int i = 0; i < 60; i++) {
            median.observe(100 + random.nextGaussian());
        }
        int before = median.length();
        int shortest = before;
        for (int i = 0; i < 8; i++) {
            median.observe(200 + random.nextGaussian());
            shortest = Math.min(shortest, median.length());
        }
        assertThat(shortest).isLessThan(before);
        for (int i = 0; i < 2000; i++) {
            median.observe(random.nextDouble() * (i % 97));
            assertThat(median.length()).isBetween(5, 21);
        }
    }

    @Test
    void anOutageAndItsEndShowAtOnceInTheBulkTransferAverage() {
        Predictor average = new OutageAwareAverage(.3);
        average.observe(100);
        average.observe(200);
        assertThat(average.prediction()).isCloseTo(130, within(1e-12));
        average.observe(0);
        assertThat(average.prediction()).isZero();
        average.observe(80);
        assertThat(average.prediction()).isEqualTo(80);
        average.observe(100);
        assertThat(average.prediction()).isCloseTo(86, within(1e-12));
    }

    private static double prediction(List<Predictor> all, String name) {
        return all.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow()
                .prediction();
    }
}

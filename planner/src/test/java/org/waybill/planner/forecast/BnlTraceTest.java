package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.planner.TestData;

/**
 * The two-level choice and its bands on a day of real traffic between Brookhaven and New York (30-second samples, also
 * as 5-minute means). Prints what it measures.
 */
class BnlTraceTest {
    private static final int WARM_UP = 40;

    @ParameterizedTest
    @CsvSource({"BNL--NEWY,1", "NEWY--BNL,1", "BNL--NEWY,10", "NEWY--BNL,10"})
    void isWithinFivePercentOfTheBestSinglePredictorAndCalibrated(String direction, int samplesPerMean) {
        double[] series = means(direction, samplesPerMean);
        SeriesForecaster forecaster = SeriesForecaster.nws();
        List<Calibration.Scored> scored = new ArrayList<>();
        // in a skewed series the median is below the mean: bias is a matter of the value, coverage of the bands
        double said = 0;
        double was = 0;
        for (double value : series) {
            if (forecaster.samples() >= WARM_UP) {
                SeriesForecast forecast = forecaster.forecast();
                scored.add(new Calibration.Scored(forecast.p50(), forecast.p90(), value));
                said += forecast.value();
                was += value;
            }
            forecaster.observe(value);
        }
        double bestMae =
                Arrays.stream(forecaster.primaryMeanAbsoluteErrors()).min().orElseThrow();
        double bestRmse =
                Arrays.stream(forecaster.primaryRootMeanSquaredErrors()).min().orElseThrow();
        double biasPercent = 100 * (said / was - 1);
        SeriesForecast end = forecaster.forecast();
        Calibration calibration = Calibration.of(scored);
        System.out.printf(
                Locale.ROOT,
                "%s, means of %d x 30 s, %d values: MAE %.1f (best single %.1f), RMSE %.1f "
                        + "(best single %.1f) Mbit/s; bias %.2f %%, P50 covers %.1f %%, P90 %.1f %%%n",
                direction,
                samplesPerMean,
                series.length,
                end.meanAbsoluteError() / 1e6,
                bestMae / 1e6,
                end.rootMeanSquaredError() / 1e6,
                bestRmse / 1e6,
                biasPercent,
                calibration.p50CoveragePercent(),
                calibration.p90CoveragePercent());
        assertThat(end.meanAbsoluteError()).isLessThanOrEqualTo(1.05 * bestMae);
        assertThat(end.rootMeanSquaredError()).isLessThanOrEqualTo(1.05 * bestRmse);
        assertThat(calibration.p90CoveragePercent()).isBetween(85.0, 95.0);
        assertThat(biasPercent).isBetween(-3.0, 3.0);
    }

    private static double[] means(String direction, int samplesPerMean) {
        String text = TestData.text("esnet-traffic/link-traffic.BNL-NEWY.2015-08-31.json");
        int start = text.indexOf('"' + direction + '"');
        String points = text.substring(start, text.indexOf("]]", start) + 1);
        Matcher point = Pattern.compile("\\[(\\d+), ([0-9.eE+]+)]").matcher(points);
        List<Double> means = new ArrayList<>();
        double sum = 0;
        int taken = 0;
        while (point.find()) {
            sum += Double.parseDouble(point.group(2));
            taken++;
            if (taken == samplesPerMean) {
                means.add(sum / taken);
                sum = 0;
                taken = 0;
            }
        }
        return means.stream().mapToDouble(Double::doubleValue).toArray();
    }
}

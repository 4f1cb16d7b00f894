package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.Trend;

class EstimatorTest {
    private static final Dataset GIGABYTE = new Dataset(1_000_000_000, 1);
    private static final Estimator.How SFTP = new Estimator.How("sftp", 1);
    private static final PathInputs LONG_PATH = new PathInputs(100.0, 200e6, null, null, 6L << 20, "cubic", false,
            null, null);
    private static final RateFit LINE = new RateFit(80e6, 64e6, 100e6, 0.5, Trend.STEADY, List.of());

    @Test
    void historyComesFirst() {
        Forecast history = new Forecast("f1", 50.0, 70.0, 160e6, ForecastBasis.HISTORY, "ewma", 12, 8.0);
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, history, LINE, LONG_PATH);
        assertThat(estimate).isEqualTo(new Estimate(50.0, 70.0, 160e6, ForecastBasis.HISTORY, 12, 8.0, "ewma", "f1"));
    }

    @Test
    void aProbeBeatsAModelAndKeepsTheForecastsName() {
        Forecast model = new Forecast("f2", 10.0, 20.0, 8e8, ForecastBasis.MODEL, "prior", 0, null);
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, model, LINE, LONG_PATH);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.PROBE);
        assertThat(estimate.secondsP50()).isCloseTo(100.5, within(1e-9));
        assertThat(estimate.secondsP90()).isCloseTo(125.5, within(1e-9));
        assertThat(estimate.forecastId()).isEqualTo("f2");
    }

    @Test
    void aLineThatIsNotSteadySaysSo() {
        RateFit rising = new RateFit(80e6, 40e6, 160e6, 0.5, Trend.RISING, List.of());
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, null, rising, LONG_PATH);
        assertThat(estimate.method()).contains("a lower bound");
        assertThat(estimate.secondsP90()).isCloseTo(200.5, within(1e-9));
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, LINE, LONG_PATH).method()).isEqualTo(Estimator.LINE);
    }

    @Test
    void theServicesModelBeatsOurOwn() {
        Forecast model = new Forecast("", 10.0, 20.0, 8e8, ForecastBasis.MODEL, "prior", 0, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, model, null, LONG_PATH).secondsP50()).isEqualTo(10.0);
    }

    @Test
    void ourModelIsBoundByTheBottleneckAndByWindows() {
        Estimate engine = Estimator.estimate(GIGABYTE, new Estimator.How("tcp", 4), null, null, LONG_PATH);
        // 1 GB over 200 Mbit/s less headers: 42.6 s, and a second to begin
        assertThat(engine.secondsP50()).isBetween(42.0, 46.0);
        Estimate sftp = Estimator.estimate(GIGABYTE, SFTP, null, null, LONG_PATH);
        // a 2 MiB channel window over 100 ms: 168 Mbit/s
        assertThat(sftp.secondsP50()).isBetween(47.0, 53.0);
    }

    @Test
    void manySmallFilesCostRoundTripsWhereTheProtocolWaits() {
        Dataset small = new Dataset(2_000 * 10_240, 2_000);
        double engine = seconds(small, new Estimator.How("tcp", 4));
        double sftp = seconds(small, SFTP);
        assertThat(sftp).isGreaterThan(60);
        assertThat(engine).isLessThan(5);
    }

    private static double seconds(Dataset dataset, Estimator.How how) {
        Double seconds = Estimator.estimate(dataset, how, null, null, LONG_PATH).secondsP50();
        assertThat(seconds).isNotNull();
        return seconds;
    }

    @Test
    void whatIsUnknownStaysUnknown() {
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, PathInputs.UNKNOWN)).isEqualTo(Estimate.UNKNOWN);
        // a round-trip time alone says nothing of a wide-area path's capacity
        PathInputs rttOnly = new PathInputs(80.0, null, null, 10e9, 6L << 20, "bbr", false, null, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, rttOnly)).isEqualTo(Estimate.UNKNOWN);
        Forecast unknown = new Forecast("f3", null, null, null, ForecastBasis.UNKNOWN, "none", 0, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, unknown, null, rttOnly)).isEqualTo(Estimate.UNKNOWN);
    }

    @Test
    void withinOneSiteTheLocalLinkIsThePath() {
        PathInputs site = new PathInputs(0.3, null, null, 1e9, 6L << 20, "cubic", false, null, null);
        Estimate estimate = Estimator.estimate(GIGABYTE, new Estimator.How("tcp", 4), null, null, site);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.MODEL);
        assertThat(estimate.goodputBitsPerSecond()).isBetween(0.8e9, 1e9);
    }

    @Test
    void onOneMachineTheEndsAreThePathAndAColdStartCosts() {
        PathInputs idle = new PathInputs(2.5, null, null, null, 6L << 20, "cubic", true, 2, 0.0);
        Dataset demo = new Dataset(256L << 20, 1);
        Estimate estimate = Estimator.estimate(demo, new Estimator.How("tcp", 4), null, null, idle);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.MODEL);
        // seen: 0.9 to 2.3 s on two idle cores, 3.5 s on two busy ones
        assertThat(estimate.secondsP50()).isBetween(.9, 2.3);
        assertThat(estimate.secondsP90()).isGreaterThan(2.3);
        // seen: 0.3 to 0.4 s
        Estimate small = Estimator.estimate(new Dataset(1 << 20, 1), new Estimator.How("tcp", 4), null, null, idle);
        assertThat(small.secondsP50()).isBetween(.25, .5);
        PathInputs busy = new PathInputs(2.5, null, null, null, 6L << 20, "cubic", true, 2, 4.0);
        Estimate slowed = Estimator.estimate(demo, new Estimator.How("tcp", 4), null, null, busy);
        assertThat(slowed.secondsP50() / estimate.secondsP50()).isBetween(1.5, 2.5);
    }
}

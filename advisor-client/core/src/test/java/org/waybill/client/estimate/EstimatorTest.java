package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.Evidence;

class EstimatorTest {
    private static final Dataset GIGABYTE = new Dataset(1_000_000_000, 1);
    private static final Estimator.How SFTP = new Estimator.How("sftp", 1);
    private static final PathState LONG_PATH =
            PathStates.of(100.0, 200e6, null, null, 6L << 20, "cubic", false, null, null);
    private static final RateFit LINE = new RateFit(80e6, 64e6, 100e6, 0.5, Trend.STEADY, List.of());

    @Test
    void historyComesFirst() {
        Forecast history = new Forecast("f1", 50.0, 70.0, 160e6, ForecastBasis.HISTORY, "ewma", 12, 8.0, null);
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, history, LINE, LONG_PATH);
        assertThat(estimate)
                .isEqualTo(new Estimate(
                        50.0, 70.0, 160e6, ForecastBasis.HISTORY, 12, 8.0, "ewma", "f1", Evidence.HISTORY));
    }

    @Test
    void aProbeBeatsAModelAndKeepsTheForecastsName() {
        Forecast model = new Forecast("f2", 10.0, 20.0, 8e8, ForecastBasis.MODEL, "prior", 0, null, null);
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, model, LINE, LONG_PATH);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.PROBE);
        // the line's 100.5 s, and the log-in and checks around it
        assertThat(estimate.secondsP50()).isBetween(103.0, 106.0);
        assertThat(estimate.secondsP90() / estimate.secondsP50()).isCloseTo(1.16, within(.01));
        assertThat(estimate.evidence()).isEqualTo(Evidence.TEST);
        assertThat(estimate.forecastId()).isEqualTo("f2");
    }

    @Test
    void aLineThatIsNotSteadySaysSo() {
        RateFit rising = new RateFit(80e6, 40e6, 160e6, 0.5, Trend.RISING, List.of());
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, null, rising, LONG_PATH);
        assertThat(estimate.method()).contains("a lower bound");
        assertThat(estimate.evidence()).isEqualTo(Evidence.UNSTEADY);
        // between 48 s by the window of SSH and 103 by the line
        assertThat(estimate.secondsP50()).isBetween(65.0, 80.0);
        // one that becomes slower the longer it lasts may take as long as at the slowest
        RateFit falling = new RateFit(80e6, 20e6, 100e6, 0.5, Trend.FALLING, List.of());
        Estimate slowing = Estimator.estimate(GIGABYTE, SFTP, null, falling, LONG_PATH);
        // 48 s by the window, 180 by the middle of the interval
        assertThat(slowing.secondsP50()).isBetween(103.0, 125.0);
        assertThat(slowing.secondsP90()).isBetween(400.0, 408.0);
        assertThat(slowing.evidence()).isEqualTo(Evidence.UNSTEADY);
        // one of some transfers that a busy processor held up made a P90 of 93 times P50
        RateFit heldUp = new RateFit(80e6, 1e6, 100e6, 0.5, Trend.UNSTEADY, List.of());
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, heldUp, LONG_PATH).p90Factor())
                .isCloseTo(4, within(.01));
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, LINE, LONG_PATH).method())
                .isEqualTo(Estimator.LINE);
    }

    @Test
    void theBandThatOutcomesGaveTestTransfersIsTaken() {
        Forecast learned =
                new Forecast("f4", 120.0, 150.0, 7e7, ForecastBasis.PROBE, "asker's measurements", 0, null, "TEST");
        Estimate estimate = Estimator.estimate(GIGABYTE, SFTP, learned, LINE, LONG_PATH);
        assertThat(estimate.secondsP50()).isEqualTo(120.0);
        assertThat(estimate.secondsP90()).isEqualTo(150.0);
        assertThat(estimate.method()).isEqualTo(Estimator.LINE);
        assertThat(estimate.forecastId()).isEqualTo("f4");
    }

    @Test
    void echoesOfASymmetricPathSayNothingOfAWiderWayForTheData() {
        // 10 Mbit/s come back, 50 go there: the line through test transfers says so
        PathState narrowBack = PathStates.of(40.0, 10e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        RateFit line = new RateFit(48e6, 46e6, 50e6, 0.2, Trend.STEADY, List.of());
        PathState tested = Estimator.tested("sftp", line, narrowBack);
        assertThat(tested.bottleneckBitsPerSecond()).isCloseTo(50e6, within(1e6));
        assertThat(Estimator.measured(GIGABYTE, new Estimator.How("ftp", 4), null, tested)
                        .secondsP50())
                .isBetween(160.0, 185.0);
        // what is read back takes the narrow way: 78 MB were forecast to take 38 s, and the way back alone carries 1.2
        // MB/s
        Estimator.How readBack = new Estimator.How("ftp", 1, true, false);
        assertThat(Estimator.measured(GIGABYTE, readBack, null, tested).secondsP50())
                .isBetween(980.0, 1_020.0);
        assertThat(Estimator.measured(GIGABYTE, readBack, line, narrowBack).secondsP50())
                .isBetween(980.0, 1_020.0);
        PathState both = Estimator.tested(Map.of("tcp", line, "sftp", line), "ftp", narrowBack);
        assertThat(Estimator.measured(GIGABYTE, readBack, null, both).secondsP50())
                .isBetween(980.0, 1_020.0);
    }

    /** Seen of two that a host with a fifth of a processor received in the same turn: 2.7 s said for 14.9. */
    @Test
    void aLineThatStillRisesDoesNotOutrunWhatTrainsSawInItsDirection() {
        PathState path = PathStates.of(2.3, 57.9e6, 0.0, null, 6L << 20, "cubic", false, 2.0, null)
                .byTrains(60.3e6, 60.3e6, 60.3e6);
        RateFit inOneTurn = new RateFit(578e6, 110e6, 2_312e6, .1, Trend.RISING, List.of());
        assertThat(Estimator.tested("tcp", inOneTurn, path).bottleneckBitsPerSecond())
                .isEqualTo(60.3e6);
        Estimate estimate =
                Estimator.measured(new Dataset(103_865_343, 1), new Estimator.How("tcp", 0), inOneTurn, path);
        assertThat(estimate.secondsP50()).isBetween(14.0, 16.0);
        RateFit settled = new RateFit(96e6, 90e6, 100e6, .1, Trend.STEADY, List.of());
        assertThat(Estimator.tested("tcp", settled, path).bottleneckBitsPerSecond())
                .isCloseTo(100e6, within(1e6));
    }

    /** Seen of 64 to 256 KiB over 46 Mbit/s and 22 ms, which took 0.12 to 0.14 s each: 2.3 s said for 6.6. */
    @Test
    void aLineThatIsNothingButNoiseWidensNoPathAndGivesWayToASteadyOne() {
        PathState path = PathStates.of(22.0, 46e6, 0.0, null, 6L << 20, "bbr", false, null, null);
        RateFit noise = new RateFit(372e6, 11e6, 559e6, .13, Trend.FALLING, List.of());
        assertThat(Estimator.tested("sftp", noise, path).bottleneckBitsPerSecond())
                .isEqualTo(46e6);
        RateFit steady = new RateFit(44e6, 42e6, 46e6, .03, Trend.STEADY, List.of());
        Map<String, RateFit> lines = Map.of("tcp", steady, "sftp", noise);
        assertThat(Estimator.telling(lines, path)).containsOnlyKeys("tcp");
        RateFit slower = new RateFit(10e6, 8e6, 12e6, .1, Trend.UNSTEADY, List.of());
        assertThat(Estimator.telling(Map.of("tcp", steady, "sftp", slower), path))
                .as("something slows SSH down")
                .containsOnlyKeys("tcp", "sftp");
    }

    /** Over 32 Mbit/s SSH's largest test was held up for 50 ms: 14.9 Mbit/s, 2.5 to 30.4; 39 s said for 27. */
    @Test
    void aWideIntervalIsBelievedAsFarAsItIsNarrow() {
        PathState path = PathStates.of(3.9, 32.2e6, 0.0, null, 6L << 20, "cubic", false, null, null)
                .byTrains(32.4e6, 32.4e6, 32.4e6);
        RateFit wide = new RateFit(14.9e6, 2.5e6, 30.4e6, 0, Trend.FALLING, List.of());
        Dataset data = new Dataset(39_778_161, 1);
        double alone = Estimator.measured(data, SFTP, null, path).secondsP50();
        Double seconds = Estimator.measured(data, SFTP, wide, path).secondsP50();
        assertThat(seconds).isBetween(alone, 1.4 * alone);
        // so it is for the other options over the path
        assertThat(Estimator.tested("sftp", wide, path).otherFlows()).isBetween(.1, .4);
        RateFit narrow = new RateFit(14.9e6, 13.5e6, 16e6, 0, Trend.FALLING, List.of());
        assertThat(Estimator.measured(data, SFTP, narrow, path).secondsP50()).isBetween(20.0, 24.0);
        assertThat(Estimator.tested("sftp", narrow, path).otherFlows()).isBetween(.9, 1.2);
    }

    /** Over 60 Mbit/s and 107 ms by BBR 1.3 MB took 0.61 s, less than slow start: 39.8 s said, 33.8 and 35.0 taken. */
    @Test
    void aBeginningAsQuickAsSlowStartBoundsNoMinutes() {
        PathState path = PathStates.of(107.0, null, null, null, 64L << 20, "bbr", false, null, null)
                .byTrains(60e6, 60e6, 60e6);
        Dataset data = new Dataset(225_000_000, 1);
        Estimate quick = Estimator.measured(data, new Estimator.How("tcp", 1), begun(.607), path);
        assertThat(quick.secondsP50()).isBetween(32.0, 35.5);
        assertThat(quick.evidence()).isEqualTo(Evidence.UNSTEADY);
        assertThat(quick.p90Factor()).as("as by trains").isCloseTo(1.6, within(.01));
        assertThat(Estimator.measured(data, new Estimator.How("tcp", 1), begun(1.2), path)
                        .secondsP50())
                .as("something held it up")
                .isGreaterThan(37);
    }

    private static RateFit begun(double seconds) {
        return new RateFit(
                38.7e6,
                27.1e6,
                55.2e6,
                .34,
                Trend.RISING,
                List.of(new TransferPoint(65_536, .33), new TransferPoint(1_298_505, seconds)));
    }

    /** Over 144 Mbit/s and 137 ms without ICMP the last third of 2.4 MB went at 54 Mbit/s, still rising: 242 s said. */
    @Test
    void aRateThatStillRisesIsALowerBoundWhereNothingElseTellsTheCapacity() {
        PathState path = PathStates.of(137.0, null, null, null, 64L << 20, "cubic", false, null, null);
        RateFit rising = new RateFit(54e6, 38e6, 77e6, 0, Trend.RISING, List.of());
        double lower = 587e6 * 8 / 54e6;
        Dataset data = new Dataset(587_000_000, 1);
        Estimate own = Estimator.measured(data, new Estimator.How("tcp", 1), rising, path);
        assertThat(own.secondsP50()).isBetween(.7 * lower, lower);
        assertThat(own.secondsP90()).isGreaterThan(1.3 * lower);
        Double others = Estimator.measured(data, SFTP, null, Estimator.tested(Map.of("tcp", rising), "ftp", path))
                .secondsP50();
        assertThat(others).isBetween(.7 * lower, lower + 5);
    }

    /** Over 273 Mbit/s and 100 ms the largest of 4 MiB of test transfers ended in slow start: 73 s said, 24 taken. */
    @Test
    void transfersTooSmallToFillAPathTellALowerBoundHoweverSteadyTheirLineIs() {
        PathState far = PathStates.of(100.0, 273e6, 0.0, null, 64L << 20, "bbr", false, null, null);
        List<TransferPoint> small = List.of(
                new TransferPoint(1 << 19, .5), new TransferPoint(1 << 20, .62), new TransferPoint(1 << 21, .86));
        RateFit line = new RateFit(35e6, 33e6, 37e6, 0.4, Trend.STEADY, small);
        Dataset dataset = new Dataset(300L << 20, 1);
        Estimate estimate = Estimator.measured(dataset, new Estimator.How("tcp", 0), line, far);
        assertThat(estimate.evidence()).isEqualTo(Evidence.UNSTEADY);
        assertThat(estimate.secondsP50()).isBetween(16.0, 30.0);
        assertThat(estimate.secondsP90()).isBetween(40.0, 90.0);
        assertThat(estimate.method()).contains("a lower bound");
    }

    @Test
    void theServicesModelBeatsOurOwn() {
        Forecast model = new Forecast("", 10.0, 20.0, 8e8, ForecastBasis.MODEL, "prior", 0, null, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, model, null, LONG_PATH).secondsP50())
                .isEqualTo(10.0);
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
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, PathState.UNKNOWN))
                .isEqualTo(Estimate.UNKNOWN);
        // a round-trip time alone says nothing of a wide-area path's capacity
        PathState rttOnly = PathStates.of(80.0, null, null, 10e9, 6L << 20, "bbr", false, null, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, rttOnly)).isEqualTo(Estimate.UNKNOWN);
        Forecast unknown = new Forecast("f3", null, null, null, ForecastBasis.UNKNOWN, "none", 0, null, null);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, unknown, null, rttOnly)).isEqualTo(Estimate.UNKNOWN);
    }

    @Test
    void withinOneSiteTheLocalLinkIsThePath() {
        PathState site = PathStates.of(0.3, null, null, 1e9, 6L << 20, "cubic", false, null, null);
        Estimate estimate = Estimator.estimate(GIGABYTE, new Estimator.How("tcp", 4), null, null, site);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.MODEL);
        assertThat(estimate.goodputBitsPerSecond()).isBetween(0.8e9, 1e9);
    }

    @Test
    void whatIsReadBackToBeVerifiedCrossesTheNetworkTwice() {
        PathState path = PathStates.of(7.0, 3e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        Dataset data = new Dataset(6_307_466, 1);
        Estimate once = Estimator.estimate(data, new Estimator.How("ftp", 1), null, null, path);
        Estimate twice = Estimator.estimate(data, new Estimator.How("ftp", 1, true, false), null, null, path);
        // seen: 55 s of an upload to vsftpd, 29 by SFTP
        assertThat(twice.secondsP50() / once.secondsP50()).isBetween(1.9, 2.0);
        // others' connections are known to be on the way there alone: seen 20.9 s of 3 MB, 22 to 26 by SFTP
        PathState shared = path.shared(3);
        double there = Estimator.estimate(data, new Estimator.How("ftp", 1), null, null, shared)
                .secondsP50();
        assertThat(Estimator.estimate(data, new Estimator.How("ftp", 1, true, false), null, null, shared)
                                .secondsP50()
                        / there)
                .isBetween(1.12, 1.22);
        assertThat(twice.goodputBitsPerSecond()).isEqualTo(data.bytes() * 8 / twice.secondsP50(), within(1.0));
    }

    @Test
    void aLineThatIsALittleFasterThanTheCapacityIsAtTheCapacity() {
        // seen: 12.8 Mbit/s by test transfers where the link has 11.8, of which 11.1 are payload
        PathState path = PathStates.of(110.0, 11.8e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        RateFit fast = new RateFit(12.8e6, 12.5e6, 13e6, 0.2, Trend.STEADY, List.of());
        Dataset data = new Dataset(41_290_565, 1);
        Double seconds = Estimator.estimate(data, SFTP, null, fast, path).secondsP50();
        assertThat(seconds).isBetween(data.bytes() * 8 / 11.1e6, 34.5);
        PathState tested = Estimator.tested("sftp", fast, path);
        assertThat(tested.bottleneckBitsPerSecond()).isEqualTo(11.8e6);
    }

    @Test
    void aSlowDiskBoundsWhatThePathAndTestTransfersPromise() {
        PathState slow = LONG_PATH.withDisk(12e6);
        double promised = GIGABYTE.bytes() * 8 / 12e6;
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, slow).secondsP50())
                .isBetween(promised, 1.1 * promised);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, LINE, slow).secondsP50())
                .isBetween(promised, 1.1 * promised);
        PathState copy = PathStates.of(null, null, null, null, null, null, true, 2.0, 0.0)
                .withDisk(12e6);
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, copy).secondsP50())
                .isBetween(promised, 1.1 * promised);
    }

    @Test
    void aSlowDiskOfTheSourceIsWaitedForOnceAndLeavesNothingToFlush() {
        PathState slow = LONG_PATH.withSourceDisk(12e6);
        double promised = GIGABYTE.bytes() * 8 / 12e6;
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, LINE, slow).secondsP50())
                .isBetween(promised, 1.1 * promised);
        Estimator.How flushed = new Estimator.How("sftp", 1, false, true);
        assertThat(Estimator.estimate(GIGABYTE, flushed, null, LINE, slow).secondsP50())
                .isBetween(promised, 1.1 * promised);
        Estimator.How readBack = new Estimator.How("ftp", 1, true, false);
        assertThat(Estimator.estimate(GIGABYTE, readBack, null, null, slow).secondsP50())
                .isBetween(promised, 1.3 * promised);
    }

    @Test
    void aTenthOfAProcessorMakesAFastPathSlow() {
        PathState site = PathStates.of(0.3, 1e9, 0.0, 1e9, 6L << 20, "cubic", false, 8.0, 0.0);
        PathState held = PathStates.of(0.3, 1e9, 0.0, 1e9, 6L << 20, "cubic", false, 0.1, 0.0);
        double free = Estimator.estimate(GIGABYTE, SFTP, null, null, site).secondsP50();
        assertThat(Estimator.estimate(GIGABYTE, SFTP, null, null, held).secondsP50())
                .isGreaterThan(4 * free);
    }

    @Test
    void onOneMachineTheEndsAreThePathAndAColdStartCosts() {
        PathState idle = PathStates.of(2.5, null, null, null, 6L << 20, "cubic", true, 2.0, 0.0);
        Dataset demo = new Dataset(256L << 20, 1);
        Estimate estimate = Estimator.estimate(demo, new Estimator.How("tcp", 4), null, null, idle);
        assertThat(estimate.basis()).isEqualTo(ForecastBasis.MODEL);
        // seen: 0.9 to 2.3 s on two idle cores, 3.5 s on two busy ones
        assertThat(estimate.secondsP50()).isBetween(.9, 2.3);
        assertThat(estimate.secondsP90()).isGreaterThan(2.3);
        // seen: 0.3 to 0.4 s
        Estimate small = Estimator.estimate(new Dataset(1 << 20, 1), new Estimator.How("tcp", 4), null, null, idle);
        assertThat(small.secondsP50()).isBetween(.25, .5);
        PathState busy = PathStates.of(2.5, null, null, null, 6L << 20, "cubic", true, 2.0, 4.0);
        Estimate slowed = Estimator.estimate(demo, new Estimator.How("tcp", 4), null, null, busy);
        assertThat(slowed.secondsP50() / estimate.secondsP50()).isBetween(1.4, 2.5);
    }
}

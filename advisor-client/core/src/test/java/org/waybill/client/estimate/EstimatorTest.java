package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.SenderAccount;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.CongestionControl;
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
        assertThat(slowing.secondsP50()).isBetween(103.0, 106.0);
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

    /** Four connections of CUBIC on 35 Mbit/s with a queue of 363 ms: 13 s said where a fair share takes 19. */
    @Test
    void aQueueThatIsThereBeforeTheConnectionHasFilledThePathIsThatOfOthers() {
        PathState path = PathStates.of(248.0, 25e6, 0.0, null, 64L << 20, "cubic", false, null, null);
        SenderAccount sent = new SenderAccount(920_980, 1_448, 1_380_000, 0, 0, 261_596, 365_075);
        List<TransferPoint> points = List.of(new TransferPoint(449 << 10, 1.41, false, true, 2.35e6, 4.77e6, sent));
        RateFit rising = new RateFit(4.77e6, 3.3e6, 6.8e6, 0, Trend.RISING, points);
        PathState tested = Estimator.tested("tcp", rising, path);
        assertThat(tested.otherFlows()).isEqualTo(2);
        Dataset data = new Dataset(16_901_196, 1);
        assertThat(Estimator.measured(data, SFTP, null, tested).secondsP50()).isBetween(17.0, 27.0);
        // of a queue that the connection itself fills nothing of the kind is known
        RateFit half = new RateFit(12e6, 9e6, 17e6, 0, Trend.RISING, points);
        assertThat(Estimator.tested("tcp", half, path).otherFlows()).isNull();
    }

    /** 38 Mbit/s with a queue of 106 ms and three others: the rate of its first seconds made it 455 s, and it took 71. */
    @Test
    void secondsOfANewcomerAmongOthersAreNearerToAnEqualShareThanToTheirRate() {
        PathState path = PathStates.of(125.0, 38e6, 0.0, null, 6L << 20, "cubic", false, null, null)
                .shared(2);
        RateFit first = new RateFit(1.2e6, .8e6, 1.6e6, .5, Trend.FALLING, List.of());
        Dataset data = new Dataset(71_000_000, 1);
        Estimate said = Estimator.measured(data, SFTP, first, path);
        assertThat(said.secondsP50()).isBetween(60.0, 100.0);
        assertThat(said.evidence()).isEqualTo(Evidence.SHARED);
        assertThat(said.p90Factor()).isCloseTo(2, within(.05));
        assertThat(said.method()).contains("others' connections");
        // another option over the path shares it with as many
        assertThat(Estimator.tested("sftp", first, path).otherFlows()).isBetween(2.5, 6.0);
        // a steady rate and light traffic, which trains show, are believed as before
        RateFit steady = new RateFit(19e6, 18e6, 20e6, .5, Trend.STEADY, List.of());
        assertThat(Estimator.measured(data, SFTP, steady, path).evidence()).isEqualTo(Evidence.TEST);
        assertThat(Estimator.tested("sftp", first, path.shared(.3)).evidence()).isEqualTo(Evidence.UNSTEADY);
    }

    /** Where echoes lost nothing, what is lost at a part of the path's rate is lost to a queue that others fill. */
    @Test
    void lossesAtAThirdOfThePathsRateThatEchoesDoNotShowAreThoseOfOthersQueue() {
        PathState path = PathStates.of(105.0, 40e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        SenderAccount sent = new SenderAccount(1_000_000, 76_000, 3_000_000, 0, 0, 105_000, 106_000);
        List<TransferPoint> points = List.of(new TransferPoint(700 << 10, 2, false, true, 4e6, 4e6, sent));
        RateFit rising = new RateFit(4e6, 3e6, 6e6, 0, Trend.RISING, points);
        PathState tested = Estimator.tested("sftp", rising, path);
        assertThat(tested.lossRatio()).isZero();
        assertThat(tested.otherFlows()).isEqualTo(PathState.LIKELY_FLOWS);
        // near the path's rate they are those of its own slow start
        RateFit fast = new RateFit(20e6, 15e6, 30e6, 0, Trend.RISING, points);
        assertThat(Estimator.tested("sftp", fast, path).otherFlows()).isNull();
    }

    /** Echoes that lost one in sixty count as none lost, and BBR's own beginning overruns a short queue. */
    @Test
    void whatEchoesMayHaveMissedOrBbrLostItselfShowsNoOthers() {
        PathState path = PathStates.of(100.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        SenderAccount lossy = new SenderAccount(4_000_000, 60_000, 9_000_000, 0, 0, 100_000, 101_000);
        RateFit rising = new RateFit(
                3e6, 2e6, 5e6, 0, Trend.RISING, List.of(new TransferPoint(4 << 20, 9, false, true, 3e6, 3e6, lossy)));
        PathState tested = Estimator.tested("sftp", rising, path);
        assertThat(tested.evidence()).isNotEqualTo(Evidence.SHARED);
        assertThat(tested.lossRatio()).isPositive();
        SenderAccount overran = new SenderAccount(4_000_000, 400_000, 3_000_000, 0, 0, 100_000, 101_000);
        RateFit bbr = new RateFit(
                20e6,
                15e6,
                30e6,
                0,
                Trend.RISING,
                List.of(new TransferPoint(4 << 20, 3, false, true, 20e6, 20e6, overran)));
        assertThat(Estimator.tested("tcp", bbr, byChoice(0, null)).evidence()).isNotEqualTo(Evidence.SHARED);
    }

    /** 2.2 Mbit/s there and 8.1 back: echoes of several sizes showed 3.5, as if another connection had a third. */
    @Test
    void lessThanOneConnectionOfOthersIsANarrowerLink() {
        PathState echoed = PathStates.of(4.8, 3.46e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        PathState tested =
                Estimator.tested("tcp", new RateFit(2e6, 1.95e6, 2.05e6, 0, Trend.STEADY, List.of()), echoed);
        assertThat(tested.otherFlows()).isZero();
        assertThat(secondsOver(tested, 2)).isCloseTo(secondsOver(tested, 1), within(1.0));
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
    void moreConnectionsHaveMoreOfAPathThatOthersShare() {
        PathState path = PathStates.of(40.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        RateFit fifth = new RateFit(19.2e6, 18e6, 20e6, 0.2, Trend.STEADY, List.of());
        PathState shared = Estimator.tested("sftp", fifth, path);
        assertThat(shared.otherFlows()).isCloseTo(4, within(.1));
        double one = secondsOver(shared, 1);
        assertThat(one).isBetween(410.0, 430.0);
        // 4 of 8 connections instead of 1 of 5
        assertThat(one / secondsOver(shared, 4)).isCloseTo(2.5, within(.1));
    }

    @Test
    void lossBoundsEachConnectionAndBbrNone() {
        PathState lossy = PathStates.of(40.0, 100e6, 0.015, null, 6L << 20, "cubic", false, null, null);
        double one = secondsOver(lossy, 1);
        assertThat(one).isGreaterThan(1_000);
        assertThat(one / secondsOver(lossy, 4)).isCloseTo(4, within(.4));
        PathState bbr = PathStates.of(40.0, 100e6, 0.015, null, 6L << 20, "bbr", false, null, null);
        assertThat(secondsOver(bbr, 1)).isBetween(80.0, 95.0);
        // test transfers say how much
        RateFit tenth = new RateFit(9.4e6, 8e6, 11e6, 0.2, Trend.STEADY, List.of());
        PathState tested = Estimator.tested("ftp", tenth, lossy);
        assertThat(secondsOver(tested, 1)).isBetween(780.0, 900.0);
        assertThat(secondsOver(tested, 1) / secondsOver(tested, 4)).isCloseTo(4, within(.4));
    }

    /** A host whose default is CUBIC, as most are, with BBR for those who ask for it. */
    private static PathState byChoice(double lossRatio, @Nullable Double flows) {
        return new PathState(
                40.0,
                100e6,
                flows,
                lossRatio,
                Evidence.ECHO,
                null,
                6L << 20,
                new TcpSender("cubic", List.of("reno", "cubic", "bbr")),
                false,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    @Test
    void theEngineTakesTheCongestionControlThatItChoosesAndServersTheirHosts() {
        PathState lossy = byChoice(.015, null);
        Estimator.How engine = new Estimator.How("tcp", 0);
        double byEngine = Estimator.measured(GIGABYTE, engine, null, lossy).secondsP50();
        assertThat(byEngine).isBetween(80.0, 95.0);
        assertThat(secondsOver(lossy, 4) / byEngine).isGreaterThan(3);
        PathState near = PathStates.of(2.0, 1e9, .015, null, 6L << 20, "cubic", false, null, null);
        assertThat(near.control("tcp")).as("too near to choose").isEqualTo(CongestionControl.CUBIC);
    }

    @Test
    void theEngineOpensAsManyConnectionsAsItsTunerWould() {
        Estimator.How engine = new Estimator.How("tcp", 0);
        double one =
                Estimator.measured(GIGABYTE, engine, null, byChoice(0, 4.0)).secondsP50();
        assertThat(one).as("one of BBR among five").isCloseTo(secondsOver(byChoice(0, 4.0), 1), within(5.0));
        PathState cubic = PathStates.of(40.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null)
                .shared(4);
        double many = Estimator.measured(GIGABYTE, engine, null, cubic).secondsP50();
        assertThat(many).as("16 of 20").isCloseTo(1e9 * 8 / .96 / 100e6 / .8, within(5.0));
    }

    private static RateFit seen(double bitsPerSecond, SenderAccount sender) {
        List<TransferPoint> points = List.of(new TransferPoint(4 << 20, 1, true, true, null, null, sender));
        return new RateFit(bitsPerSecond, .9 * bitsPerSecond, 1.1 * bitsPerSecond, .2, Trend.STEADY, points);
    }

    @Test
    void whatAConnectionOfBbrHadToSendAgainBoundsThoseThatGiveWayToLoss() {
        RateFit full = seen(96e6, new SenderAccount(4_000_000, 40_000, 1_000_000, 0, 0, 40_000, 41_000));
        PathState tested = Estimator.tested(Map.of("tcp", full), "gsiftp", byChoice(0, null));
        assertThat(tested.lossRatio()).isCloseTo(.01, within(1e-6));
        assertThat(tested.evidence()).as("another control than the tested one").isEqualTo(Evidence.UNSTEADY);
        assertThat(secondsOver(tested, 1)).isGreaterThan(800);
        RateFit queued = seen(96e6, new SenderAccount(4_000_000, 40_000, 1_000_000, 0, 0, 40_000, 80_000));
        assertThat(Estimator.tested(Map.of("tcp", queued), "gsiftp", byChoice(0, null))
                        .lossRatio())
                .as("lost to a full queue")
                .isZero();
        // 600,920 of 2,131,740 bytes over 8 Mbit/s, 144 ms and a queue of 22 ms: 81 s said of SFTP, where 12 are likely
        RateFit overran = seen(96e6, new SenderAccount(2_131_740, 600_920, 1_000_000, 0, 0, 40_000, 41_000));
        assertThat(Estimator.tested(Map.of("tcp", overran), "gsiftp", byChoice(0, null))
                        .lossRatio())
                .as("lost to the queue that its beginning overran")
                .isZero();
    }

    @Test
    void aFullWindowIsNeitherLossNorTrafficOfOthers() {
        PathState path = PathStates.of(40.0, 100e6, 0.0, null, null, "cubic", false, null, null);
        RateFit limited = seen(13.1e6, new SenderAccount(4_000_000, 0, 1_000_000, 900_000, 0, 40_000, 40_500));
        PathState tested = Estimator.tested("gsiftp", limited, path);
        assertThat(tested.otherFlows()).isZero();
        assertThat(tested.windowBytes()).isCloseTo(131_000L, within(2_000L));
        assertThat(secondsOver(tested, 1) / secondsOver(tested, 4)).isCloseTo(4, within(.2));
        PathState wide = PathStates.of(40.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        PathState slowEnd = Estimator.tested("gsiftp", limited, wide);
        assertThat(secondsOver(slowEnd, 1) / secondsOver(slowEnd, 4))
                .as("no window of the kernel's: the receiver takes no more")
                .isCloseTo(1, within(.05));
    }

    @Test
    void lossIsToldFromOthersTrafficByWhatTheKernelSays() {
        PathState path = PathStates.of(40.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        RateFit lossy = seen(19.2e6, new SenderAccount(4_000_000, 8_000, 1_000_000, 0, 0, 40_000, 41_000));
        PathState damaged = Estimator.tested("gsiftp", lossy, path);
        assertThat(damaged.otherFlows()).isZero();
        assertThat(secondsOver(damaged, 1) / secondsOver(damaged, 4)).isCloseTo(4, within(.4));
        RateFit queued = seen(19.2e6, new SenderAccount(4_000_000, 8_000, 1_000_000, 0, 0, 40_000, 70_000));
        assertThat(Estimator.tested("gsiftp", queued, path).otherFlows()).isCloseTo(4, within(.1));
    }

    @Test
    void allTestTransfersTellOfThePathAndThoseOfTheOwnControlMost() {
        RateFit bbr = new RateFit(96e6, 90e6, 98e6, .2, Trend.STEADY, List.of());
        RateFit fifth = new RateFit(19.2e6, 18e6, 20e6, .2, Trend.STEADY, List.of());
        Map<String, RateFit> lines = new LinkedHashMap<>();
        lines.put("tcp", bbr);
        lines.put("sftp", fifth);
        // the first line fills the path; what CUBIC has next to others only the second one shows
        assertThat(Estimator.tested(lines, "ftp", byChoice(0, null)).otherFlows())
                .isCloseTo(4, within(.1));
        // and how much there is to share, where no echo said so, the first one
        PathState unknown = PathStates.of(40.0, null, null, null, 6L << 20, "cubic", false, null, null);
        PathState tested = Estimator.tested(lines, "ftp", unknown);
        assertThat(tested.bottleneckBitsPerSecond()).isCloseTo(100e6, within(1e6));
        assertThat(tested.otherFlows()).isCloseTo(2, within(.1));
    }

    /** 6.2 Mbit/s, 4 connections of others, echoes lost to their queue: 14 s said of SFTP, which took 63. */
    @Test
    void aTestTransferThatPushedOthersAsideDoesNotShowThatThereAreNone() {
        PathState echoes = byChoice(0, null).shared(PathState.LIKELY_FLOWS);
        RateFit bbr = new RateFit(96e6, 90e6, 98e6, .2, Trend.STEADY, List.of());
        assertThat(Estimator.tested(Map.of("tcp", bbr), "sftp", echoes).otherFlows())
                .isEqualTo(PathState.LIKELY_FLOWS);
        assertThat(Estimator.tested(Map.of("tcp", bbr), "tcp", echoes).otherFlows())
                .as("of BBR itself")
                .isZero();
    }

    @Test
    void noLossIsReckonedWithThatATestTransferHasOutrun() {
        PathState path = PathStates.of(73.0, 3.6e6, 0.05, null, 6L << 20, "cubic", false, null, null);
        RateFit rising = new RateFit(.9e6, .7e6, 1.4e6, 0.2, Trend.RISING, List.of());
        Dataset data = new Dataset(2_430_000, 1);
        Double seconds = Estimator.measured(data, SFTP, null, Estimator.tested("tcp", rising, path))
                .secondsP50();
        assertThat(seconds).isLessThan(data.bytes() * 8 / .9e6 + 3);
    }

    private static double secondsOver(PathState path, int streams) {
        Double seconds = Estimator.measured(GIGABYTE, new Estimator.How("gsiftp", streams), null, path)
                .secondsP50();
        assertThat(seconds).isNotNull();
        return seconds;
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
                .isBetween(1.2, 1.3);
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

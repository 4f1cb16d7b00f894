package org.waybill.client.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.SenderAccount;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.Evidence;

/** How the estimator sees loss, congestion rules and the traffic of others. */
class SharedPathTest {
    private static final Dataset GIGABYTE = new Dataset(1_000_000_000, 1);
    private static final Estimator.How SFTP = new Estimator.How("sftp", 1);

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

    /** 109 Mbit/s with a queue of 6 ms, which slow start overran: a seventh was sent again; 101 s said for 52. */
    @Test
    void whatSlowStartLosesOnAPathThatTrainsHadAloneIsNotLostForEver() {
        PathState echoed = PathStates.of(41.3, 104e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        SenderAccount overran = new SenderAccount(524_288, 75_000, 308_000, 0, 0, 41_000, 42_000);
        List<TransferPoint> points = List.of(new TransferPoint(512 << 10, .31, true, true, 43e6, 43e6, overran));
        RateFit line = new RateFit(43.8e6, 1.2e6, 174e6, .2, Trend.UNSTEADY, points);
        Dataset data = new Dataset(546_169_215, 1);
        PathState idle = echoed.byTrains(108.7e6, 108.7e6, 108.7e6);
        assertThat(Estimator.tested("sftp", line, idle).lossRatio()).isZero();
        assertThat(Estimator.measured(data, SFTP, line, idle).secondsP50()).isBetween(44.0, 60.0);
        // where others left trains a part only, the queue is theirs as well
        assertThat(Estimator.tested("sftp", line, echoed.byTrains(108.7e6, 108.7e6, 60e6))
                        .lossRatio())
                .isPositive();
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
        assertThat(one).as("one of BBR among five").isCloseTo(1e9 * 8 / .96 / 100e6 * 1.41, within(5.0));
        PathState cubic = PathStates.of(40.0, 100e6, 0.0, null, 6L << 20, "cubic", false, null, null)
                .shared(4);
        double many = Estimator.measured(GIGABYTE, engine, null, cubic).secondsP50();
        assertThat(many).as("16 of 23").isCloseTo(1e9 * 8 / .96 / 100e6 * 23 / 16, within(5.0));
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

    /** Two connections of CUBIC on 2.6 Mbit/s, nothing but echoes: 13 s said of 3.7 MB by BBR, which took 16; CUBIC, 58. */
    @Test
    void oneThatDoesNotYieldToLossPushesOthersAside() {
        Dataset data = new Dataset(3_668_209, 1);
        PathState slow = new PathState(
                24.8,
                2.56e6,
                2.0,
                0.0,
                Evidence.ECHO,
                null,
                null,
                byChoice(0, null).sender(),
                false,
                null,
                null,
                null,
                null,
                null,
                null);
        assertThat(Estimator.measured(data, new Estimator.How("tcp", 1), null, slow)
                        .secondsP50())
                .isBetween(15.0, 19.0);
        assertThat(Estimator.measured(data, SFTP, null, slow).secondsP50()).isBetween(35.0, 70.0);
        assertThat(slow.lossless().othersBeside(CongestionControl.BBR))
                .as("none are known")
                .isZero();
        // trains show what others leave, and tests of its own have met them
        assertThat(slow.byTrains(2.56e6, null, .8e6).othersBeside(CongestionControl.BBR))
                .isEqualTo(2);
        RateFit steady = new RateFit(.6e6, .58e6, .62e6, .1, Trend.STEADY, List.of());
        PathState tested = Estimator.tested("tcp", steady, slow);
        assertThat(tested.othersBeside(CongestionControl.BBR)).isEqualTo(tested.otherFlows());
    }

    /** 19 Mbit/s with a loss of 0.2 %: one packet of 520 was lost in seconds that filled it; said 4.9 s, took 13 and 9. */
    @Test
    void whatIsLostInSecondsThatFillThePathSlowsMinutesDown() {
        Dataset data = new Dataset(8_484_390, 1);
        PathState path = PathStates.of(38.6, 19.3e6, 0.0, null, 6L << 20, "cubic", false, null, null);
        Estimate lossy = Estimator.measured(data, SFTP, filled(1_448, 43_425, Trend.UNSTEADY), path);
        assertThat(lossy.secondsP50()).isBetween(6.0, 10.0);
        assertThat(lossy.secondsP90())
                .as("by the loss it may take longer still")
                .isBetween(12.0, 14.0);
        assertThat(Estimator.measured(data, SFTP, filled(1_448, 43_425, Trend.STEADY), path)
                        .secondsP50())
                .as("a rate that has settled")
                .isLessThan(6);
        assertThat(Estimator.measured(data, SFTP, filled(1_448, 80_000, Trend.UNSTEADY), path)
                        .secondsP50())
                .as("lost to a queue")
                .isLessThan(6);
        assertThat(Estimator.measured(data, SFTP, filled(144_800, 43_425, Trend.UNSTEADY), path)
                        .secondsP50())
                .as("a queue that slow start overran")
                .isLessThan(6);
    }

    private static RateFit filled(long resent, long rttMicros, Trend trend) {
        SenderAccount sent = new SenderAccount(755_604, resent, 818_000, 0, 0, 38_685, rttMicros);
        return new RateFit(
                20.1e6,
                17.3e6,
                38.7e6,
                .17,
                trend,
                List.of(new TransferPoint(357_038, .31, true, true, null, null, sent)));
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
}

package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TransferForecasterTest {
    private static final int PAIRS = 150;
    private static final int HISTORY = 20;
    private static final double LEAST_SECONDS_TO_PROBE = 4;

    @Test
    void isWithinTenPercentAfterTwentyTransfersOfAPairAndItsBandsHold() {
        isWithinTenPercentAfterTwentyTransfers(0, PAIRS);
    }

    @Test
    @Tag("nightly")
    void isWithinTenPercentAfterTwentyTransfersOfThousandsOfPairs() {
        isWithinTenPercentAfterTwentyTransfers(10_000, 3_000);
    }

    private static void isWithinTenPercentAfterTwentyTransfers(int firstSeed, int pairs) {
        List<Calibration.Scored> scored = new ArrayList<>();
        for (int seed = firstSeed; seed < firstSeed + pairs; seed++) {
            SimulatedPair pair = new SimulatedPair(seed);
            PathFacts facts = pair.probe();
            List<PastTransfer> history = new ArrayList<>();
            for (int i = 0; i < HISTORY + 6; i++) {
                PastTransfer next = pair.transfer(pair.randomBytes(), pair.randomFiles());
                if (i >= HISTORY) {
                    scored.add(score(TransferForecaster.forecast(history, next.asQuery(), facts), next));
                }
                history.add(next);
            }
        }
        Calibration calibration = print("after 20 transfers of a pair", scored);
        assertThat(calibration.medianAbsoluteErrorPercent()).isLessThanOrEqualTo(10);
        assertThat(calibration.p90CoveragePercent()).isBetween(85.0, 95.0);
        assertThat(calibration.biasPercent()).isBetween(-3.0, 3.0);
    }

    @Test
    void isWithinTenPercentAfterTwentyTransfersWithNoFactsAtAll() {
        List<Calibration.Scored> scored = new ArrayList<>();
        for (int seed = 1000; seed < 1000 + PAIRS; seed++) {
            SimulatedPair pair = new SimulatedPair(seed);
            List<PastTransfer> history = new ArrayList<>();
            for (int i = 0; i < HISTORY + 6; i++) {
                PastTransfer next = pair.transfer(pair.randomBytes(), pair.randomFiles());
                if (i >= HISTORY) {
                    scored.add(score(
                            TransferForecaster.forecast(history, next.asQuery(), PathFacts.probed(null, null, null)),
                            next));
                }
                history.add(next);
            }
        }
        Calibration calibration = print("after 20 transfers, no facts", scored);
        assertThat(calibration.medianAbsoluteErrorPercent()).isLessThanOrEqualTo(10);
        assertThat(calibration.p90CoveragePercent()).isBetween(85.0, 95.0);
    }

    @Test
    void isWithinFortyPercentColdByEchoesAloneWhichDoNotShowLoadNorSmallLoss() {
        List<Calibration.Scored> scored = new ArrayList<>();
        for (int seed = 0; seed < 4 * PAIRS; seed++) {
            SimulatedPair pair = new SimulatedPair(seed);
            PathFacts facts = pair.probe();
            PastTransfer next = pair.transfer(pair.randomBytes(), pair.randomFiles());
            scored.add(score(TransferForecaster.forecast(List.of(), next.asQuery(), facts), next));
        }
        Calibration calibration = print("cold, by echoes alone", scored);
        assertThat(calibration.medianAbsoluteErrorPercent()).isLessThanOrEqualTo(40);
        assertThat(calibration.p90CoveragePercent()).isGreaterThan(70.0);
    }

    /** Of the product's forecasts on this evidence: for longer transfers it makes test transfers. */
    @Test
    void isCloserColdByPacketTrainsWhichShowTheDirectionAndOthersButNoLoss() {
        List<Calibration.Scored> soon = new ArrayList<>();
        List<Calibration.Scored> all = new ArrayList<>();
        for (int seed = 0; seed < 4 * PAIRS; seed++) {
            SimulatedPair pair = new SimulatedPair(seed);
            PathFacts facts = pair.trains();
            PastTransfer next = pair.transferNow(pair.randomBytes(), pair.randomFiles());
            Calibration.Scored scored = score(TransferForecaster.forecast(List.of(), next.asQuery(), facts), next);
            all.add(scored);
            if (scored.p50() < LEAST_SECONDS_TO_PROBE) {
                soon.add(scored);
            }
        }
        print("cold, by packet trains", all);
        Calibration calibration = print("cold, by packet trains, below 4 s", soon);
        assertThat(calibration.medianAbsoluteErrorPercent()).isLessThanOrEqualTo(15);
        assertThat(calibration.p90CoveragePercent()).isGreaterThan(65.0);
    }

    @Test
    void aFewTransfersCorrectAPriorThatIsTenTimesOff() {
        PathFacts wrong = PathFacts.probed(20.0, 0.0, 1e10);
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            history.add(new PastTransfer(i, "tcp", "", 1, DataClass.DISK, 1_000_000_000L, 1, 8.5));
        }
        TransferQuery query = history.getFirst().asQuery();
        TransferForecast cold = TransferForecaster.forecast(List.of(), query, wrong);
        TransferForecast forecast = TransferForecaster.forecast(history, query, wrong);
        assertThat(cold.secondsP50()).isLessThan(1.5);
        assertThat(cold.basis()).isEqualTo(TransferForecast.Basis.PROBE);
        assertThat(forecast.basis()).isEqualTo(TransferForecast.Basis.HISTORY);
        assertThat(forecast.secondsP50()).isCloseTo(8.5, within(.2));
        assertThat(forecast.samples()).isEqualTo(4);
        assertThat(forecast.goodputBitsPerSecond()).isCloseTo(8e9 / forecast.secondsP50(), within(1.0));
    }

    @Test
    void tellsManySmallFilesFromOneLargeOneOfTheSameVolume() {
        List<PastTransfer> history = new ArrayList<>();
        Random random = new Random(5);
        for (int i = 0; i < 30; i++) {
            long files = i % 3 == 0 ? 500 : 1;
            long bytes = 50_000_000L * (1 + random.nextInt(20));
            double seconds = (1 + .02 * files + bytes * 1e-8) * Math.exp(.03 * random.nextGaussian());
            history.add(new PastTransfer(i, "sftp", "", 1, DataClass.DISK, bytes, files, seconds));
        }
        TransferForecast one = TransferForecaster.forecast(
                history,
                new TransferQuery("sftp", "", 1, DataClass.DISK, 400_000_000, 1),
                PathFacts.probed(null, null, null));
        TransferForecast many = TransferForecaster.forecast(
                history,
                new TransferQuery("sftp", "", 1, DataClass.DISK, 400_000_000, 1000),
                PathFacts.probed(null, null, null));
        assertThat(one.secondsP50()).isCloseTo(5.02, within(.3));
        assertThat(many.secondsP50()).isCloseTo(25, within(1.5));
        assertThat(one.model().secondsPerFile()).isCloseTo(.02, within(.002));
        assertThat(one.model().secondsPerByte()).isCloseTo(1e-8, within(6e-10));
    }

    @Test
    void keepsDiskAndMemoryTransportsAndRelaysApart() {
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            history.add(new PastTransfer(i, "tcp", "", 1, DataClass.DISK, 1_000_000_000L, 1, 80));
            history.add(new PastTransfer(i, "tcp", "", 1, DataClass.MEMORY, 1_000_000_000L, 1, 8));
            history.add(new PastTransfer(i, "tcp", "relay", 1, DataClass.DISK, 1_000_000_000L, 1, 30));
            history.add(new PastTransfer(i, "sftp", "", 1, DataClass.DISK, 1_000_000_000L, 1, 200));
        }
        PathFacts none = PathFacts.probed(null, null, null);
        assertThat(seconds(history, "tcp", "", DataClass.DISK, none)).isCloseTo(80, within(1.0));
        assertThat(seconds(history, "tcp", "", DataClass.MEMORY, none)).isCloseTo(8, within(.1));
        assertThat(seconds(history, "tcp", "relay", DataClass.DISK, none)).isCloseTo(30, within(.5));
        assertThat(seconds(history, "sftp", "", DataClass.DISK, none)).isCloseTo(200, within(3.0));
        // nothing is known of this relay: no number is made up
        TransferForecast other = TransferForecaster.forecast(
                history, new TransferQuery("tcp", "elsewhere", 1, DataClass.DISK, 1_000_000_000L, 1), none);
        assertThat(other).isEqualTo(TransferForecast.unknown());
    }

    @Test
    void correctsAColdPriorByHowTheOtherTransportsOfThePairFared() {
        PathFacts facts = PathFacts.probed(10.0, 0.0, 1e9);
        TransferQuery tcp = new TransferQuery("tcp", "", 1, DataClass.DISK, 2_000_000_000L, 1);
        double before = TransferForecaster.forecast(List.of(), tcp, facts).secondsP50();
        TransferQuery ftp = new TransferQuery("ftp", "", 1, DataClass.DISK, 2_000_000_000L, 1);
        double ftpSeconds = TransferForecaster.forecast(List.of(), ftp, facts).secondsP50();
        List<PastTransfer> slow = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            slow.add(new PastTransfer(i, "ftp", "", 1, DataClass.DISK, 2_000_000_000L, 1, 2 * ftpSeconds));
        }
        TransferForecast after = TransferForecaster.forecast(slow, tcp, facts);
        assertThat(after.secondsP50()).isCloseTo(2 * before, within(.1 * before));
        assertThat(after.basis()).isEqualTo(TransferForecast.Basis.PROBE);
    }

    @Test
    void givesTheSameForecastWhateverTheOrderOfTheHistory() {
        SimulatedPair pair = new SimulatedPair(77);
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            history.add(pair.transfer(pair.randomBytes(), pair.randomFiles()));
        }
        TransferQuery query = history.getFirst().asQuery();
        TransferForecast forecast = TransferForecaster.forecast(history, query, PathFacts.probed(null, null, null));
        Collections.shuffle(history, new Random(3));
        assertThat(TransferForecaster.forecast(history, query, PathFacts.probed(null, null, null)))
                .isEqualTo(forecast);
    }

    @Test
    void neverMakesUpANumberFromAnRttAlone() {
        TransferQuery query = new TransferQuery("tcp", "", 1, DataClass.DISK, 1_000_000, 1);
        assertThat(TransferForecaster.forecast(List.of(), query, PathFacts.probed(30.0, null, null))
                        .basis())
                .isEqualTo(TransferForecast.Basis.UNKNOWN);
        assertThat(TransferForecaster.forecast(List.of(), query, PathFacts.probed(30.0, 0.0, null))
                        .basis())
                .isEqualTo(TransferForecast.Basis.UNKNOWN);
        assertThat(TransferForecaster.forecast(List.of(), query, PathFacts.probed(30.0, 1e-3, null))
                        .basis())
                .isEqualTo(TransferForecast.Basis.MODEL);
    }

    @Test
    void boundsSshByItsChannelWindowOnALongPath() {
        PathFacts facts = PathFacts.probed(100.0, 0.0, 1e10);
        TransferForecast sftp = TransferForecaster.forecast(
                List.of(), new TransferQuery("sftp", "", 1, DataClass.DISK, 10_000_000_000L, 1), facts);
        // 2 MiB per 100 ms
        assertThat(sftp.goodputBitsPerSecond()).isBetween(1.5e8, 1.7e8);
        assertThat(sftp.predictor()).contains("window");
    }

    @Test
    void refusesImpossibleHistoryAndFactsInOneLine() {
        assertThatThrownBy(() -> new PastTransfer(0, "tcp", "", 1, DataClass.DISK, 1, 1, 0))
                .hasMessageContaining("seconds=0.0 must be above 0");
        assertThatThrownBy(() -> new PastTransfer(0, "tcp", "", 1, DataClass.DISK, 0, 1, 1))
                .hasMessageContaining("bytes=0");
        assertThatThrownBy(() -> PathFacts.probed(-1.0, null, null)).hasMessageContaining("rttMillis=-1.0");
        assertThatThrownBy(() -> PathFacts.probed(1.0, 2.0, null)).hasMessageContaining("lossRatio=2.0");
        assertThatThrownBy(() -> PathFacts.probed(1.0, null, Double.NaN)).hasMessageContaining("bottleneck");
    }

    private static double seconds(
            List<PastTransfer> history, String transport, String via, DataClass dataClass, PathFacts facts) {
        return TransferForecaster.forecast(
                        history, new TransferQuery(transport, via, 1, dataClass, 1_000_000_000L, 1), facts)
                .secondsP50();
    }

    private static Calibration.Scored score(TransferForecast forecast, PastTransfer actual) {
        return new Calibration.Scored(forecast.secondsP50(), forecast.secondsP90(), actual.seconds());
    }

    private static Calibration print(String what, List<Calibration.Scored> scored) {
        Calibration calibration = Calibration.of(scored);
        System.out.printf(
                Locale.ROOT,
                "simulated histories, %s: %d forecasts, median error %.1f %%, bias %.2f %% "
                        + "(%.2f %% of totals), P50 covers %.1f %%, P90 %.1f %%%n",
                what,
                calibration.count(),
                calibration.medianAbsoluteErrorPercent(),
                calibration.biasPercent(),
                calibration.totalBiasPercent(),
                calibration.p50CoveragePercent(),
                calibration.p90CoveragePercent());
        return calibration;
    }
}

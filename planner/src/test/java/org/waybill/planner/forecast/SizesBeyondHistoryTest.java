package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a history says of volumes unlike those it has seen. */
class SizesBeyondHistoryTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;
    /** Loopback between two processes of one machine: a second of set-up, then 3 Gbit/s. */
    private static final double SETUP_SECONDS = .9;

    private static final double SECONDS_PER_BYTE = 8 / 3e9;
    private static final PathFacts LOOPBACK = PathFacts.probed(.1, null, null).withEnds(.5, 3e9);

    private final Random random = new Random(11);

    private PastTransfer moved(long bytes) {
        double seconds = (SETUP_SECONDS + bytes * SECONDS_PER_BYTE) * Math.exp(.15 * random.nextGaussian());
        return new PastTransfer(random.nextInt(1_000_000), "tcp", "", 2, DataClass.DISK, bytes, 1, seconds);
    }

    private List<PastTransfer> moved(int times, long bytes) {
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            history.add(moved(bytes));
        }
        return history;
    }

    private static TransferQuery query(long bytes) {
        return new TransferQuery("tcp", "", 2, DataClass.DISK, bytes, 1);
    }

    @Test
    void kibibyteMovesSayWhatALoginCostsAndNothingAboutTheRateOfAGibibyte() {
        List<PastTransfer> history = moved(20, KIB);
        TransferForecast large = TransferForecaster.forecast(history, query(GIB), LOOPBACK);
        double truth = SETUP_SECONDS + GIB * SECONDS_PER_BYTE;
        assertThat(large.secondsP50()).isBetween(.7 * truth, 1.4 * truth);
        assertThat(large.secondsP90()).isBetween(truth, 4 * truth);
        // as it was seen on loopback: 50 MB were forecast to take 21 to 41 minutes
        TransferForecast medium = TransferForecaster.forecast(history, query(50_000_000), LOOPBACK);
        assertThat(medium.secondsP50()).isBetween(.6, 2.0);
        // and what they do say is believed
        TransferForecast small = TransferForecaster.forecast(history, query(KIB), LOOPBACK);
        assertThat(small.secondsP50()).isCloseTo(SETUP_SECONDS, within(.15));
        assertThat(small.secondsP90() / small.secondsP50()).isLessThan(large.secondsP90() / large.secondsP50());
    }

    @Test
    void kibibyteMovesAndNoFactsGiveNoNumberForAGibibyte() {
        List<PastTransfer> history = moved(20, KIB);
        assertThat(TransferForecaster.forecast(history, query(GIB), PathFacts.probed(null, null, null)))
                .isEqualTo(TransferForecast.unknown());
        assertThat(TransferForecaster.forecast(history, query(2 * KIB), PathFacts.probed(null, null, null))
                        .secondsP50())
                .isCloseTo(SETUP_SECONDS, within(.15));
    }

    /** As in the home's own memory, where nothing is known but the last copies. */
    @Test
    void aSmallCopyAfterLargeOnesTakesAboutALogInAndDoesNotChangeTheRate() {
        PathFacts none = PathFacts.probed(null, null, null);
        for (int large = 1; large <= 10; large += 3) {
            List<PastTransfer> history = new ArrayList<>();
            for (int i = 0; i < large; i++) {
                history.add(new PastTransfer(i, "sftp", "", 1, DataClass.DISK, GIB, 1, 21.5));
            }
            TransferQuery small = new TransferQuery("sftp", "", 1, DataClass.DISK, KIB, 1);
            TransferForecast first = TransferForecaster.forecast(history, small, none);
            assertThat(first.secondsP50()).as("after %d", large).isBetween(.25, 1.2);
            assertThat(first.secondsP90()).as("after %d", large).isLessThan(4);
            history.add(new PastTransfer(large, "sftp", "", 1, DataClass.DISK, KIB, 1, .4));
            TransferQuery again = new TransferQuery("sftp", "", 1, DataClass.DISK, GIB, 1);
            assertThat(TransferForecaster.forecast(history, again, none).secondsP50())
                    .as("after %d and a small one", large)
                    .isBetween(19.0, 24.0);
            assertThat(TransferForecaster.forecast(history, small, none).secondsP50())
                    .as("after %d and a small one", large)
                    .isBetween(.3, .5);
        }
    }

    @Test
    void kibibyteMovesOverOtherStreamsDoNotCorrectTheRateEither() {
        List<PastTransfer> history = moved(20, KIB);
        TransferQuery fourStreams = new TransferQuery("tcp", "", 4, DataClass.DISK, GIB, 1);
        double truth = SETUP_SECONDS + GIB * SECONDS_PER_BYTE;
        TransferForecast forecast = TransferForecaster.forecast(history, fourStreams, LOOPBACK);
        assertThat(forecast.secondsP50()).isBetween(.6 * truth, 1.5 * truth);
        assertThat(TransferForecaster.forecast(history, fourStreams, PathFacts.probed(null, null, null)))
                .isEqualTo(TransferForecast.unknown());
    }

    @Test
    void mixedSizesKeepSetUpAndRateApart() {
        List<PastTransfer> history = moved(10, KIB);
        history.addAll(moved(5, 10 * MIB));
        history.addAll(moved(5, 200 * MIB));
        for (PathFacts facts : List.of(LOOPBACK, PathFacts.probed(null, null, null))) {
            for (long bytes : new long[] {KIB, 50_000_000, 400 * MIB, 4 * GIB}) {
                TransferForecast forecast = TransferForecaster.forecast(history, query(bytes), facts);
                double truth = SETUP_SECONDS + bytes * SECONDS_PER_BYTE;
                assertThat(forecast.secondsP50())
                        .as("%d bytes, %s", bytes, facts)
                        .isBetween(.7 * truth, 1.4 * truth);
                assertThat(forecast.secondsP90())
                        .as("%d bytes, %s", bytes, facts)
                        .isGreaterThan(truth);
            }
        }
    }

    @Test
    void aSingleTransferIsBelievedForItsOwnSizeAndLessBeyondIt() {
        List<PastTransfer> history = List.of(new PastTransfer(1, "tcp", "", 2, DataClass.DISK, 256 * MIB, 1, 3.5));
        for (PathFacts facts : List.of(LOOPBACK, PathFacts.probed(null, null, null))) {
            TransferForecast same = TransferForecaster.forecast(history, query(256 * MIB), facts);
            assertThat(same.secondsP50()).isCloseTo(3.5, within(.4));
            assertThat(same.secondsP90() / same.secondsP50()).isBetween(1.2, 2.5);
            TransferForecast larger = TransferForecaster.forecast(history, query(10 * GIB), facts);
            // as if all had been set-up, and as if all had been rate
            assertThat(larger.secondsP50()).isBetween(3.5 + 27, 40 * 3.5);
            assertThat(larger.secondsP90() / larger.secondsP50()).isGreaterThan(same.secondsP90() / same.secondsP50());
        }
        TransferForecast smaller = TransferForecaster.forecast(history, query(MIB), LOOPBACK);
        assertThat(smaller.secondsP50()).isBetween(.3, 3.5);
    }

    @Test
    void theBandWidensStepByStepWithTheDistanceFromTheSizesSeen() {
        List<PastTransfer> history = moved(30, MIB);
        double before = 0;
        for (long bytes : new long[] {MIB, 64 * MIB, 512 * MIB, 8 * GIB}) {
            TransferForecast forecast = TransferForecaster.forecast(history, query(bytes), LOOPBACK);
            double band = forecast.secondsP90() / forecast.secondsP50();
            assertThat(band).as("band for %d bytes", bytes).isGreaterThan(before);
            before = band;
        }
    }

    @Test
    void whereTheMoverChoosesItsStreamsEveryNumberOfThemIsHistory() {
        List<PastTransfer> history = moved(5, 256 * MIB);
        TransferForecast forecast = TransferForecaster.forecast(
                history,
                new TransferQuery("tcp", "", TransferQuery.AUTO_STREAMS, DataClass.DISK, 256 * MIB, 1),
                LOOPBACK);
        assertThat(forecast.basis()).isEqualTo(TransferForecast.Basis.HISTORY);
        assertThat(forecast.samples()).isEqualTo(5);
    }
}

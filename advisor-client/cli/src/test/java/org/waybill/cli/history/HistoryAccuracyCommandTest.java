package org.waybill.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.ForecastMiss;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;

class HistoryAccuracyCommandTest {
    private static TransferOutcome took(double seconds, @Nullable Double forecast, long resumed, String status) {
        return took(seconds, forecast, resumed, status, "");
    }

    private static TransferOutcome took(
            double seconds, @Nullable Double forecast, long resumed, String status, String cause) {
        return new TransferOutcome(
                "id",
                "a",
                "b",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                1 << 20,
                1,
                Instant.EPOCH,
                seconds,
                0,
                resumed,
                status,
                null,
                forecast,
                null,
                cause);
    }

    @Test
    void tooLongAndTooShortCountAlike() {
        assertThat(HistoryAccuracyCommand.meanLogError(List.of(took(20, 10.0, 0, "OK"), took(10, 20.0, 0, "OK"))))
                .isCloseTo(Math.log(2), within(1e-9));
    }

    @Test
    void onlyWholeTransfersThatHadAForecastCount() {
        assertThat(HistoryAccuracyCommand.meanLogError(List.of(
                        took(10, null, 0, "OK"),
                        took(10, 99.0, 5, "OK"),
                        took(10, 99.0, 0, "GAVE_UP"),
                        took(0, 9.0, 0, "OK"),
                        took(100, 9.0, 0, "OK", "LIMIT"))))
                .isNull();
    }

    private static TransferOutcome by(String transport, double seconds, long bytes, @Nullable Double forecast) {
        return new TransferOutcome(
                "id",
                "a",
                "b",
                transport,
                "",
                1,
                StorageClass.DISK,
                bytes,
                1,
                Instant.EPOCH,
                seconds,
                0,
                0,
                "OK",
                null,
                forecast,
                null,
                "");
    }

    @Test
    void regretIsWhatTheBestOptionOfTheSameHostsAndSizeWouldHaveSaved() {
        List<TransferOutcome> transfers = List.of(
                by("sftp", 12, 10_000_000, 11.0),
                by("scp", 12, 10_000_000, 11.0),
                by("tcp", 10, 10_000_000, 9.0),
                by("tcp", 10, 10_000_000, null),
                by("tcp", 2, 10_000, 1.0));
        OptionRegret regret = OptionRegret.of(transfers);
        assertThat(regret.transfers())
                .as("SFTP and SCP, one option, and the engine; another size has one option")
                .isEqualTo(3);
        assertThat(regret.meanPercent()).isCloseTo(40.0 / 3, within(1e-9));
        assertThat(regret.largePercent()).isCloseTo(200.0 / 3, within(1e-9));
        assertThat(OptionRegret.of(transfers.subList(0, 2))).as("one option").isNull();
    }

    @Test
    void theReasonOfABadForecastNamesWhatItWasBasedOnAndWhatBoundedTheTransfer() {
        assertThat(WorstForecast.of(miss("UNSTEADY", 20, "DISK_WRITE")).reason())
                .isEqualTo("the test transfers had not reached a steady rate; limited by DISK_WRITE");
        assertThat(WorstForecast.of(miss("TEST", 5, "")).reason())
                .isEqualTo("faster than the test transfers just before");
        assertThat(WorstForecast.of(miss("LOCAL_HISTORY", 20, "")).reason())
                .isEqualTo("slower than the last copies that this home remembered");
        assertThat(WorstForecast.of(miss("", 20, "")).reason())
                .as("older than its evidence")
                .isEqualTo("nothing was measured");
        assertThat(WorstForecast.of(miss("ECHO", 20, "")).logError()).isCloseTo(Math.log(2), within(1e-9));
    }

    private static ForecastMiss miss(String evidence, double outcome, String cause) {
        return new ForecastMiss("a", "b", "tcp", Instant.EPOCH, 1, 10, 20, outcome, evidence, "", cause);
    }
}

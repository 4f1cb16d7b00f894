package org.waybill.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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
}

package org.waybill.engine.mover.ftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Reason;

class FtpFailuresTest {
    @Test
    void givesEachReplyCodeItsReason() {
        Map<Integer, Reason> table = Map.ofEntries(
                Map.entry(421, Reason.CONNECTION_LOST), Map.entry(425, Reason.CONNECTION_LOST),
                Map.entry(426, Reason.CONNECTION_LOST), Map.entry(450, Reason.CONNECTION_LOST),
                Map.entry(451, Reason.CONNECTION_LOST), Map.entry(452, Reason.DISK_FULL),
                Map.entry(500, Reason.BAD_INPUT), Map.entry(502, Reason.BAD_INPUT),
                Map.entry(530, Reason.PERMISSION), Map.entry(550, Reason.PERMISSION),
                Map.entry(552, Reason.DISK_FULL), Map.entry(553, Reason.PERMISSION),
                Map.entry(499, Reason.CONNECTION_LOST), Map.entry(599, Reason.PERMISSION));
        table.forEach((code, reason) -> assertThat(FtpReasons.of(code, "refused", true))
                .as("reply %d", code)
                .isEqualTo(reason));
    }

    @Test
    void takes550ForMissingWhereThereIsNothing() {
        assertThat(FtpReasons.of(550, "Failed to open file.", false)).isEqualTo(Reason.NOT_FOUND);
    }

    @ParameterizedTest
    @CsvSource({
        "550, Permission denied., false, PERMISSION",
        "550, x: No such file or directory, true, NOT_FOUND",
        "553, Could not create file., true, PERMISSION",
        "553, Could not create file., false, NOT_FOUND",
        "500, System error in open: Permission denied, false, PERMISSION",
        "550, x: Read-only file system, true, READ_ONLY",
        "451, No space left on device, true, DISK_FULL",
        "451, Failure writing to local file., true, DISK_FULL",
        "452, Error during write to file, true, DISK_FULL",
        "451, Failure reading from local file., true, CONNECTION_LOST"
    })
    void judgesByWhatTheServerSays(int code, String text, boolean exists, Reason reason) {
        assertThat(FtpReasons.of(code, text, exists)).isEqualTo(reason);
    }

    @Test
    void takesABrokenStreamForALostConnection() {
        assertThat(FtpFailures.ofOperation(new IOException("reset"), "ftp://h:21", "/p", false)
                        .reason())
                .isEqualTo(Reason.CONNECTION_LOST);
    }
}

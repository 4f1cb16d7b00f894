package org.waybill.engine.mover.ftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
        table.forEach((code, reason) -> assertThat(FtpFailures.reason(code, true)).as("reply %d", code)
                .isEqualTo(reason));
    }

    @Test
    void takes550ForMissingWhereThereIsNothing() {
        assertThat(FtpFailures.reason(550, false)).isEqualTo(Reason.NOT_FOUND);
    }

    @Test
    void takesABrokenStreamForALostConnection() {
        assertThat(FtpFailures.ofOperation(new IOException("reset"), "ftp://h:21", "/p", false).reason())
                .isEqualTo(Reason.CONNECTION_LOST);
    }
}

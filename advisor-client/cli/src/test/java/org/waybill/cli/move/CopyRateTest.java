package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.TransferReport;

/** The rate that a copy prints is what it printed of bytes over what it printed of seconds. */
class CopyRateTest {
    private static String printed(long bytes, long found, double seconds, double setUpSeconds) {
        TransferReport report = new TransferReport(
                bytes,
                1,
                seconds,
                null,
                TransferReport.Compared.NOTHING,
                "sftp",
                List.of(),
                1,
                0,
                found,
                TransferReport.Cause.UNKNOWN,
                List.of(),
                setUpSeconds,
                List.of(),
                new TransferReport.Unsent(found > 0 && found == bytes ? 1 : 0, 0));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CopyRunner.print(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new TransferResult(report, 1, Instant.EPOCH, seconds, Estimate.UNKNOWN));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theRateIsTheBytesOverTheSeconds() {
        assertThat(printed(30_000_000, 0, 20, 10)).startsWith("copied 28.6 MiB in 20.0 s (12.0 Mbit/s) by sftp");
    }

    @Test
    void whatExistedIsNotCountedAndTheLineSaysSo() {
        assertThat(printed(30_000_000, 10_000_000, 20, 0))
                .startsWith("copied 28.6 MiB in 20.0 s (8.00 Mbit/s for the 19.1 MiB sent) by sftp")
                .contains("9.54 MiB already existed");
        assertThat(printed(30_000_000, 30_000_000, 0, 0))
                .startsWith("nothing to send: 28.6 MiB already existed, compared in 0")
                .doesNotContain("bit/s", "copied");
        assertThat(printed(0, 0, 1, 0)).startsWith("copied 0 B in 1.00 s by sftp");
    }
}

package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.progress.ProgressText;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;

class TextTest {
    @Test
    void hostileTextStaysOnOneLineAndTurnsNothingAround() {
        assertThat(PrintableText.of("a\nb\r\t\u001b[2J\u202eexe\u2028x"))
                .isEqualTo("a\\nb\\r\\t\\u001b[2J\\u202eexe\\u2028x");
        assertThat(PrintableText.of("Grüße ☃ 日本")).isEqualTo("Grüße ☃ 日本");
    }

    @Test
    void progressSaysWhatRemainsAndNeverMoreThanIsThere() {
        Progress half = new Progress(Phase.MOVING, 128 << 20, 256 << 20, 0, 1, "big\nname");

        assertThat(ProgressText.line(half, new ProgressText.Pace(1 << 30, 1.0)))
                .isEqualTo("copying: 128 MiB / 256 MiB, 50 %, 1.07 Gbit/s, ETA 1.00 s");
        assertThat(ProgressText.block(half, "", new ProgressText.Pace(0, null), 3, 200, Terminal.Style.PLAIN))
                .containsExactly(
                        "Transferred:  [############............] 128 MiB / 256 MiB, 50 %, 0 bit/s, ETA -",
                        "Elapsed:      3.00 s", " * copying big\\nname");
    }

    @Test
    void anUnknownTotalGivesNoPercentAndNoForecast() {
        assertThat(ProgressText.line(
                        new Progress(Phase.MOVING, 1024, -1, 0, -1, ""), new ProgressText.Pace(8000, null)))
                .isEqualTo("copying: 1.00 KiB, 8.00 kbit/s");
    }

    @Test
    void rateAndTimeLeftAreSeenInEveryWindow() {
        Progress now = new Progress(Phase.MOVING, 1000L << 20, 1023L << 20, 0, 1, "f");
        for (int columns : new int[] {40, 80, 120}) {
            assertThat(ProgressText.block(now, "", new ProgressText.Pace(123e6, 1.57), 3, columns, Terminal.Style.PLAIN)
                            .getFirst())
                    .contains("97 %, 123 Mbit/s, ETA 1.57 s")
                    .hasSizeLessThan(columns);
        }
    }

    @Test
    void everyLineFitsTheWindow() {
        Progress long_ = new Progress(Phase.MOVING, 1, 2, 0, 5, "x".repeat(500));
        assertThat(ProgressText.block(long_, "", new ProgressText.Pace(1e9, null), 3, 60, Terminal.Style.PLAIN))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(61));
    }
}

package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;

class TextTest {
    @ParameterizedTest
    @CsvSource({"0,0 B", "1023,1023 B", "1024,1.00 KiB", "268435456,256 MiB", "1099511627776,1.00 TiB",
        "9223372036854775807,8.00 EiB", "-1,?"})
    void sizesHaveThreeDigits(long bytes, String text) {
        assertThat(Amounts.size(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.0042,0.00 s", "0.42,0.42 s", "12.34,12.3 s", "59.96,1 min 00 s", "245,4 min 05 s",
        "12000,3 h 20 min", "187200,2 d 4 h"})
    void timesAreReadableAtAnyScale(double seconds, String text) {
        assertThat(Amounts.time(seconds)).isEqualTo(text);
    }

    @Test
    void aBandSharesItsUnit() {
        assertThat(Amounts.band(1.2, 1.9)).isEqualTo("1.20-1.90 s");
        assertThat(Amounts.band(50.0, 70.0)).isEqualTo("50.0 s - 1 min 10 s");
        assertThat(Amounts.band(2.0, 2.0)).isEqualTo("2.00 s");
        assertThat(Amounts.band(null, null)).isEqualTo("unknown");
    }

    @Test
    void ratesAreDecimal() {
        assertThat(Amounts.rate(1e9)).isEqualTo("1.00 Gbit/s");
        assertThat(Amounts.rate(999_999_999.0)).isEqualTo("1.00 Gbit/s");
        assertThat(Amounts.rate(null)).isEqualTo("unknown");
    }

    @Test
    void hostileTextStaysOnOneLineAndTurnsNothingAround() {
        assertThat(OneLine.of("a\nb\r\t\u001b[2J\u202eexe\u2028x"))
                .isEqualTo("a\\nb\\r\\t\\u001b[2J\\u202eexe\\u2028x");
        assertThat(OneLine.of("Grüße ☃ 日本")).isEqualTo("Grüße ☃ 日本");
    }

    @Test
    void progressSaysWhatRemainsAndNeverMoreThanIsThere() {
        Progress half = new Progress(Phase.MOVING, 128 << 20, 256 << 20, 0, 1, "big\nname");

        assertThat(ProgressText.line(half, 1 << 30)).isEqualTo(
                "moving: 128 MiB / 256 MiB, 50 %, 1.07 Gbit/s, ETA 1.00 s");
        assertThat(ProgressText.block(half, 0, 3, 200, Terminal.Style.PLAIN)).containsExactly(
                "Transferred:  [############............] 128 MiB / 256 MiB, 50 %, 0 bit/s, ETA -",
                "Elapsed:      3.00 s",
                " * moving big\\nname");
    }

    @Test
    void anUnknownTotalGivesNoPercentAndNoForecast() {
        assertThat(ProgressText.line(new Progress(Phase.MOVING, 1024, -1, 0, -1, ""), 8000))
                .isEqualTo("moving: 1.00 KiB, 8.00 kbit/s");
    }

    @Test
    void everyLineFitsTheWindow() {
        Progress long_ = new Progress(Phase.MOVING, 1, 2, 0, 5, "x".repeat(500));
        assertThat(ProgressText.block(long_, 1e9, 3, 60, Terminal.Style.PLAIN))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(61));
    }
}

package org.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanUnitsTest {
    @ParameterizedTest
    @CsvSource({"0,0 B", "999,999 B", "1000,1.00 kB", "1500000,1.50 MB", "268435456,268 MB", "999999999999,1.00 TB"})
    void writesDecimalSizesInThreeDigits(long bytes, String text) {
        assertThat(HumanUnits.decimalSize(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.2,under 1 s", "61,61 s", "150,3 min", "7200,2.0 h", "180000,2.1 days"})
    void writesRoughTimesAsPeopleSayThem(double seconds, String text) {
        assertThat(HumanUnits.roughTime(seconds)).isEqualTo(text);
    }

    @Test
    void doesNotInventARoughBand() {
        assertThat(HumanUnits.roughBand(null, null)).isEqualTo("time unknown");
        assertThat(HumanUnits.roughBand(10.0, null)).isEqualTo("about 10 s");
        assertThat(HumanUnits.roughBand(10.0, 14.0)).isEqualTo("10 s to 14 s");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "1023,1023 B",
        "1024,1.00 KiB",
        "268435456,256 MiB",
        "1099511627776,1.00 TiB",
        "9223372036854775807,8.00 EiB",
        "-1,?"
    })
    void writesBinarySizesInThreeDigits(long bytes, String text) {
        assertThat(HumanUnits.binarySize(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0042,0.00 s",
        "0.42,0.42 s",
        "12.34,12.3 s",
        "59.96,1 min 00 s",
        "245,4 min 05 s",
        "12000,3 h 20 min",
        "187200,2 d 4 h"
    })
    void writesTimesReadablyAtAnyScale(double seconds, String text) {
        assertThat(HumanUnits.time(seconds)).isEqualTo(text);
    }

    @Test
    void aBandSharesItsUnit() {
        assertThat(HumanUnits.band(1.2, 1.9)).isEqualTo("1.20-1.90 s");
        assertThat(HumanUnits.band(50.0, 70.0)).isEqualTo("50.0 s - 1 min 10 s");
        assertThat(HumanUnits.band(2.0, 2.0)).isEqualTo("2.00 s");
        assertThat(HumanUnits.band(null, null)).isEqualTo("unknown");
    }

    @Test
    void writesRatesInDecimalUnits() {
        assertThat(HumanUnits.rate(1e9)).isEqualTo("1.00 Gbit/s");
        assertThat(HumanUnits.rate(999_999_999.0)).isEqualTo("1.00 Gbit/s");
        assertThat(HumanUnits.rate(null)).isEqualTo("unknown");
    }
}

package org.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({"0,0 B", "999,999 B", "1000,1.00 kB", "1500000,1.50 MB", "268435456,268 MB", "999999999999,1.00 TB"})
    void writesSizesInThreeDigits(long bytes, String text) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.2,under 1 s", "61,61 s", "150,3 min", "7200,2.0 h", "180000,2.1 days"})
    void writesTimesAsPeopleSayThem(double seconds, String text) {
        assertThat(Amounts.seconds(seconds)).isEqualTo(text);
    }

    @Test
    void doesNotInventABand() {
        assertThat(Amounts.band(null, null)).isEqualTo("time unknown");
        assertThat(Amounts.band(10.0, null)).isEqualTo("about 10 s");
        assertThat(Amounts.band(10.0, 14.0)).isEqualTo("10 s to 14 s");
        assertThat(Amounts.rate(null)).isEqualTo("unknown rate");
    }
}

package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantitiesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({"0,0", "4096,4096", "10GB,10000000000", "1.5TiB,1649267441664", "2 k,2000", "1MiB,1048576", "0.5kb,500"
    })
    void readsSizes(String text, long bytes) {
        assertThat(Quantities.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "100M,100000000",
        "1.5Gbit/s,1500000000",
        "10MB/s,80000000",
        "10Mb/s,10000000",
        "64kbps,64000",
        "9600,9600",
        "1MiB/s,8388608"
    })
    void readsRatesInBitsASecondUnlessBytesAreSaid(String text, long rate) {
        assertThat(Quantities.bitsPerSecond(text)).isEqualTo(rate);
    }

    @ParameterizedTest
    @CsvSource({"1000,8192000", "1.5m,12582912", "10MB,80000000", "10kib,81920", "1b,8", "0,0", "2G,17179869184"})
    void readsLimitsAsRsyncDoes(String text, long rate) {
        assertThat(Quantities.bandwidthLimit(text)).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "ten", "10XB", "1e9", "99999999999999999999", "1.2.3", "10 GB/s x"})
    void refusesWhatIsNoAmount(String text) {
        assertThatThrownBy(() -> Quantities.bytes(text)).isInstanceOf(TypeConversionException.class);
        assertThatThrownBy(() -> Quantities.bitsPerSecond(text)).isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "90m,2026-11-21T13:30:00Z",
        "2h30m,2026-11-21T14:30:00Z",
        "1d,2026-11-22T12:00:00Z",
        "18:00,2026-11-21T17:00:00Z",
        "9:30,2026-11-22T08:30:00Z",
        "2026-12-31T18:00,2026-12-31T17:00:00Z",
        "2026-12-31T18:00:00Z,2026-12-31T18:00:00Z",
        "2026-12-31T18:00+02:00,2026-12-31T16:00:00Z",
        "1.5s,2026-11-21T12:00:01.500Z"
    })
    void readsDeadlines(String text, Instant deadline) {
        assertThat(Quantities.deadline(text, NOW, ZONE)).isEqualTo(deadline);
    }

    @Test
    void aDeadlineThatHasPassedIsNoMistakeOfATask() {
        String submitted = "2026-11-21T09:00:00Z";
        assertThat(Quantities.Deadline.convert("2h", submitted, NOW)).isEqualTo(Instant.parse("2026-11-21T11:00:00Z"));
        assertThatThrownBy(() -> Quantities.Deadline.convert("2026-11-21T11:00:00Z", null, NOW))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is in the past");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "25:00", "1x", "90", "2026-13-01T00:00", "99999999999999d"})
    void refusesWhatIsNoDeadline(String text) {
        assertThatThrownBy(() -> Quantities.deadline(text, NOW, ZONE)).isInstanceOf(TypeConversionException.class);
    }
}

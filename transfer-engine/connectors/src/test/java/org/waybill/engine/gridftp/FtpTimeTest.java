package org.waybill.engine.gridftp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FtpTimeTest {
    private static final Instant MOMENT = Instant.parse("2026-02-03T04:05:06Z");

    @Test
    void isWrittenInUtcToTheSecond() {
        assertThat(FtpTime.of(MOMENT.plusMillis(700))).isEqualTo("20260203040506");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20260203040506", "20260203040506.123"})
    void isReadWithAndWithoutAFraction(String text) {
        assertThat(FtpTime.parse(text)).isEqualTo(MOMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20260203", "20261303040506", "20260203040506Z", "yesterday"})
    void isNothingElse(String text) {
        assertThatThrownBy(() -> FtpTime.parse(text)).isInstanceOf(DateTimeParseException.class);
    }
}

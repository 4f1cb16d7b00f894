package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordPropertiesTest {
    private enum Colour {
        RED
    }

    private record Inner(String word) {}

    private record Everything(
            String text,
            int number,
            @Nullable Integer mayBeNumber,
            long many,
            @Nullable Long mayBeMany,
            double rate,
            @Nullable Double mayBeRate,
            boolean sure,
            @Nullable Boolean mayBeSure,
            Instant at,
            URI where,
            List<String> words,
            Colour colour,
            @Nullable Inner inner) {}

    private static Everything everything(Integer number, Long many, Double rate, Boolean sure, Inner inner) {
        return new Everything(
                "a b\n=",
                -1,
                number,
                1L << 40,
                many,
                0.1,
                rate,
                true,
                sure,
                Instant.EPOCH,
                URI.create("http://a.example"),
                List.of("b", "c"),
                Colour.RED,
                inner);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (Everything one :
                List.of(everything(2, 3L, 4.5, false, new Inner("x")), everything(null, null, null, null, null))) {
            assertThat(RecordProperties.read(Everything.class, RecordProperties.write(one)))
                    .isEqualTo(one);
        }
    }

    @Test
    void aFlagIsOneOfTwoWords() {
        String text = RecordProperties.write(everything(null, null, null, null, null));
        assertThatThrownBy(() -> RecordProperties.read(Everything.class, text.replace("sure=true", "sure=yes")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'yes' is neither true nor false");
    }

    private record Unreadable(@Nullable BigDecimal amount) {}

    /** Also where the value is null, as in most tests of what is new. */
    @Test
    void aTypeThatCannotBeReadIsNotWrittenEither() {
        assertThatThrownBy(() -> RecordProperties.write(new Unreadable(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("amount: RecordProperties has no parser of BigDecimal");
    }
}

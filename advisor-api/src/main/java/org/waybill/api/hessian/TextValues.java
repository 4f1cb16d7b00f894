package org.waybill.api.hessian;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** JDK values that travel as their text: {@code {value: "2026-01-02T03:04:05Z"}}, or the bare text. */
final class TextValues {
    /** Longer text is not such a value; it also keeps {@code BigDecimal} from long arithmetic. */
    private static final int LONGEST = 100;

    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            Instant.class, TextValues::time,
            Duration.class, Duration::parse,
            LocalDate.class, LocalDate::parse,
            BigDecimal.class, BigDecimal::new,
            UUID.class, UUID::fromString);

    /** RFC 3339: years of four digits. Milliseconds, sums and the database's columns have no room for others. */
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private TextValues() {}

    private static Instant time(String text) {
        Instant time = Instant.parse(text);
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new DateTimeException("outside the years 0 to 9999");
        }
        return time;
    }

    static boolean isOne(Class<?> type) {
        return PARSERS.containsKey(type);
    }

    static Object parse(Class<?> type, String text) throws RefusedException {
        Function<String, Object> parser = PARSERS.get(type);
        if (parser == null || text.length() > LONGEST) {
            throw RefusedException.value("no " + type.getSimpleName() + " in " + text.length() + " characters");
        }
        try {
            return parser.apply(text);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw RefusedException.value("not a valid " + type.getSimpleName());
        }
    }
}

package org.waybill.client;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.filter.FilterRule;

/** Sizes and times as people write them, the same for the options of a command and the fields of the window. */
public final class WrittenAmounts {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z/]*)\\s*");
    private static final String PREFIXES = "kmgtp";
    private static final Pattern SIZE_UNIT = Pattern.compile("([kmgtp]?)b?|([kmgtp])ib");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern AGE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(s|m|h|d|w|M|y)");

    private WrittenAmounts() {}

    /**
     * Bytes of a file as rsync reads them: {@code 10K} and {@code 10KiB} are of 1,024, {@code 10KB} of 1,000.
     *
     * @throws IllegalArgumentException for what is not a size; the message says what is expected
     */
    public static long fileBytes(String text) {
        String plain = text.strip();
        boolean binary = plain.matches("[0-9.]+\\s*[kKmMgGtTpP]");
        return bytes(binary ? plain + "iB" : plain);
    }

    /**
     * Bytes: {@code 10GB}, {@code 1.5TiB}, {@code 4096}.
     *
     * @throws IllegalArgumentException for what is not a size; the message says what is expected
     */
    public static long bytes(String text) {
        Matcher parts = NUMBER_AND_UNIT.matcher(text);
        Long unit = parts.matches() ? sizeUnit(parts.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("expected 4096, 10GB or 1.5TiB, not " + FilterRule.shown(text));
        }
        return whole(text, parts.group(1), unit);
    }

    /**
     * When a file of this age was changed: {@code 90m}, {@code 2d}, {@code 3w}, or a day or time.
     *
     * @throws IllegalArgumentException for what is neither; the message says what is expected
     */
    public static Instant age(String text, Instant now, ZoneId zone) {
        Matcher parts = AGE.matcher(text);
        try {
            if (parts.matches()) {
                long seconds =
                        switch (parts.group(2)) {
                            case "m" -> 60;
                            case "h" -> 3_600;
                            case "d" -> 86_400;
                            case "w" -> 7 * 86_400;
                            case "M" -> 30 * 86_400;
                            case "y" -> 365 * 86_400;
                            default -> 1;
                        };
                return now.minusMillis(Math.round(Double.parseDouble(parts.group(1)) * seconds * 1e3));
            }
            if (DAY.matcher(text).matches()) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant();
            }
            return moment(text, zone);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected 90m, 12h, 2d, 3w, 6M, 1y, or a day such as 2026-05-01, not " + FilterRule.shown(text), e);
        }
    }

    /** A date with a time. */
    public static Instant moment(String text, ZoneId zone) {
        return text.matches(".*T.*(Z|[+-][0-9]{2}:?[0-9]{2})")
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text.replace(' ', 'T')).atZone(zone).toInstant();
    }

    /** {@code base} to the power of a prefix, none being 0. */
    public static long power(String prefix, long base) {
        return Math.round(Math.pow(base, prefix.isEmpty() ? 0 : 1 + PREFIXES.indexOf(prefix)));
    }

    /** A unit in small letters in bytes, null for what is none. */
    public static @Nullable Long sizeUnit(String small) {
        Matcher parts = SIZE_UNIT.matcher(small);
        return !parts.matches()
                ? null
                : (Long) (parts.group(1) != null ? power(parts.group(1), 1000) : power(parts.group(2), 1024));
    }

    /**
     * A number of units.
     *
     * @throws IllegalArgumentException if it is too large
     */
    public static long whole(String text, String number, long unit) {
        try {
            return new BigDecimal(number)
                    .multiply(BigDecimal.valueOf(unit))
                    .toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(FilterRule.shown(text) + " is too large", e);
        }
    }
}

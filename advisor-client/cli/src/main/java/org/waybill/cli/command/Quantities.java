package org.waybill.cli.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WrittenAmounts;
import org.waybill.client.task.TaskLock;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes, rates and times as people write them on a command line. */
public final class Quantities {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z/]*)\\s*");
    private static final Pattern LIMIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(|[bB]|[kKmMgGtT](?:|[bB]|[iI][bB]))");
    private static final Pattern SPAN = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|sec|m|min|h|d)");
    private static final Duration LONGEST_SPAN = Duration.ofDays(36_525);
    private static final Pattern BIT_PREFIX = Pattern.compile("[kmgt]?");

    private Quantities() {}

    private static <T> T converted(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** As {@link WrittenAmounts#fileBytes}. */
    static long fileBytes(String text) {
        return converted(() -> WrittenAmounts.fileBytes(text));
    }

    /** As {@link WrittenAmounts#age}. */
    static Instant age(String text, Instant now, ZoneId zone) {
        return converted(() -> WrittenAmounts.age(text, now, zone));
    }

    /** As {@link WrittenAmounts#bytes}. */
    static long bytes(String text) {
        return converted(() -> WrittenAmounts.bytes(text));
    }

    /** Bit/s: {@code 100M}, {@code 1.5Gbit/s}, {@code 10MB/s}. Without a unit, bit/s. */
    static long bitsPerSecond(String text) {
        Matcher parts = NUMBER_AND_UNIT.matcher(text);
        if (parts.matches()) {
            String unit = parts.group(2);
            String small = unit.toLowerCase(Locale.ROOT);
            if (small.endsWith("b/s") && unit.charAt(unit.length() - 3) == 'B') {
                Long bytes = WrittenAmounts.sizeUnit(small.substring(0, small.length() - 2));
                if (bytes != null) {
                    return whole(text, parts.group(1), bytes * 8);
                }
            }
            String prefix = small.replaceFirst("(bit/s|bits/s|bps|bit|b/s)$", "");
            if (BIT_PREFIX.matcher(prefix).matches()) {
                return whole(text, parts.group(1), WrittenAmounts.power(prefix, 1000));
            }
        }
        throw new TypeConversionException(
                "expected 100M or 1.5Gbit/s for bits a second, 10MB/s for bytes a second, not '"
                        + PrintableText.of(text) + "'");
    }

    /**
     * Bit/s of what rsync's {@code --bwlimit} takes: KiB/s without a suffix, {@code K M G T} for 1024 bytes and on,
     * {@code KB} for 1000 bytes; {@code B} for bytes; 0 means no limit.
     */
    static long bandwidthLimit(String text) {
        Matcher parts = LIMIT.matcher(text);
        if (!parts.matches()) {
            throw new TypeConversionException(
                    "expected 1000 or 1.5m as for rsync (KiB/s and MiB/s), 10MB for 10,000,000 bytes a second, not '"
                            + PrintableText.of(text) + "'");
        }
        String unit = parts.group(2).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 1 : "bkmgt".indexOf(unit.charAt(0));
        long base = unit.length() == 2 ? 1000 : 1024;
        return whole(text, parts.group(1), Math.round(Math.pow(base, power)) * 8);
    }

    private static long whole(String text, String number, long unit) {
        return converted(() -> WrittenAmounts.whole(text, number, unit));
    }

    /** A moment: {@code 90m} or {@code 2h30m} from now, {@code 18:00} (the next one), or a date with time. */
    public static Instant deadline(String text, Instant now, ZoneId zone) {
        try {
            if (text.matches("([0-9.]+[a-z]+)+")) {
                return now.plus(span(text));
            }
            if (text.matches("[0-9]{1,2}:[0-9]{2}")) {
                ZonedDateTime here = now.atZone(zone);
                ZonedDateTime today = here.with(LocalTime.parse(text.length() == 4 ? "0" + text : text));
                return (today.isAfter(here) ? today : today.plusDays(1)).toInstant();
            }
            return WrittenAmounts.moment(text, zone);
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            throw new TypeConversionException(
                    "expected 90m, 2h30m, 18:00 or 2026-12-31T18:00, not '" + PrintableText.of(text) + "'");
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + PrintableText.of(text) + "' is too far away");
        }
    }

    private static Duration span(String text) {
        Matcher parts = SPAN.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            double value = Double.parseDouble(parts.group(1));
            double seconds =
                    switch (parts.group(2)) {
                        case "ms" -> value / 1e3;
                        case "m", "min" -> value * 60;
                        case "h" -> value * 3_600;
                        case "d" -> value * 86_400;
                        default -> value;
                    };
            sum = sum.plusMillis(Math.round(seconds * 1e3));
            end = parts.end();
        }
        if (end != text.length() || sum.compareTo(LONGEST_SPAN) > 0) {
            throw new NumberFormatException(text);
        }
        return sum;
    }

    /** Converts {@code --size}. */
    public static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return bytes(value);
        }
    }

    /** Converts {@code --min-size} and its like. */
    public static final class FileBytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return fileBytes(value);
        }
    }

    /** Converts {@code --max-age} and its like. */
    public static final class Age implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            return age(value, Instant.now(), ZoneId.systemDefault());
        }
    }

    /** Converts {@code --rate}. */
    public static final class BitsPerSecond implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            long rate = bitsPerSecond(value);
            if (rate == 0) {
                throw new TypeConversionException("a rate of 0 sends nothing: leave the option out for no limit");
            }
            return rate;
        }
    }

    /** Converts {@code --bwlimit}; bit/s, 0 for no limit. */
    public static final class BandwidthLimit implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return bandwidthLimit(value);
        }
    }

    /** Converts {@code --at}. */
    public static final class StartTime implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            return deadline(value, Instant.now(), ZoneId.systemDefault());
        }
    }

    /** Converts {@code --deadline}. */
    public static final class Deadline implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            return convert(value, System.getenv(TaskLock.MEANT_FROM), Instant.now());
        }

        /** @param meantFrom of a task, which starts later, or again: it may have passed by now; else null */
        static Instant convert(String value, @Nullable String meantFrom, Instant now) {
            Instant from = meantFrom == null ? now : Instant.parse(meantFrom);
            Instant deadline = deadline(value, from, ZoneId.systemDefault());
            if (meantFrom == null && !deadline.isAfter(now)) {
                throw new TypeConversionException("the deadline " + deadline + " is in the past");
            }
            return deadline;
        }
    }
}

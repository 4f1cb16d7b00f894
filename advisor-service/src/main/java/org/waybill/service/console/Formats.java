package org.waybill.service.console;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Numbers and times as people read them; used by the pages as {@code show}. */
record Formats(Clock clock) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String NOTHING = "–";
    private static final String[] DECIMAL = {"", "k", "M", "G", "T", "P", "E"};

    /** A record's own text, as the audit log keeps entries of the catalogue. */
    private static final Pattern ENTRY =
            Pattern.compile("(?<before>[^\\[=]*?)[A-Z][A-Za-z]+\\[(?<fields>.*)]", Pattern.DOTALL);

    /** As {@code 1.5 GB}, in powers of ten. */
    public String bytes(double bytes) {
        return scaled(bytes, "B");
    }

    /** As {@code 9.4 Gbit/s}. */
    public String rate(@Nullable Double bitsPerSecond) {
        return bitsPerSecond == null || bitsPerSecond.isNaN() ? NOTHING : scaled(bitsPerSecond, "bit/s");
    }

    private static String scaled(double value, String unit) {
        int prefix = 0;
        double rest = value;
        while (rest >= 999.5 && prefix < DECIMAL.length - 1) {
            rest /= 1000;
            prefix++;
        }
        int digits = rest == Math.rint(rest) && rest < 1000 ? 0 : rest < 10 ? 2 : rest < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + digits + "f %s%s", rest, DECIMAL[prefix], unit);
    }

    /** As {@code 2 min 5 s}. */
    public String seconds(@Nullable Double seconds) {
        if (seconds == null || seconds.isNaN()) {
            return NOTHING;
        }
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        if (whole < 3600) {
            return whole / 60 + " min " + whole % 60 + " s";
        }
        return whole < 172_800
                ? whole / 3600 + " h " + whole % 3600 / 60 + " min"
                : whole / 86_400 + " d " + whole % 86_400 / 3600 + " h";
    }

    /** As {@code 2026-03-21 12:34}, in UTC. */
    public String time(@Nullable Instant time) {
        return time == null ? NOTHING : TIME.format(time);
    }

    /** How long ago, as {@code 5 min ago}. */
    public String ago(@Nullable Instant time) {
        if (time == null) {
            return "never";
        }
        long seconds = Math.max(0, Duration.between(time, clock.instant()).toSeconds());
        if (seconds < 60) {
            return seconds + " s ago";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 172_800 ? seconds / 3600 + " h ago" : seconds / 86_400 + " d ago";
    }

    /** As {@code 12.5 %}. */
    public String percent(@Nullable Double percent) {
        return percent == null || percent.isNaN() ? NOTHING : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    /** With thousands apart. */
    public String count(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', '\u2009');
    }

    /** The words of a constant: {@code THIRD_PARTY} is {@code third party}. */
    public String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** What a change was in words: {@code Relay[id=1, version=0, name=x, port=7411]} is "name x, port 7411". */
    public String detail(String change) {
        Matcher entry = ENTRY.matcher(change);
        if (!entry.matches()) {
            return change;
        }
        String fields = Arrays.stream(entry.group("fields").split(", (?=[a-zA-Z]+=)"))
                .filter(field -> !field.matches("id=.*|version=.*|[a-zA-Z]+=(null|\\[\\])?"))
                .map(field -> apart(field.substring(0, field.indexOf('='))) + " "
                        + field.substring(field.indexOf('=') + 1).replaceAll("^\\[(.*)]$", "$1"))
                .collect(Collectors.joining(", "));
        return entry.group("before") + fields;
    }

    /** {@code lastSeen} as "last seen". */
    private static String apart(String name) {
        return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    /** A field's value as a table shows it. */
    public String cell(Field field, String value) {
        if (value.isEmpty()) {
            return field.type() == Field.Type.TIME ? "never" : "";
        }
        return switch (field.type()) {
            case RATE -> rate(Double.valueOf(value));
            case TIME -> ago(Instant.parse(value));
            default -> value;
        };
    }
}

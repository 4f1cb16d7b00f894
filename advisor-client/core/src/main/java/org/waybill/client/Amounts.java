package org.waybill.client;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sizes, rates and times as people read them: decimal units, three digits. */
public final class Amounts {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

    private Amounts() {}

    public static String bytes(long bytes) {
        return scaled((double) bytes, "B");
    }

    public static String rate(@Nullable Double bitsPerSecond) {
        return bitsPerSecond == null ? "unknown rate" : scaled(bitsPerSecond, "bit/s");
    }

    /** So many of something: {@code 1 way}, {@code 2 ways}. */
    public static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String scaled(double value, String unit) {
        int prefix = 0;
        double scaled = value;
        while (scaled >= 999.5 && prefix < PREFIXES.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        String number = prefix == 0 || scaled >= 99.95
                ? String.format(Locale.ROOT, "%.0f", scaled)
                : String.format(Locale.ROOT, scaled >= 9.995 ? "%.1f" : "%.2f", scaled);
        return number + " " + PREFIXES[prefix] + unit;
    }

    /** A span of time; seconds below two minutes, then minutes, then hours, then days. */
    public static String seconds(double seconds) {
        if (seconds < 1) {
            return "under 1 s";
        }
        if (seconds < 120) {
            return Math.round(seconds) + " s";
        }
        if (seconds < 7_200) {
            return Math.round(seconds / 60) + " min";
        }
        if (seconds < 172_800) {
            return String.format(Locale.ROOT, "%.1f h", seconds / 3_600);
        }
        return String.format(Locale.ROOT, "%.1f days", seconds / 86_400);
    }

    /** A forecast's band: as likely less as more, and one time in ten longer. */
    public static String band(@Nullable Double secondsP50, @Nullable Double secondsP90) {
        if (secondsP50 == null) {
            return "time unknown";
        }
        String middle = seconds(secondsP50);
        if (secondsP90 == null || seconds(secondsP90).equals(middle)) {
            return "about " + middle;
        }
        return middle + " to " + seconds(secondsP90);
    }
}

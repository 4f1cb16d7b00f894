package org.waybill.client;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as people read them: three significant digits and a unit. Rates are decimal. Sizes are either: binary where
 * they are shown next to what the terminal's other tools print, decimal in sentences and in the window.
 */
public final class HumanUnits {
    private static final String[] DECIMAL = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private HumanUnits() {}

    /** {@code 256 MiB}; a question mark if it is negative, which means unknown. */
    public static String binarySize(long bytes) {
        return bytes < 0 ? "?" : scaled(bytes, 1024, BINARY) + "B";
    }

    /** {@code 268 MB}. */
    public static String decimalSize(long bytes) {
        return scaled(bytes, 1000, DECIMAL) + "B";
    }

    public static String rate(@Nullable Double bitsPerSecond) {
        return bitsPerSecond == null ? "unknown" : scaled(bitsPerSecond, 1000, DECIMAL) + "bit/s";
    }

    /** A number of something: {@code 1 way}, {@code 2 ways}. */
    public static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String scaled(double value, int base, String[] prefixes) {
        int prefix = 0;
        double scaled = value;
        while (scaled >= base - 0.5 && prefix < prefixes.length - 1) {
            scaled /= base;
            prefix++;
        }
        String number = prefix == 0 ? String.format(Locale.ROOT, "%.0f", scaled) : threeDigits(scaled);
        return number + " " + prefixes[prefix];
    }

    private static String threeDigits(double value) {
        int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** {@code 0.42 s}, {@code 12.3 s}, {@code 4 min 05 s}, {@code 3 h 20 min}, {@code 2 d 4 h}. */
    public static String time(@Nullable Double seconds) {
        if (seconds == null) {
            return "unknown";
        }
        if (seconds < 59.95) {
            return threeDigits(seconds) + " s";
        }
        long whole = Math.round(seconds);
        if (whole < 3_600) {
            return String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
        }
        if (whole < 86_400) {
            return String.format(Locale.ROOT, "%d h %02d min", whole / 3_600, whole % 3_600 / 60);
        }
        return String.format(Locale.ROOT, "%d d %d h", whole / 86_400, whole % 86_400 / 3_600);
    }

    /** A band of times that shares its unit where it can: {@code 1.2-1.9 s}. */
    public static String band(@Nullable Double from, @Nullable Double to) {
        String low = time(from);
        String high = time(to);
        if (low.equals(high)) {
            return low;
        }
        if (low.endsWith(" s") && high.endsWith(" s") && !low.contains("min") && !high.contains("min")) {
            return low.substring(0, low.length() - 2) + "-" + high;
        }
        return low + " - " + high;
    }

    /** As one says it: seconds below two minutes, then minutes, then hours, then days. */
    public static String roughTime(double seconds) {
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

    /** A forecast's band as one says it: as likely less as more, and one time in ten longer. */
    public static String roughBand(@Nullable Double secondsP50, @Nullable Double secondsP90) {
        if (secondsP50 == null) {
            return "time unknown";
        }
        String middle = roughTime(secondsP50);
        if (secondsP90 == null || roughTime(secondsP90).equals(middle)) {
            return "about " + middle;
        }
        return middle + " to " + roughTime(secondsP90);
    }
}

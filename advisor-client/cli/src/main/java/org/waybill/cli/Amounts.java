package org.waybill.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Amounts as people read them: three significant digits and a unit. Binary units for sizes, decimal ones for rates. */
final class Amounts {
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final String[] RATES = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};

    private Amounts() {}

    static String size(long bytes) {
        return bytes < 0 ? "?" : scaled(bytes, 1024, SIZES);
    }

    static String rate(@Nullable Double bitsPerSecond) {
        return bitsPerSecond == null ? "unknown" : scaled(bitsPerSecond, 1000, RATES);
    }

    static String counted(long number, String noun) {
        return org.waybill.client.Amounts.counted(number, noun);
    }

    private static String scaled(double value, int base, String[] units) {
        int unit = 0;
        double scaled = value;
        while (scaled >= base - 0.5 && unit < units.length - 1) {
            scaled /= base;
            unit++;
        }
        return (unit == 0 ? String.format(Locale.ROOT, "%.0f", scaled) : threeDigits(scaled)) + " " + units[unit];
    }

    private static String threeDigits(double value) {
        int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** {@code 0.42 s}, {@code 12.3 s}, {@code 4 min 05 s}, {@code 3 h 20 min}, {@code 2 d 4 h}. */
    static String time(@Nullable Double seconds) {
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
    static String band(@Nullable Double from, @Nullable Double to) {
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
}

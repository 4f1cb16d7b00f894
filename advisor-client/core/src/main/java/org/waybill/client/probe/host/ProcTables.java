package org.waybill.client.probe.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the text of Linux's {@code /proc} tables (proc(5)); what is absent or garbled is null, never a guess. */
final class ProcTables {
    private ProcTables() {}

    /** A value of {@code /proc/meminfo} in bytes; the table gives KiB. */
    static @Nullable Long memoryBytes(String meminfo, String key) {
        for (String line : meminfo.split("\n")) {
            if (line.startsWith(key + ":")) {
                String[] words = line.substring(key.length() + 1).strip().split("\\s+");
                OptionalLong kib = number(words[0]);
                return kib.isPresent() ? kib.getAsLong() * 1024 : null;
            }
        }
        return null;
    }

    /** The load average over the last minute, from {@code /proc/loadavg}. */
    static @Nullable Double load(String loadavg) {
        try {
            double load = Double.parseDouble(loadavg.strip().split("\\s+")[0]);
            return load >= 0 && load < 1e6 ? load : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Processes that need a processor, from {@code /proc/stat}, without the reader itself. */
    static @Nullable Integer runnable(String stat) {
        Integer all = counted(stat, "procs_running ");
        return all == null ? null : Integer.valueOf(Math.max(0, all - 1));
    }

    /** Processes that wait for a disk, from {@code /proc/stat}. */
    static @Nullable Integer blocked(String stat) {
        return counted(stat, "procs_blocked ");
    }

    private static @Nullable Integer counted(String stat, String key) {
        return stat.lines()
                .filter(line -> line.startsWith(key))
                .findFirst()
                .map(line -> small(line.substring(key.length())))
                .orElse(null);
    }

    /** The third of the numbers in {@code tcp_rmem} and {@code tcp_wmem}: what auto-tuning may grow to. */
    static @Nullable Long autoTuningLimit(String threeNumbers) {
        String[] words = threeNumbers.strip().split("\\s+");
        return words.length == 3 ? boxed(number(words[2])) : null;
    }

    static @Nullable Long single(String text) {
        return boxed(number(text.strip()));
    }

    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.strip().split("\\s+")) {
            if (word.matches("[a-z0-9_-]{1,32}")) {
                words.add(word);
            }
        }
        return words;
    }

    /**
     * The interface of the default route, from {@code /proc/net/route}: destination and mask are zero; without one, the
     * interface of the first route.
     */
    static @Nullable String defaultInterface(String routes) {
        String first = null;
        for (String line : routes.split("\n")) {
            String[] fields = line.strip().split("\\s+");
            boolean name = fields.length > 7
                    && fields[0].matches("[A-Za-z0-9@._:-]{1,32}")
                    && !fields[0].startsWith(".")
                    && fields[1].matches("[0-9A-F]{8}");
            if (name && fields[1].equals("00000000") && fields[7].equals("00000000")) {
                return fields[0];
            }
            first = name && first == null ? fields[0] : first;
        }
        return first;
    }

    /** {@code /sys/class/net/X/speed} gives Mbit/s, and -1 or nothing where the interface has no speed. */
    static @Nullable Double linkBitsPerSecond(String megabits) {
        OptionalLong number = number(megabits.strip());
        return number.isPresent() && number.getAsLong() > 0 ? number.getAsLong() * 1e6 : null;
    }

    /** Size and free space in bytes of the last line of {@code df -Pk}; null where it is not such a line, or shows no size. */
    static long @Nullable [] disk(String df) {
        String[] lines = df.strip().split("\n");
        String[] fields = lines[lines.length - 1].strip().split("\\s+");
        // the device's name may hold blanks: the numbers are before the percent sign
        for (int i = 3; i < fields.length; i++) {
            if (fields[i].matches("[0-9]+%|-")) {
                OptionalLong total = number(fields[i - 3]);
                OptionalLong free = number(fields[i - 1]);
                if (total.isPresent() && free.isPresent() && total.getAsLong() > 0) {
                    return new long[] {total.getAsLong() * 1024, free.getAsLong() * 1024};
                }
            }
        }
        return null;
    }

    static @Nullable Integer small(String text) {
        OptionalLong number = number(text.strip());
        return number.isPresent() && number.getAsLong() <= Integer.MAX_VALUE ? (int) number.getAsLong() : null;
    }

    private static @Nullable Long boxed(OptionalLong number) {
        return number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
    }

    private static OptionalLong number(String digits) {
        boolean plain = !digits.isEmpty()
                && digits.length() <= 15
                && digits.toLowerCase(Locale.ROOT).chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }
}

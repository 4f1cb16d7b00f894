package org.waybill.planner.admission;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How many lines of a kind may be logged: a few a minute for each key, a number an hour in total. The rest is counted,
 * and the count goes with the next line. Knows a bounded number of keys; safe for many threads.
 */
public final class LogRateLimit {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final int MOST_KEYS = 1_000;
    private static final int LONGEST = 300;

    private final int linesAMinute;
    private final int linesAnHour;
    private final LongSupplier nanoTime;
    private final Map<String, Window> keys = new LinkedHashMap<>(16, .75f, true);
    private final Window all = new Window();

    private static final class Window {
        private long startNanos;
        private int lines;
        private long held;

        /** Whether a line of now is among the {@code most} of its window; else it is counted. */
        boolean admits(long now, long lengthNanos, int most) {
            if (lines == 0 || now - startNanos >= lengthNanos) {
                startNanos = now;
                lines = 0;
            }
            if (lines < most) {
                lines++;
                return true;
            }
            held++;
            return false;
        }

        String counted() {
            String text = held == 0 ? "" : ", and " + held + " more of this kind that are not listed";
            held = 0;
            return text;
        }
    }

    /**
     * @param linesAMinute for each key
     * @param linesAnHour for all of them together
     * @param nanoTime as {@link System#nanoTime}
     */
    public LogRateLimit(int linesAMinute, int linesAnHour, LongSupplier nanoTime) {
        this.linesAMinute = linesAMinute;
        this.linesAnHour = linesAnHour;
        this.nanoTime = nanoTime;
    }

    /** What to add to the line, usually nothing; empty if it is not to be logged now. */
    public synchronized Optional<String> admit(String key) {
        long now = nanoTime.getAsLong();
        Window own = keys.computeIfAbsent(key, _ -> new Window());
        if (keys.size() > MOST_KEYS) {
            Map.Entry<String, Window> eldest = keys.entrySet().iterator().next();
            all.held += eldest.getValue().held;
            keys.remove(eldest.getKey());
        }
        if (!own.admits(now, MINUTE_NANOS, linesAMinute) || !all.admits(now, 60 * MINUTE_NANOS, linesAnHour)) {
            return Optional.empty();
        }
        String counted = own.counted();
        return Optional.of(counted.isEmpty() ? all.counted() : counted);
    }

    /** One line of at most 300 characters: what is not printable ASCII, and so could forge or hide lines, becomes ?. */
    public static String printable(String text) {
        String line = text.substring(0, Math.min(text.length(), LONGEST)).replaceAll("[^\\x20-\\x7e]", "?");
        return text.length() <= LONGEST ? line : line + "...";
    }
}

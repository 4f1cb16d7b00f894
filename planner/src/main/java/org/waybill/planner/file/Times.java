package org.waybill.planner.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Times in input files: ISO-8601 with an offset or Z, or seconds since 1970. */
final class Times {
    /** Seconds of the years 0 to 9999; a larger number is in milliseconds or no time at all. */
    private static final double MOST_SECONDS = 253_402_300_799d;

    private Times() {}

    static long epochMillis(String text, String what) throws CsvRows.BadRow {
        if (text.isEmpty()) {
            throw new CsvRows.BadRow("the " + what + " is empty");
        }
        try {
            double seconds = Double.parseDouble(text);
            if (Math.abs(seconds) <= MOST_SECONDS) {
                return Math.round(seconds * 1000);
            }
        } catch (NumberFormatException _) {
            try {
                return OffsetDateTime.parse(text).toInstant().toEpochMilli();
            } catch (DateTimeException notATime) {
                // said below
            }
        }
        throw new CsvRows.BadRow("the " + what + " '" + text + "' is neither ISO-8601, as in " + Instant.EPOCH
                + ", nor seconds since 1970");
    }
}

package org.waybill.service.history.importing;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What cannot have happened, even if a log or a caller says so. */
public final class RecordValidator {
    /** No server of the logs' times had a faster interface. */
    private static final double MOST_BITS_PER_SECOND = 100e9;

    private static final double LONGEST_SECONDS = 366 * 86_400.0;
    /** FTP over wide-area networks is not much older; a clock that was never set shows 1970. */
    private static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");

    private static final Duration CLOCK_ERROR = Duration.ofHours(1);

    private RecordValidator() {}

    /** Why a time is not believed, as an expectation; empty if it is. */
    public static Optional<String> doubt(Instant time, Instant now) {
        return time.isBefore(EARLIEST) || time.isAfter(now.plus(CLOCK_ERROR))
                ? Optional.of("invalid time " + time + ": expected 1990 or later, and not in the future")
                : Optional.empty();
    }

    /** Why a transfer of {@code bytes} in {@code seconds} is not believed; empty if it is. */
    static Optional<String> doubt(long bytes, double seconds) {
        if (bytes < 0) {
            return Optional.of("a transfer of " + bytes + " bytes");
        }
        if (!(seconds >= 0) || seconds > LONGEST_SECONDS) {
            return Optional.of(String.format(Locale.ROOT, "it ends %.6f s after its start", seconds));
        }
        double rate = bytes * 8 / seconds;
        if (bytes > 0 && rate > MOST_BITS_PER_SECOND) {
            return Optional.of(
                    seconds == 0
                            ? "a transfer of 0 s"
                            : String.format(Locale.ROOT, "an implausible rate of %.0f Gbit/s", rate / 1e9));
        }
        return Optional.empty();
    }
}

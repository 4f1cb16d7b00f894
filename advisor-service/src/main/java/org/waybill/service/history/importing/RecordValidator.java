package org.waybill.service.history.importing;

import java.util.Locale;
import java.util.Optional;

/** What cannot have happened, whatever a log says. */
final class RecordValidator {
    /** No server of the logs' times had a faster interface. */
    private static final double MOST_BITS_PER_SECOND = 100e9;

    private static final double LONGEST_SECONDS = 366 * 86_400.0;

    private RecordValidator() {}

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

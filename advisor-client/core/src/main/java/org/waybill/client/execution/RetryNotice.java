package org.waybill.client.execution;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is said of an attempt that failed and is made again, and who reads that.
 *
 * @param attempt which one failed, from 1
 * @param failure in a line
 * @param againAt when the next one begins
 */
public record RetryNotice(int attempt, String failure, Instant againAt) {
    /** Of the event. */
    public static final String CODE = "RETRY";

    private static final String TEXT = "attempt %d failed: %s; next attempt in %.1f s";
    private static final Pattern SAID = Pattern.compile(
            "attempt ([0-9]{1,9}) failed: (.*); next attempt in ([0-9]{1,9})\\.([0-9]) s", Pattern.DOTALL);

    static String text(int attempt, String failure, Duration pause) {
        return String.format(Locale.ROOT, TEXT, attempt, failure, pause.toMillis() / 1e3);
    }

    /** @param saidAt as an event has it */
    public static Optional<RetryNotice> read(String saidAt, String text) {
        Matcher said = SAID.matcher(text);
        if (!said.matches()) {
            return Optional.empty();
        }
        try {
            long millis = Long.parseLong(said.group(3)) * 1_000 + Long.parseLong(said.group(4)) * 100;
            return Optional.of(new RetryNotice(
                    Integer.parseInt(said.group(1)),
                    said.group(2),
                    Instant.parse(saidAt).plusMillis(millis)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}

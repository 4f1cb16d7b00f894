package org.waybill.client.execution;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often and how long to try again. Pauses double from {@code firstPause} to {@code longestPause}; each is
 * shortened at random to between a half and the whole of it, so that many clients of one server do not come back
 * together. Progress restarts the pauses and the patience.
 *
 * @param firstPause before the second attempt
 * @param longestPause no pause is longer
 * @param patience how long to continue without a single new byte; a sliding deadline
 * @param firstContacts attempts at a remote host that never yet answered in this run, or from which no byte ever came:
 *     a name or port that is wrong, or closed to the data, is not tried for a day; no more without progress where a
 *     remote host that answers fails with some files alone, or none of its datagrams come
 */
public record RetryPolicy(Duration firstPause, Duration longestPause, Duration patience, int firstContacts) {
    /** From 1 s to 5 min, for 24 h without progress; three attempts at a first contact. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofHours(24), 3);
    /** One attempt. */
    static final RetryPolicy NONE = new RetryPolicy(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, 1);

    public RetryPolicy {
        if (!firstPause.isPositive() || longestPause.compareTo(firstPause) < 0 || firstContacts < 1) {
            throw new IllegalArgumentException(
                    "invalid retry policy: expected positive, increasing pauses and at least 1 attempt");
        }
    }

    /** The pause after {@code failures} (1 or more) attempts in a row without progress. */
    Duration pauseAfter(int failures, RandomGenerator random) {
        int doublings = Math.min(failures - 1, 30);
        double whole = Math.min((double) firstPause.toMillis() * (1L << doublings), longestPause.toMillis());
        return Duration.ofMillis(Math.round(whole * (0.5 + random.nextDouble() / 2)));
    }
}

package org.waybill.engine.mover.store;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * When to try again: a failure that time may heal, a limited number of times without progress in between, after pauses
 * that double, each shortened by up to half at random so that many clients do not come back at once.
 */
public record Retries(int attempts, Duration firstPause, Duration longestPause, RandomGenerator random) {
    /** Five attempts without progress, half a second to half a minute apart. */
    public static Retries usual(RandomGenerator random) {
        return new Retries(5, Duration.ofMillis(500), Duration.ofSeconds(30), random);
    }

    /** One attempt: the caller tries again itself. */
    public static Retries none() {
        return new Retries(1, Duration.ofMillis(1), Duration.ofMillis(1), () -> 0);
    }

    /** The pause before attempt {@code failures + 1}. */
    public Duration pause(int failures) {
        long doubled = firstPause.toMillis() << Math.min(failures - 1, 20);
        long millis = Math.min(doubled, longestPause.toMillis());
        return Duration.ofMillis(millis - (long) (random.nextDouble() * millis / 2));
    }

    /** Whether a failure, the {@code failures}-th without progress, may be tried again. */
    public boolean allows(TransferException failure, int failures) {
        // content that arrives wrong twice will not arrive right the third time
        int most = failure.reason() == Reason.VERIFICATION_FAILED ? 2 : attempts;
        return failure.isRetriable() && failures < most;
    }

    /** What a failure means where a stream has been begun: what it gave, or was given, is gone. */
    public static TransferException ofStream(TransferException failure) {
        if (failure.reason() == Reason.VERIFICATION_FAILED) {
            return failure.forGood();
        }
        return failure.isRetriable() ? new TransferException(Reason.GAVE_UP, failure.getMessage()
                + "; a stream cannot be repeated", failure) : failure;
    }

    /** What to report once no more attempts are made. */
    public TransferException last(TransferException failure, int failures) {
        if (!failure.isRetriable() || failure.reason() == Reason.VERIFICATION_FAILED || failures < 2) {
            return failure;
        }
        return new TransferException(Reason.GAVE_UP, "gave up after " + failures + " attempts without progress: "
                + failure.getMessage(), failure);
    }
}

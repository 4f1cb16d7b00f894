package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what other threads bring about. */
final class Waiting {
    private static final long MOST_MILLIS = 10_000;

    private Waiting() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        until(condition, MOST_MILLIS);
    }

    static void until(BooleanSupplier condition, long mostMillis) throws InterruptedException {
        long untilNanos = System.nanoTime() + mostMillis * 1_000_000;
        while (!condition.getAsBoolean() && System.nanoTime() - untilNanos < 0) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean())
                .as("came about within %d ms", mostMillis)
                .isTrue();
    }
}

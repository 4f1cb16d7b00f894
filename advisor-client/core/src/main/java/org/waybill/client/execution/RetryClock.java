package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;

/** The clock that retries run by: the machine's own, unless a test has another. */
public interface RetryClock {
    RetryClock SYSTEM = new RetryClock() {};

    /** For differences only; does not jump. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** The date. */
    default Instant now() {
        return Instant.now();
    }

    default void sleep(Duration pause) throws InterruptedException {
        Thread.sleep(pause);
    }
}

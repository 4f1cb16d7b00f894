package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;

/** The clock that retries run by. */
public interface RetryClock {
    /** The machine's own. */
    RetryClock SYSTEM = new RetryClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            Thread.sleep(pause);
        }
    };

    /** For differences only; does not jump. */
    long nanoTime();

    /** The date. */
    Instant now();

    void sleep(Duration pause) throws InterruptedException;
}

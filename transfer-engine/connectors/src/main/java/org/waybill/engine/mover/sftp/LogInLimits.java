package org.waybill.engine.mover.sftp;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.waybill.engine.PeerLimits;

/**
 * A server neither greets nor negotiates without end: JSch passes over any number of lines before the version.
 * Greeting, keys and log-in take a few thousand bytes; a user may have to touch a key.
 */
final class LogInLimits {
    private static final int LOG_IN_BYTES = PeerLimits.REPLY_BYTES;
    private static final long LOG_IN_NS = 120_000_000_000L;

    private final long endNs = System.nanoTime() + LOG_IN_NS;
    private int beforeLogIn;
    private volatile boolean loggedIn;

    void loggedIn() {
        loggedIn = true;
    }

    void heard(int bytes) throws IOException {
        if (loggedIn) {
            return;
        }
        beforeLogIn += Math.max(0, bytes);
        if (beforeLogIn > LOG_IN_BYTES || System.nanoTime() - endNs > 0) {
            throw new PeerLimits.Exceeded(
                    "the log-in takes more than " + LOG_IN_BYTES + " bytes or " + LOG_IN_NS / 1_000_000_000 + " s");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
    }
}

package org.waybill.client.discovery;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of all dialogs together and stops them when the budget is spent. */
final class ByteBudget {
    private final AtomicLong left;

    ByteBudget(long bytes) {
        left = new AtomicLong(bytes);
    }

    void spend(long bytes) throws IOException {
        if (left.addAndGet(-bytes) < 0) {
            throw new IOException("the byte budget of the discovery is used up");
        }
    }
}

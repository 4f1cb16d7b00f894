package org.waybill.service.task;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.waybill.api.ServiceException;

/** What is done again where another request has changed the same meanwhile. */
final class Conflicts {
    private static final int MOST_ATTEMPTS = 10;

    private Conflicts() {}

    /** @param what is changed, for messages */
    static <T> T retrying(String what, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (ConcurrencyFailureException | DataIntegrityViolationException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw new ServiceException(
                            ServiceException.CONFLICT, what + " was modified concurrently, try again", e);
                }
                pause(attempt);
            }
        }
    }

    /** For a random time, so that those who met do not meet again. */
    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, 10L * attempt + 1));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

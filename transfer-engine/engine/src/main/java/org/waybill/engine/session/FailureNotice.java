package org.waybill.engine.session;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.wire.Message;

/** Tells the peer why a session ends. */
public final class FailureNotice {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private FailureNotice() {}

    /** On a thread of its own: a peer that reads nothing must not hold the end up. */
    public static @Nullable Thread say(ControlLink link, TransferException failure) {
        if (link.isClosed()) {
            return null;
        }
        return Thread.ofVirtual().name("goodbye").start(() -> {
            try {
                link.send(new Message.Failure(failure.reason(), String.valueOf(failure.getMessage())));
            } catch (IOException _) {
                // the peer has gone: nobody is left to tell
            }
        });
    }

    /** Lets the last words out, but not for ever. */
    public static void await(@Nullable Thread goodbye) {
        if (goodbye != null) {
            try {
                goodbye.join(PATIENCE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package org.waybill.engine.gsi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Authentication or delegation that failed; the message is one line for a person. */
public final class GsiException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int DEEPEST_CAUSE = 16;

    GsiException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    GsiException(String message) {
        this(message, null);
    }

    /** What of our own authentication went wrong below an exception; null for nothing. */
    public static @Nullable GsiException in(@Nullable Throwable thrown) {
        @Nullable Throwable at = thrown;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            if (at instanceof GsiException found) {
                return found;
            }
            at = at.getCause();
        }
        return null;
    }
}

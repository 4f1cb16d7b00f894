package org.waybill.engine.gsi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;

/** Authentication or delegation that failed; the message is one line for a person. */
public final class GsiException extends IOException {
    private static final long serialVersionUID = 1L;

    GsiException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    GsiException(String message) {
        this(message, null);
    }

    /** What of our own authentication went wrong below an exception; null for nothing. */
    public static @Nullable GsiException in(@Nullable Throwable thrown) {
        return Causes.find(GsiException.class, thrown);
    }
}

package org.waybill.engine.gsi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Authentication or delegation that failed; the message is one line for a person. */
public final class GsiException extends IOException {
    private static final long serialVersionUID = 1L;

    GsiException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    GsiException(String message) {
        this(message, null);
    }
}

package org.waybill.engine.storage;

import java.io.IOException;
import org.waybill.engine.Reason;

/** A writer may not do that here; the message says what and why. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}

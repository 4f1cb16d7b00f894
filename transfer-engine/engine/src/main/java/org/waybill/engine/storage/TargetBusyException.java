package org.waybill.engine.storage;

import java.io.IOException;

/** Another transfer is writing the same target. */
public final class TargetBusyException extends IOException {
    private static final long serialVersionUID = 1L;

    public TargetBusyException(String message) {
        super(message);
    }
}

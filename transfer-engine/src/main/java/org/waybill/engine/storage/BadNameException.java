package org.waybill.engine.storage;

import java.io.IOException;

/** A path or name that may not be used: it leads out of the directory, or cannot be a file's name. */
public final class BadNameException extends IOException {
    private static final long serialVersionUID = 1L;

    public BadNameException(String message) {
        super(message);
    }
}

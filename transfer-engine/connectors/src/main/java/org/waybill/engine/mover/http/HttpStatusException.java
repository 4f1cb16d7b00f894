package org.waybill.engine.mover.http;

import java.io.IOException;

/** A server's status that is not what was hoped for. */
final class HttpStatusException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    HttpStatusException(String method, int status) {
        super("HTTP status " + status + " for " + method);
        this.status = status;
    }

    int status() {
        return status;
    }
}

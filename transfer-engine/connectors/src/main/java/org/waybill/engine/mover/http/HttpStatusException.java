package org.waybill.engine.mover.http;

import java.io.IOException;
import java.util.Set;

/** A server's status that is not what was hoped for. */
final class HttpStatusException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What needs room at the server. */
    private static final Set<String> STORING = Set.of("PUT", "MKCOL", "COPY", "MOVE", "PROPPATCH");

    private final int status;
    private final boolean stores;

    HttpStatusException(String method, int status) {
        super("HTTP status " + status + " for " + method);
        this.status = status;
        this.stores = STORING.contains(method);
    }

    /** Whether the request was to store something, which a full disk prevents. */
    boolean stores() {
        return stores;
    }

    int status() {
        return status;
    }
}

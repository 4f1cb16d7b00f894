package org.waybill.engine.mover.http;

import java.io.IOException;

/** A server that sends another length than it announces. */
final class AnnouncedLengthException extends IOException {
    private static final long serialVersionUID = 1L;

    AnnouncedLengthException(String message) {
        super(message);
    }
}

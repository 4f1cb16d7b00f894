package org.waybill.engine.transport.wire;

/** A datagram that does not follow the layout. Carries no stack trace: hostile input must be cheap to refuse. */
public final class MalformedDatagramException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedDatagramException(String message) {
        super(message, null, false, false);
    }
}

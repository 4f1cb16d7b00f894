package org.waybill.engine.transport;

/** The authenticated peer does what the protocol forbids; the connection is closed. */
final class ProtocolViolation extends Exception {
    private static final long serialVersionUID = 1L;

    ProtocolViolation(String message) {
        super(message, null, false, false);
    }
}

package org.waybill.engine.wire;

/** A record is not as it was sent: something on the path altered it. The peer may be well, and another attempt too. */
public final class AlteredException extends WireException {
    private static final long serialVersionUID = 1L;

    AlteredException(String message) {
        super(message);
    }
}

package org.waybill.engine.wire;

import java.io.IOException;

/** The peer sent something that is not the protocol: too long, too short, out of range, or not known. */
public sealed class WireException extends IOException permits AlteredException {
    private static final long serialVersionUID = 1L;

    public WireException(String message) {
        super(message);
    }
}

package org.waybill.engine.wire;

import java.io.IOException;

/** The peer sent something that is not the protocol: too long, too short, out of range, or not known. */
public sealed class WireException extends IOException permits AlteredException {
    private static final long serialVersionUID = 1L;

    public WireException(String message) {
        super(message);
    }

    /** It sent a message that {@code receiver} takes none of, or not now. */
    public static WireException unexpected(Message message, String receiver) {
        return new WireException(
                "unexpected message for " + receiver + ": " + message.getClass().getSimpleName());
    }
}

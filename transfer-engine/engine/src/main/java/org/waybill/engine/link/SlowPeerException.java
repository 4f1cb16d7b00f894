package org.waybill.engine.link;

import java.io.InterruptedIOException;

/** The peer says something all the time, and not what is due. */
final class SlowPeerException extends InterruptedIOException {
    private static final long serialVersionUID = 1L;

    /** @param what it does, as the end of a sentence about it */
    SlowPeerException(String what) {
        super(what);
    }
}

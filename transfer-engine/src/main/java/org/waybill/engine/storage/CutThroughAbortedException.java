package org.waybill.engine.storage;

import java.io.IOException;

/** A file that was sent on while it was received will not be whole: the one who sent it to us is gone. */
public final class CutThroughAbortedException extends IOException {
    private static final long serialVersionUID = 1L;

    CutThroughAbortedException() {
        super("it stopped arriving here before it was whole");
    }
}

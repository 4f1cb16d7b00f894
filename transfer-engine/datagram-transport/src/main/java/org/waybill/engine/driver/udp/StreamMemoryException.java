package org.waybill.engine.driver.udp;

import java.io.IOException;

/** One of the two sides of a stream to come has no memory for it; the existing ones can continue. */
public final class StreamMemoryException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message whose memory, and what to do, for a person */
    public StreamMemoryException(String message) {
        super(message);
    }
}

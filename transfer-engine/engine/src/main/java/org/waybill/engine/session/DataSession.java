package org.waybill.engine.session;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import org.waybill.engine.wire.AttachPreamble;

/** A session that data connections can be attached to, by the side that dialled or accepted them. */
public interface DataSession {
    /** The most data connections of one session at once. */
    int MAX_STREAMS = 64;

    /** Whether this preamble proves knowledge of the session's secret. */
    boolean owns(AttachPreamble preamble);

    /**
     * Uses a connection until the session or the connection ends; returns at once. What the channel leads through, a
     * plain TCP connection or a chain of relays, does not matter: it carries sealed records.
     *
     * @throws IOException if this number is in use or the session has ended; the channel is then closed
     */
    void attach(int connection, ByteChannel channel) throws IOException;
}

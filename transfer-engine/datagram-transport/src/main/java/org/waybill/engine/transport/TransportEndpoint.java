package org.waybill.engine.transport;

import java.nio.ByteBuffer;

/**
 * One end of a connection as a state machine. Time comes in as an argument, datagrams as array-backed buffers, and
 * all output goes out through polls. Not thread-safe: one thread at a time drives an endpoint.
 *
 * <p>A path is the number the driver gave to a peer's address; the endpoint compares such numbers and hands them back,
 * nothing else.
 */
public interface TransportEndpoint {
    /** What {@link #timeoutNs} returns when no timer is armed. */
    long NO_TIMEOUT = Long.MAX_VALUE;

    /** A datagram arrived. One that is not authentic changes nothing and is not answered. */
    void onDatagram(long nowNs, int path, ByteBuffer datagram);

    /** Does what time has made due. A spurious call does nothing. */
    void onTimeout(long nowNs);

    /** When to call {@link #onTimeout} and poll again, in the caller's time; {@link #NO_TIMEOUT} for never. */
    long timeoutNs();

    /**
     * Writes the next datagram at the buffer's position.
     *
     * @param datagram with room for the largest datagram of the session
     * @return false if there is nothing to send before {@link #timeoutNs} or the next datagram that arrives
     */
    boolean pollTransmit(long nowNs, ByteBuffer datagram);

    /** The path that the datagram of the last successful {@link #pollTransmit} goes to. */
    int transmitPath();

    /** Whether the connection has ended, well or not, and nothing is left to send. */
    boolean isDone();
}

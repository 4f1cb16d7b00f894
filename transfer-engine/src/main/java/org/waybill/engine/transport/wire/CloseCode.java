package org.waybill.engine.transport.wire;

/** Why a connection ends. */
public enum CloseCode {
    /** Everything arrived. */
    DONE,
    /** This channel carries no more, the transfer goes on over others. */
    RETIRED,
    /** The application gave up. */
    ABORTED,
    /** The destination cannot store what arrives. */
    SINK_FAILED,
    /** The source cannot be read. */
    SOURCE_FAILED,
    /** Too much loss for too long at the agreed rate (RFC 8084). */
    CIRCUIT_BROKEN,
    /** The peer does what the protocol forbids. */
    PROTOCOL_VIOLATION,
    /** Nothing was heard from the peer for too long; never on the wire. */
    TIMED_OUT;

    static CloseCode of(int code) throws MalformedDatagramException {
        if (code < 0 || code >= TIMED_OUT.ordinal()) {
            throw new MalformedDatagramException("close code " + code + " is not defined");
        }
        return values()[code];
    }
}

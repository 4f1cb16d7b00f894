package org.waybill.engine.transport.wire;

/** Why a connection ends. */
public enum CloseCode {
    /** Everything arrived. */
    DONE(0),
    /** The application gave up. */
    ABORTED(1),
    /** The destination cannot store what arrives. */
    SINK_FAILED(2),
    /** The source cannot be read. */
    SOURCE_FAILED(3),
    /** Too much loss for too long at the agreed rate (RFC 8084). */
    CIRCUIT_BROKEN(4),
    /** The peer does what the protocol forbids. */
    PROTOCOL_VIOLATION(5),
    /** Nothing was heard from the peer for too long; never on the wire. */
    TIMED_OUT(-1);

    private final int code;

    CloseCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static CloseCode of(int code) throws MalformedDatagramException {
        for (CloseCode known : values()) {
            if (known.code == code) {
                return known;
            }
        }
        throw new MalformedDatagramException("close code " + code + " is not defined");
    }
}

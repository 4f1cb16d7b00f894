package org.waybill.engine.driver.udp;

import java.io.IOException;
import org.waybill.engine.transport.Connection.Ending;
import org.waybill.engine.transport.wire.CloseCode;

/** A stream over datagrams has ended before its time. */
public final class DatagramStreamException extends IOException {
    private static final long serialVersionUID = 1L;

    private final CloseCode code;

    DatagramStreamException(Ending ending, IOException cause) {
        super(
                (ending.byPeer() ? "the peer ended the data stream: " : "the data stream ended: ")
                        + (ending.text().isEmpty() ? ending.code().name() : ending.text()),
                cause);
        this.code = ending.code();
    }

    /** The datagrams of the peer do not come, though it may be reached otherwise. */
    public boolean isSilence() {
        return code == CloseCode.TIMED_OUT;
    }

    /** Too much was lost for too long that nothing may be sent like this any more (RFC 8084). */
    public boolean isCircuitBroken() {
        return code == CloseCode.CIRCUIT_BROKEN;
    }
}

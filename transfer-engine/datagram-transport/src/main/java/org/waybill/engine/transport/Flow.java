package org.waybill.engine.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.wire.Frame;
import org.waybill.engine.transport.wire.PacketType;

/** What a connection carries in one direction: {@link SendFlow} or {@link ReceiveFlow}. Times are the connection's. */
abstract sealed class Flow permits SendFlow, ReceiveFlow {
    /** The peer's address is validated. */
    abstract void onEstablished(long nowNs);

    /** An authentic packet arrived. */
    abstract void onFrame(long nowNs, long packetNumber, Frame frame) throws IOException, ProtocolViolation;

    abstract void onTimeout(long nowNs);

    /** When there may be something to do; {@link TransportEndpoint#NO_TIMEOUT} for never. */
    abstract long timeoutNs(long nowNs);

    /**
     * Writes the next payload.
     *
     * @param packetNumber the number it will travel under; noted if the flow keeps books of its packets
     * @param payload from the position on, with room up to its limit
     * @return its type, or null if there is nothing to send now
     */
    abstract @Nullable PacketType poll(long nowNs, long packetNumber, ByteBuffer payload) throws IOException;

    /** A packet that is none of the flow's (HELLO, PATH_RESPONSE, ...) went out under the next number. */
    abstract void onForeignPacket(long nowNs, int datagramBytes);

    /** Whether everything has arrived, and this end knows it. */
    abstract boolean isComplete();

    /** How long to wait for an answer before asking again. */
    abstract long probeTimeoutNs();
}

package org.waybill.engine.transport.protection;

import org.waybill.engine.transport.wire.PacketHeader;

/**
 * Makes datagrams authentic, one object per connection and end. A datagram is the header in clear
 * ({@link PacketHeader#BYTES}), the payload, and {@link #overheadBytes} more.
 */
public interface Protection {
    /** What sealing adds to a datagram. */
    int overheadBytes();

    /**
     * Seals in place.
     *
     * @param packetNumber as in the header, each number at most once
     * @param datagram holds header and payload from {@code offset}, and room for {@link #overheadBytes} after them
     * @param payloadBytes without header
     */
    void seal(long packetNumber, byte[] datagram, int offset, int payloadBytes);

    /**
     * Checks a datagram and takes its payload out. Each packet number is accepted once.
     *
     * @param length header, sealed payload and overhead
     * @param payload receives the payload from index 0; long enough for {@code length}
     * @return the payload's length, or {@link #REFUSED} for a datagram that must be dropped without a word
     */
    int open(long packetNumber, byte[] datagram, int offset, int length, byte[] payload);

    /** Not authentic, too old, or seen before. */
    int REFUSED = -1;
}

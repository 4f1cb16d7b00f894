package org.waybill.engine.transport.wire;

import java.nio.ByteBuffer;

/**
 * The 20 bytes every datagram begins with. They travel in clear and are authenticated with the rest.
 *
 * <pre>
 *  0        version (4 bits), type (4 bits)
 *  1        zero
 *  2..3     length of the whole datagram, authentication tag included
 *  4..11    connection id
 *  12..19   packet number, from 0, never used twice under one key
 * </pre>
 *
 * @param datagramBytes length of the whole datagram; a reader checks it against what arrived
 * @param packetNumber not negative
 */
public record PacketHeader(PacketType type, int datagramBytes, long connectionId, long packetNumber) {
    public static final int VERSION = 1;
    public static final int BYTES = 20;
    /** IPv4 and UDP headers, which count against a rate. */
    public static final int IP_UDP_BYTES = 28;

    /** Writes the header at the buffer's position and advances it. */
    public void write(ByteBuffer into) {
        into.put((byte) (VERSION << 4 | type.code()));
        into.put((byte) 0);
        into.putShort((short) datagramBytes);
        into.putLong(connectionId);
        into.putLong(packetNumber);
    }

    /** Reads a header from a whole datagram between position and limit; advances the position to the payload. */
    public static PacketHeader read(ByteBuffer datagram) throws MalformedDatagramException {
        int arrivedBytes = datagram.remaining();
        if (arrivedBytes < BYTES) {
            throw new MalformedDatagramException(arrivedBytes + " bytes are less than a header's " + BYTES);
        }
        int first = datagram.get() & 0xFF;
        if (first >>> 4 != VERSION) {
            throw new MalformedDatagramException("version " + (first >>> 4) + " is not " + VERSION);
        }
        PacketType type = PacketType.of(first);
        if (datagram.get() != 0) {
            throw new MalformedDatagramException("byte 1 is not zero");
        }
        int datagramBytes = datagram.getShort() & 0xFFFF;
        if (datagramBytes != arrivedBytes) {
            throw new MalformedDatagramException("length " + datagramBytes + " but " + arrivedBytes + " arrived");
        }
        long connectionId = datagram.getLong();
        long packetNumber = datagram.getLong();
        if (packetNumber < 0) {
            throw new MalformedDatagramException("packet number beyond 2^63");
        }
        return new PacketHeader(type, datagramBytes, connectionId, packetNumber);
    }
}

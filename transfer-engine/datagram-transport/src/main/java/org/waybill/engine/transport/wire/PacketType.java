package org.waybill.engine.transport.wire;

/** What a datagram carries; the low four bits of its first byte. */
public enum PacketType {
    /** First word of the initiator, padded to the base datagram size, with the cookie if it has one. */
    HELLO(1),
    /** The responder's answer to a HELLO without a valid cookie; smaller than the HELLO. */
    COOKIE(2),
    /** The responder accepts: the address is validated. */
    WELCOME(3),
    DATA(4),
    ACK(5),
    /** The data sender's bookkeeping: below which packet number it needs no more acknowledgements. */
    STATUS(6),
    /** All data has been sent once; carries the total length. */
    END(7),
    /** Padding only: path MTU probe, keep-alive, and question for an acknowledgement. */
    PROBE(8),
    PATH_CHALLENGE(9),
    PATH_RESPONSE(10),
    CLOSE(11);

    private static final PacketType[] BY_CODE = new PacketType[16];

    static {
        for (PacketType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;

    PacketType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static PacketType of(int code) throws MalformedDatagramException {
        PacketType type = BY_CODE[code & 0x0F];
        if (type == null) {
            throw new MalformedDatagramException("packet type " + (code & 0x0F) + " is not defined");
        }
        return type;
    }
}

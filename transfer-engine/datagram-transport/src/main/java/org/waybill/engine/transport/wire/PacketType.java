package org.waybill.engine.transport.wire;

/** What a datagram carries; the low four bits of its first byte are its place here, from 1. */
public enum PacketType {
    /** First word of the initiator, padded to the base datagram size, with the cookie if it has one. */
    HELLO,
    /** The responder's answer to a HELLO without a valid cookie; smaller than the HELLO. */
    COOKIE,
    /** The responder accepts: the address is validated. */
    WELCOME,
    DATA,
    ACK,
    /** The data sender's bookkeeping: below which packet number it needs no more acknowledgements. */
    STATUS,
    /** All data has been sent once; carries the total length. */
    END,
    /** Padding only: path MTU probe, keep-alive, and question for an acknowledgement. */
    PROBE,
    PATH_CHALLENGE,
    PATH_RESPONSE,
    CLOSE;

    private static final PacketType[] ALL = values();

    int code() {
        return ordinal() + 1;
    }

    static PacketType of(int code) throws MalformedDatagramException {
        int place = (code & 0x0F) - 1;
        if (place < 0 || place >= ALL.length) {
            throw new MalformedDatagramException("packet type " + (code & 0x0F) + " is not defined");
        }
        return ALL[place];
    }
}

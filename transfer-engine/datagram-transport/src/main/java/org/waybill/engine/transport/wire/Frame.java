package org.waybill.engine.transport.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The payload of a datagram, once it is known to be authentic. */
public sealed interface Frame
        permits Frame.Hello,
                Frame.Cookie,
                Frame.Welcome,
                Frame.Data,
                Ack,
                Frame.Status,
                Frame.End,
                Frame.Probe,
                Frame.PathChallenge,
                Frame.PathResponse,
                Frame.Close {
    default PacketType type() {
        return switch (this) {
            case Hello _ -> PacketType.HELLO;
            case Cookie _ -> PacketType.COOKIE;
            case Welcome _ -> PacketType.WELCOME;
            case Data _ -> PacketType.DATA;
            case Ack _ -> PacketType.ACK;
            case Status _ -> PacketType.STATUS;
            case End _ -> PacketType.END;
            case Probe _ -> PacketType.PROBE;
            case PathChallenge _ -> PacketType.PATH_CHALLENGE;
            case PathResponse _ -> PacketType.PATH_RESPONSE;
            case Close _ -> PacketType.CLOSE;
        };
    }

    /** @param cookie empty in the first HELLO */
    record Hello(byte[] cookie) implements Frame {}

    record Cookie(byte[] cookie) implements Frame {}

    record Welcome() implements Frame {}

    /**
     * File data. A datagram never crosses the edge of a block.
     *
     * @param offset in the whole file or stream, in bytes
     */
    record Data(long offset, ByteBuffer bytes) implements Frame {}

    /** @param floor every packet number below is settled: the receiver need not report it any more */
    record Status(long floor) implements Frame {}

    /** @param totalBytes length of the whole file or stream */
    record End(long totalBytes) implements Frame {}

    /** @param paddingBytes zeros that make up the probed size */
    record Probe(int paddingBytes) implements Frame {}

    record PathChallenge(long token) implements Frame {}

    record PathResponse(long token) implements Frame {}

    /** @param text for a person, at most {@value #MAX_TEXT_BYTES} bytes of UTF-8; longer text is cut */
    record Close(CloseCode code, String text) implements Frame {
        public static final int MAX_TEXT_BYTES = 200;

        byte[] textBytes() {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return bytes.length <= MAX_TEXT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_TEXT_BYTES);
        }
    }
}

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
    PacketType type();

    /** @param cookie empty in the first HELLO */
    record Hello(byte[] cookie) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.HELLO;
        }
    }

    record Cookie(byte[] cookie) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.COOKIE;
        }
    }

    record Welcome() implements Frame {
        @Override
        public PacketType type() {
            return PacketType.WELCOME;
        }
    }

    /**
     * File data. A datagram never crosses the edge of a block.
     *
     * @param offset in the whole file or stream, in bytes
     */
    record Data(long offset, ByteBuffer bytes) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.DATA;
        }
    }

    /** @param floor every packet number below is settled: the receiver need not report it any more */
    record Status(long floor) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.STATUS;
        }
    }

    /** @param totalBytes length of the whole file or stream */
    public record End(long totalBytes) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.END;
        }
    }

    /** @param paddingBytes zeros that make up the probed size */
    record Probe(int paddingBytes) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.PROBE;
        }
    }

    record PathChallenge(long token) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.PATH_CHALLENGE;
        }
    }

    record PathResponse(long token) implements Frame {
        @Override
        public PacketType type() {
            return PacketType.PATH_RESPONSE;
        }
    }

    /** @param text for a person, at most {@value #MAX_TEXT_BYTES} bytes of UTF-8; longer text is cut */
    record Close(CloseCode code, String text) implements Frame {
        public static final int MAX_TEXT_BYTES = 200;

        @Override
        public PacketType type() {
            return PacketType.CLOSE;
        }

        byte[] textBytes() {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return bytes.length <= MAX_TEXT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_TEXT_BYTES);
        }
    }
}

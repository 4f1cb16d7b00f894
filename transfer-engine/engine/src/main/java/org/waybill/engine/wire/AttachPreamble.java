package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first bytes of a data connection: {@code "WBD1" | session (16) | u32 connection | HMAC-SHA256 (32)}. TLS starts
 * with the byte 0x16, so both kinds of connection share one port.
 *
 * @param tag see {@link DataKeys#attachTag}
 */
public record AttachPreamble(byte[] session, int connection, byte[] tag) {
    /** Length in bytes. */
    public static final int LENGTH = 56;
    /** The first byte of a data connection. */
    public static final byte FIRST_BYTE = 'W';

    private static final byte[] MAGIC = {FIRST_BYTE, 'B', 'D', '1'};

    public byte[] encode() {
        return encode(MAGIC, session, connection, tag);
    }

    public static AttachPreamble decode(byte[] bytes) throws WireException {
        return decode(MAGIC, bytes, "neither TLS nor a data connection");
    }

    /** The same layout with other first bytes. */
    public static byte[] encode(byte[] magic, byte[] id, int number, byte[] tag) {
        return ByteBuffer.allocate(LENGTH)
                .put(magic)
                .put(id)
                .putInt(number)
                .put(tag)
                .array();
    }

    /** @param otherwise what to say of bytes that begin with others */
    public static AttachPreamble decode(byte[] magic, byte[] bytes, String otherwise) throws WireException {
        if (!startsWith(magic, bytes)) {
            throw new WireException(otherwise);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).position(magic.length);
        byte[] id = new byte[16];
        in.get(id);
        int number = in.getInt();
        byte[] tag = new byte[32];
        in.get(tag);
        return new AttachPreamble(id, number, tag);
    }

    /** Whether it is a whole preamble with these first bytes. */
    public static boolean startsWith(byte[] magic, byte[] bytes) {
        return bytes.length == LENGTH && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }
}

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
        return ByteBuffer.allocate(LENGTH)
                .put(MAGIC)
                .put(session)
                .putInt(connection)
                .put(tag)
                .array();
    }

    public static AttachPreamble decode(byte[] bytes) throws WireException {
        if (bytes.length != LENGTH || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new WireException("neither TLS nor a data connection");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).position(MAGIC.length);
        byte[] session = new byte[16];
        in.get(session);
        int connection = in.getInt();
        byte[] tag = new byte[32];
        in.get(tag);
        return new AttachPreamble(session, connection, tag);
    }
}

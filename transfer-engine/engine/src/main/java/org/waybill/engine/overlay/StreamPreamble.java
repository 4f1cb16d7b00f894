package org.waybill.engine.overlay;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.waybill.engine.Sha256;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.WireException;

/**
 * The first bytes of a stream through a relay: {@code "WBR1" | circuit (16) | u32 stream | HMAC-SHA256 (32)}, as long
 * as a data connection's, so that a node reads either before it knows which it is.
 */
public record StreamPreamble(byte[] circuit, int stream, byte[] tag) {
    static final int CIRCUIT_BYTES = 16;
    private static final byte[] MAGIC = {'W', 'B', 'R', '1'};

    static StreamPreamble of(byte[] circuit, byte[] key, int stream) {
        return new StreamPreamble(circuit, stream, tag(circuit, key, stream));
    }

    private static byte[] tag(byte[] circuit, byte[] key, int stream) {
        return Sha256.hmac(
                Sha256.key(key), circuit, ByteBuffer.allocate(4).putInt(stream).array());
    }

    boolean isMadeWith(byte[] key) {
        return MessageDigest.isEqual(tag, tag(circuit, key, stream));
    }

    /** Whether these first bytes of a connection announce a stream through a relay. */
    public static boolean matches(byte[] bytes) {
        return AttachPreamble.startsWith(MAGIC, bytes);
    }

    byte[] encode() {
        return AttachPreamble.encode(MAGIC, circuit, stream, tag);
    }

    /** Reads it. */
    public static StreamPreamble decode(byte[] bytes) throws WireException {
        AttachPreamble read = AttachPreamble.decode(MAGIC, bytes, "no stream through a relay");
        return new StreamPreamble(read.session(), read.connection(), read.tag());
    }
}

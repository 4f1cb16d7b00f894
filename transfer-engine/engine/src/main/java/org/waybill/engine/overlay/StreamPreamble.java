package org.waybill.engine.overlay;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.waybill.engine.wire.WireException;

/**
 * The first bytes of a stream through a relay: {@code "WBR1" | circuit (16) | u32 stream | HMAC-SHA256 (32)}, as long
 * as a data connection's, so that a node reads either before it knows which it is.
 */
public record StreamPreamble(byte[] circuit, int stream, byte[] tag) {
    static final int LENGTH = 56;
    static final int CIRCUIT_BYTES = 16;
    private static final byte[] MAGIC = {'W', 'B', 'R', '1'};

    static StreamPreamble of(byte[] circuit, byte[] key, int stream) {
        return new StreamPreamble(circuit, stream, tag(circuit, key, stream));
    }

    private static byte[] tag(byte[] circuit, byte[] key, int stream) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(circuit);
            return mac.doFinal(ByteBuffer.allocate(4).putInt(stream).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isMadeWith(byte[] key) {
        return MessageDigest.isEqual(tag, tag(circuit, key, stream));
    }

    /** Whether these first bytes of a connection announce a stream through a relay. */
    public static boolean matches(byte[] bytes) {
        return bytes.length == LENGTH && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    byte[] encode() {
        return ByteBuffer.allocate(LENGTH)
                .put(MAGIC)
                .put(circuit)
                .putInt(stream)
                .put(tag)
                .array();
    }

    /** Reads it. */
    public static StreamPreamble decode(byte[] bytes) throws WireException {
        if (!matches(bytes)) {
            throw new WireException("no stream through a relay");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).position(MAGIC.length);
        byte[] circuit = new byte[CIRCUIT_BYTES];
        in.get(circuit);
        int stream = in.getInt();
        byte[] tag = new byte[32];
        in.get(tag);
        return new StreamPreamble(circuit, stream, tag);
    }
}

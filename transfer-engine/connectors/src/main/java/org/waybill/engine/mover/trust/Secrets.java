package org.waybill.engine.mover.trust;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Passwords on their way into a library that needs bytes. */
public final class Secrets {
    private Secrets() {}

    /** The bytes of a secret, which its user overwrites; the characters given are overwritten here. */
    public static byte[] utf8(char[] secret) {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(secret));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        encoded.flip();
        while (encoded.hasRemaining()) {
            encoded.put((byte) 0);
        }
        Arrays.fill(secret, '\0');
        return bytes;
    }
}

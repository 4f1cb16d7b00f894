package org.waybill.client.credentials;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Secrets between their two forms, without leaving copies in strings. */
final class Secrets {
    private Secrets() {}

    @SuppressWarnings("ByteBufferBackingArray") // the encoder has made it on the heap
    static byte[] bytes(char[] secret) {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(secret));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        Arrays.fill(encoded.array(), (byte) 0);
        return bytes;
    }

    static char[] chars(byte[] secret) {
        CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(secret));
        char[] chars = new char[decoded.remaining()];
        decoded.get(chars);
        Arrays.fill(decoded.array(), '\0');
        return chars;
    }
}

package org.waybill.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.SortedMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 without checked exceptions, in the forms the engine uses. */
public final class Sha256 {
    /** How much of a file is read at a time to digest it. */
    public static final int BUFFER_BYTES = 1 << 20;

    private static final String HMAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private Sha256() {}

    /** A digest of nothing yet. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public static byte[] of(byte[] content) {
        return start().digest(content);
    }

    public static byte[] of(byte[] array, int start, int length) {
        MessageDigest digest = start();
        digest.update(array, start, length);
        return digest.digest();
    }

    /** The digest so far; the running one continues. */
    public static byte[] soFar(MessageDigest running) {
        return copy(running).digest();
    }

    /** A second running digest of the same beginning. */
    public static MessageDigest copy(MessageDigest running) {
        try {
            return (MessageDigest) running.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's SHA-256 can be copied", e);
        }
    }

    /** A key for {@link #hmac}. */
    public static Key key(byte[] secret) {
        return new SecretKeySpec(secret, HMAC);
    }

    /** One that no one knows. A seed of the system's could make older ones wait until they have enough of it. */
    public static Key newKey() {
        byte[] secret = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(secret);
        return key(secret);
    }

    /** HMAC-SHA256 (RFC 2104) over these parts, one after the other. */
    public static byte[] hmac(Key key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    public static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    /** The digest of a short text, shortened to {@code characters} of hex. */
    public static String ofText(String text, int characters) {
        return hex(of(text.getBytes(StandardCharsets.UTF_8))).substring(0, characters);
    }

    /** Adds exactly {@code bytes} of a stream to digests; {@link EOFException} when there are fewer. */
    public static void addPrefix(InputStream in, long bytes, MessageDigest... digests) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = bytes;
        while (left > 0) {
            int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (n < 0) {
                throw new EOFException(left + " bytes missing");
            }
            for (MessageDigest digest : digests) {
                digest.update(buffer, 0, n);
            }
            left -= n;
        }
    }

    /** One digest for many files: of the sorted lines {@code HEX  NAME}, as {@code sha256sum} prints them. */
    public static String ofFiles(SortedMap<String, String> hexByName) {
        MessageDigest digest = start();
        hexByName.forEach((name, hex) -> digest.update((hex + "  " + name + "\n").getBytes(StandardCharsets.UTF_8)));
        return hex(digest.digest());
    }
}

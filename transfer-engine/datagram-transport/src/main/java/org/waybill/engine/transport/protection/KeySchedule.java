package org.waybill.engine.transport.protection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One direction's keys. The 32-byte secret comes over the TLS control channel; HKDF-SHA256 (RFC 5869) makes of it a
 * chain of secrets, one an epoch, each of which yields a key and an IV. The chain runs one way, so that a key that
 * leaks does not open what was sent before.
 */
final class KeySchedule {
    static final int SECRET_BYTES = 32;
    private static final int KEY_BYTES = 16;
    private static final int IV_BYTES = 12;

    private final KDF hkdf;
    private byte[] epochSecret;

    /** @param direction distinguishes the two directions of a connection */
    KeySchedule(byte[] secret, long connectionId, String direction) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret of " + secret.length + " bytes, want " + SECRET_BYTES);
        }
        try {
            hkdf = KDF.getInstance("HKDF-SHA256");
            byte[] salt = ByteBuffer.allocate(Long.BYTES).putLong(connectionId).array();
            AlgorithmParameterSpec extract = HKDFParameterSpec.ofExtract()
                    .addIKM(secret)
                    .addSalt(salt)
                    .thenExpand(label("waybill udp 1 " + direction), SECRET_BYTES);
            epochSecret = hkdf.deriveData(extract);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HKDF-SHA256", e);
        }
    }

    /** The key of an epoch and the IV that packet numbers are mixed into. */
    record EpochKey(SecretKey key, byte[] iv) {}

    /** The present epoch's key; the schedule moves on to the next epoch. */
    EpochKey next() {
        EpochKey key = new EpochKey(new SecretKeySpec(expand("key", KEY_BYTES), "AES"), expand("iv", IV_BYTES));
        byte[] following = expand("next", SECRET_BYTES);
        Arrays.fill(epochSecret, (byte) 0);
        epochSecret = following;
        return key;
    }

    private byte[] expand(String label, int bytes) {
        try {
            SecretKey from = new SecretKeySpec(epochSecret, "HKDF-PRK");
            return hkdf.deriveData(HKDFParameterSpec.expandOnly(from, label(label), bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HKDF-SHA256 failed", e);
        }
    }

    private static byte[] label(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

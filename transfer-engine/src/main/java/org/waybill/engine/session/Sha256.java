package org.waybill.engine.session;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 without checked exceptions: every Java has it. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] of(byte[] array, int start, int length) {
        MessageDigest digest = create();
        digest.update(array, start, length);
        return digest.digest();
    }
}

package org.waybill.engine.mover.sftp;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A host's name as HashKnownHosts keeps it (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
final class HashedName {
    private static final int SALT_BYTES = 20;

    private HashedName() {}

    static String of(String name) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(salt, "HmacSHA1"));
            Base64.Encoder base64 = Base64.getEncoder();
            return "|1|" + base64.encodeToString(salt) + "|"
                    + base64.encodeToString(mac.doFinal(name.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA1", e);
        }
    }
}

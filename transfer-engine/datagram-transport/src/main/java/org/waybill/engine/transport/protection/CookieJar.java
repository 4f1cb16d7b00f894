package org.waybill.engine.transport.protection;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Stateless proof that a peer receives at the address it sends from: a truncated HMAC-SHA256 of address, connection and
 * time slot. Valid for the slot it was made in and the following one.
 */
public final class CookieJar {
    public static final int COOKIE_BYTES = 16;
    /** How long a slot lasts; a cookie lives between one and two slots. */
    public static final long SLOT_NS = 120_000_000_000L;

    private final Mac hmac;

    /** @param secret 32 random bytes known to the responder alone */
    public CookieJar(byte[] secret) {
        try {
            hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(secret, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    /** @param address IP address and port of the peer, in any fixed form */
    public byte[] bake(long nowNs, byte[] address, long connectionId) {
        return bakeFor(Math.floorDiv(nowNs, SLOT_NS), address, connectionId);
    }

    public boolean isGood(long nowNs, byte[] address, long connectionId, byte[] cookie) {
        long slot = Math.floorDiv(nowNs, SLOT_NS);
        return MessageDigest.isEqual(cookie, bakeFor(slot, address, connectionId))
                || MessageDigest.isEqual(cookie, bakeFor(slot - 1, address, connectionId));
    }

    private synchronized byte[] bakeFor(long slot, byte[] address, long connectionId) {
        hmac.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(slot)
                .putLong(connectionId)
                .array());
        return Arrays.copyOf(hmac.doFinal(address), COOKIE_BYTES);
    }
}

package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import org.waybill.engine.Sha256;

/**
 * The keys of one session's data connections, derived by HKDF-SHA256 (RFC 5869) from the 32 bytes that the client sent
 * over the control connection. They are not sent otherwise, so a relay that forwards the bytes can neither read nor
 * change them.
 */
public final class DataKeys {
    /** Bytes of the secret. */
    public static final int SECRET_BYTES = 32;

    private static final int KEY_BYTES = 16;

    private final SecretKey extracted;
    private final SecretKey attachKey;

    public DataKeys(byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a session's secret has " + SECRET_BYTES + " bytes");
        }
        extracted =
                derive("Generic", HKDFParameterSpec.ofExtract().addIKM(secret).extractOnly());
        attachKey = expand("HmacSHA256", "waybill 1 attach", SECRET_BYTES);
    }

    /** Proves that a data connection belongs to the session. */
    public byte[] attachTag(byte[] session, int connection) {
        return Sha256.hmac(
                attachKey, session, ByteBuffer.allocate(4).putInt(connection).array());
    }

    /** The first bytes of a data connection of the session. */
    public AttachPreamble preamble(byte[] session, int connection) {
        return new AttachPreamble(session, connection, attachTag(session, connection));
    }

    public boolean isAttachTag(byte[] tag, byte[] session, int connection) {
        return MessageDigest.isEqual(tag, attachTag(session, connection));
    }

    /** Seals what the source sends on this connection. */
    public RecordSealer sealer(int connection) {
        return new RecordSealer(this, connection);
    }

    /** Opens it at the sink. */
    public RecordOpener opener(int connection) {
        return new RecordOpener(this, connection);
    }

    /** The secret of a data stream over datagrams; its own keys come from it. */
    public byte[] datagramSecret(int connection) {
        return expand("Generic", "waybill 1 datagrams " + connection, SECRET_BYTES)
                .getEncoded();
    }

    /** The key of a connection's records in one epoch; data flow in one direction only, from the source. */
    SecretKey recordKey(int connection, long epoch) {
        return expand("AES", "waybill 1 data " + connection + " " + epoch, KEY_BYTES);
    }

    private SecretKey expand(String algorithm, String info, int bytes) {
        byte[] label = info.getBytes(StandardCharsets.US_ASCII);
        return derive(algorithm, HKDFParameterSpec.expandOnly(extracted, label, bytes));
    }

    private static SecretKey derive(String algorithm, HKDFParameterSpec how) {
        try {
            return KDF.getInstance("HKDF-SHA256").deriveKey(algorithm, how);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

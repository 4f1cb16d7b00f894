package org.waybill.engine.identity;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.waybill.engine.Sha256;

/**
 * SHA-256 over a certificate's DER encoding, as 64 lower-case hex digits: what
 * {@code openssl x509 -fingerprint -sha256} shows, without its colons.
 */
public record Fingerprint(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Fingerprint {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a fingerprint is 64 lower-case hex digits");
        }
    }

    /** Reads what a person typed: colons, blanks and capitals are accepted. */
    public static Fingerprint parse(String text) {
        return new Fingerprint(text.replaceAll("[: ]", "").toLowerCase(Locale.ROOT));
    }

    public static Fingerprint of(X509Certificate certificate) {
        try {
            return new Fingerprint(Sha256.hex(Sha256.of(certificate.getEncoded())));
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("certificate cannot be encoded", e);
        }
    }

    /** The 32 bytes of a fingerprint on the wire. */
    public static Fingerprint ofBytes(byte[] bytes) {
        return new Fingerprint(HexFormat.of().formatHex(bytes));
    }

    /** Its 32 bytes. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** The same as OpenSSH writes fingerprints: "SHA256:" and base 64. */
    public String sha256() {
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(bytes());
    }

    @Override
    public String toString() {
        return hex;
    }
}

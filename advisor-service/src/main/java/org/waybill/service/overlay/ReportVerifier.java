package org.waybill.service.overlay;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.RelayReport;
import org.waybill.service.InputChecks;

/**
 * Who made a report: the certificate whose key endorsed the Ed25519 key (RFC 8032) that signed it. Forms as in {@code
 * docs/engine-protocol.md}.
 */
final class ReportVerifier {
    /** SubjectPublicKeyInfo of Ed25519 up to the key itself (RFC 8410, section 4). */
    private static final byte[] KEY_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final byte[] ENDORSEMENT = "waybill 1 route key".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_CERTIFICATE = 8_192;

    private ReportVerifier() {}

    /**
     * The fingerprint of the certificate of the report's sender, in hexadecimal.
     *
     * @throws ServiceException {@code FORBIDDEN} if signature or endorsement are not good
     */
    static String fingerprint(RelayReport report) {
        InputChecks.required("certificate", report.certificate(), MOST_CERTIFICATE);
        if (!report.routeKey().matches("[0-9a-f]{64}")) {
            throw InputChecks.bad("invalid routeKey: expected 64 hexadecimal digits");
        }
        try {
            byte[] certificate = Base64.getDecoder().decode(report.certificate());
            X509Certificate parsed = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
            byte[] key = HexFormat.of().parseHex(report.routeKey());
            boolean endorsed = verifies(
                    "SHA256withECDSA",
                    parsed.getPublicKey(),
                    join(ENDORSEMENT, key),
                    Base64.getDecoder().decode(report.endorsement()));
            boolean signed = verifies(
                    "Ed25519",
                    ed25519(key),
                    report.signedText(),
                    Base64.getDecoder().decode(report.signature()));
            if (!endorsed || !signed) {
                throw ServiceException.forbidden("the report's signature does not match its certificate");
            }
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new ServiceException(ServiceException.BAD_REQUEST, "certificate, key or signature cannot be read", e);
        }
    }

    private static PublicKey ed25519(byte[] key) throws GeneralSecurityException {
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(join(KEY_PREFIX, key)));
    }

    private static boolean verifies(String algorithm, PublicKey key, byte[] text, byte[] signature)
            throws GeneralSecurityException {
        Signature check = Signature.getInstance(algorithm);
        check.initVerify(key);
        check.update(text);
        return check.verify(signature);
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}

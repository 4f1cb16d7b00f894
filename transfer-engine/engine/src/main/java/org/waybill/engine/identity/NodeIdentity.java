package org.waybill.engine.identity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.PrivateFiles;

/**
 * The key and self-signed certificate of one {@code WAYBILL_HOME}; a node and a client that share it are one identity.
 * ECDSA on P-256, since the JDK's TLS offers no Ed25519 certificates.
 */
public record NodeIdentity(PrivateKey key, X509Certificate certificate) {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN (PRIVATE KEY|CERTIFICATE)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

    public Fingerprint fingerprint() {
        return Fingerprint.of(certificate);
    }

    /** Reads the identity kept under {@code home/identity.pem}, or makes one when there is none yet. */
    public static NodeIdentity loadOrCreate(Path home) throws TransferException {
        Path file = home.resolve("identity.pem");
        try {
            if (!Files.exists(file)) {
                create(home, file);
            }
            PrivateKeyFiles.requirePrivate(file);
            // any bytes: what is not PEM is reported below
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw StorageErrors.map(e, "using the identity", file.toString());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    file + " contains no usable key and certificate; move it away"
                            + " and a new identity is made (peers must then be paired again)",
                    e);
        }
    }

    private static void create(Path home, Path file) throws IOException, GeneralSecurityException {
        PrivateFiles.holding(home.resolve("identity.lock"), () -> {
            if (!Files.exists(file)) {
                PrivateFiles.replace(file, pem(SelfSigned.create()));
            }
            return file;
        });
    }

    private static String pem(NodeIdentity identity) throws GeneralSecurityException {
        return block("PRIVATE KEY", identity.key.getEncoded())
                + block("CERTIFICATE", identity.certificate.getEncoded());
    }

    private static String block(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    private static NodeIdentity parse(String text) throws GeneralSecurityException {
        byte[] key = new byte[0];
        byte[] certificate = new byte[0];
        Matcher matcher = PEM.matcher(text);
        while (matcher.find()) {
            byte[] der = Base64.getMimeDecoder().decode(matcher.group(2).getBytes(StandardCharsets.US_ASCII));
            if (matcher.group(1).equals("CERTIFICATE")) {
                certificate = der;
            } else {
                key = der;
            }
        }
        return new NodeIdentity(
                KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                (X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(certificate)));
    }
}

package org.waybill.engine.mover.trust;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.waybill.engine.Sha256;
import org.waybill.platform.PrivateFiles;

/**
 * What a server shows of itself that was not seen here before.
 *
 * @param what for people: "host key" or "certificate"
 * @param server its name as {@code file} has it
 * @param fingerprint "SHA256:" and base 64, as OpenSSH prints it
 * @param file where the servers that were seen are kept
 * @param line to add there
 */
public record ServerIdentity(String what, String server, String fingerprint, String file, String line)
        implements Serializable {
    private static final String SHA256 = "SHA256:";

    /** SHA-256 of a key or of a certificate's DER encoding. */
    public static String fingerprint(byte[] encoded) {
        return SHA256 + Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(encoded));
    }

    public static String fingerprint(X509Certificate certificate) {
        try {
            return fingerprint(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("a certificate cannot be encoded", e);
        }
    }

    /** Whether a person's text is this fingerprint, in base 64 or, as openssl prints it, in hex. */
    public boolean isFingerprint(String text) {
        String plain = text.strip();
        String bare =
                plain.regionMatches(true, 0, SHA256, 0, SHA256.length()) ? plain.substring(SHA256.length()) : plain;
        String digest = fingerprint.substring(SHA256.length());
        String hex = HexFormat.of().formatHex(Base64.getDecoder().decode(digest));
        return bare.replaceFirst("=+$", "").equals(digest)
                || bare.replaceAll("[: ]", "").toLowerCase(Locale.ROOT).equals(hex);
    }

    /** Keeps it: from now on the server is known by this, and anything else it shows is refused. */
    public void keep() throws IOException {
        Path path = Path.of(file);
        Path directory = path.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            PrivateFiles.createDirectory(directory);
        }
        boolean begun = Files.exists(path) && Files.size(path) > 0;
        boolean newLine =
                begun && !Files.readString(path, StandardCharsets.ISO_8859_1).endsWith("\n");
        if (!begun) {
            PrivateFiles.replace(path, line + "\n");
        } else {
            Files.writeString(path, (newLine ? "\n" : "") + line + "\n", StandardOpenOption.APPEND);
        }
    }
}

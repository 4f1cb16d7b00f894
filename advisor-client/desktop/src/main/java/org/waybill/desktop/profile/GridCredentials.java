package org.waybill.desktop.profile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.waybill.platform.PrivateFiles;

/** What a user identifies themselves with besides passwords, and whom they know: all in files of other programs. */
public final class GridCredentials {
    private final Path userHome;
    private final Path trusted;

    GridCredentials(Path userHome, Path trusted) {
        this.userHome = userHome;
        this.trusted = trusted;
    }

    /** An SSH key pair by its public half. */
    public record SshKey(Path file, String type, String comment, String fingerprint, boolean readableByOthers) {}

    /** What a certificate is for. */
    public enum Use {
        USER("User certificate"),
        PROXY("Proxy"),
        TRUSTED("Trusted authority");

        private final String title;

        Use(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** An X.509 certificate in a file. */
    public record X509(Use use, Path file, String subject, Instant from, Instant until) {
        public boolean isValidAt(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }

    /**
     * A line of known_hosts (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT).
     *
     * @param hosts as written there; {@code (hashed)} when the name is not readable
     * @param line the whole line
     */
    public record KnownHost(String hosts, String type, String fingerprint, String line) {}

    private Path ssh() {
        return userHome.resolve(".ssh");
    }

    /** The pairs in {@code ~/.ssh} whose both halves are there. */
    public List<SshKey> sshKeys() throws IOException {
        List<SshKey> keys = new ArrayList<>();
        if (!Files.isDirectory(ssh())) {
            return keys;
        }
        try (DirectoryStream<Path> halves = Files.newDirectoryStream(ssh(), "id_*")) {
            for (Path file : halves) {
                if (!file.toString().endsWith(".pub") && Files.isRegularFile(file)) {
                    keys.add(sshKey(file));
                }
            }
        }
        keys.sort(Comparator.comparing(SshKey::file));
        return keys;
    }

    private static SshKey sshKey(Path file) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".pub");
        String[] words = Files.isReadable(half) ? Files.readString(half).strip().split("\\s+", 3) : new String[0];
        return new SshKey(
                file,
                words.length > 0 ? words[0] : "unknown",
                words.length > 2 ? words[2] : "",
                words.length > 1 ? fingerprint(words[1]) : "",
                PrivateFiles.isOpenToOthers(file));
    }

    /** As {@code ssh-keygen -l} writes it. */
    static String fingerprint(String base64) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getDecoder().decode(base64));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (IllegalArgumentException e) {
            return "unreadable";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The user's grid certificate, their proxy, and the authorities that they trust besides the system's. */
    public List<X509> certificates(Optional<Path> proxy) throws IOException {
        List<X509> found = new ArrayList<>();
        read(userHome.resolve(".globus/usercert.pem"), Use.USER, 1, found);
        if (proxy.isPresent()) {
            read(proxy.get(), Use.PROXY, 1, found);
        }
        read(trusted, Use.TRUSTED, Integer.MAX_VALUE, found);
        return found;
    }

    private static void read(Path file, Use use, int most, List<X509> found) throws IOException {
        if (!Files.isReadable(file)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            int count = 0;
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Certificate each : factory.generateCertificates(onlyCertificates(in))) {
                if (each instanceof X509Certificate one && count++ < most) {
                    found.add(new X509(
                            use,
                            file,
                            one.getSubjectX500Principal().getName(),
                            one.getNotBefore().toInstant(),
                            one.getNotAfter().toInstant()));
                }
            }
        } catch (CertificateException e) {
            throw new IOException(file + " holds no certificate in PEM form", e);
        }
    }

    /** A proxy's file holds its private key between the certificates; the factory would stumble over it. */
    private static InputStream onlyCertificates(InputStream in) throws IOException {
        StringBuilder kept = new StringBuilder();
        boolean inside = false;
        for (String line :
                new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
            inside |= line.startsWith("-----BEGIN CERTIFICATE");
            if (inside) {
                kept.append(line).append('\n');
            }
            inside &= !line.startsWith("-----END CERTIFICATE");
        }
        return new ByteArrayInputStream(kept.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** The hosts whose keys SSH knows. */
    public List<KnownHost> knownHosts() throws IOException {
        List<KnownHost> known = new ArrayList<>();
        Path file = ssh().resolve("known_hosts");
        if (!Files.isReadable(file)) {
            return known;
        }
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String[] words = line.strip().split("\\s+");
            int first = words[0].startsWith("@") ? 1 : 0;
            if (words.length >= first + 3 && !words[0].startsWith("#")) {
                String hosts = words[first].startsWith("|1|") ? "(hashed)" : words[first];
                known.add(new KnownHost(
                        first == 1 ? words[0] + " " + hosts : hosts,
                        words[first + 1],
                        fingerprint(words[first + 2]),
                        line));
            }
        }
        return known;
    }

    /** Forgets a host, so that its key is asked about again. Other lines stay as they are. */
    public void forget(KnownHost host) throws IOException {
        Path file = ssh().resolve("known_hosts");
        List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
        if (lines.remove(host.line())) {
            PrivateFiles.replace(file, String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
        }
    }
}

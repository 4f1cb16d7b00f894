package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A grid's certification authority in a directory of its own, with a host certificate for this machine, a user, and the
 * user's proxy; made by OpenSSL and {@code grid-proxy-init}.
 */
public final class GridAuthority {
    public static final String USER = "/O=Waybill test/CN=Test User";

    private final Path home;

    private GridAuthority(Path home) {
        this.home = home;
    }

    /** @param names of hosts that the host certificate is for besides this machine */
    public static GridAuthority in(Path directory, String... names) {
        Packages.require("grid-proxy-init", "globus-proxy-utils");
        try {
            Path home = Files.createTempDirectory(directory, "grid");
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            GridAuthority authority = new GridAuthority(home);
            authority.makeAuthority();
            authority.issue(
                    "host",
                    "/O=Waybill test/CN=localhost",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1"
                            + String.join(
                                    "",
                                    Stream.of(names).map(name -> ",DNS:" + name).toList())
                            + "\nextendedKeyUsage=serverAuth,clientAuth");
            authority.issue("user", USER, "extendedKeyUsage=clientAuth");
            authority.run(
                    Map.of("X509_CERT_DIR", authority.trusted().toString()),
                    "grid-proxy-init",
                    "-q",
                    "-bits",
                    "2048",
                    "-cert",
                    authority.path("usercert.pem"),
                    "-key",
                    authority.path("userkey.pem"),
                    "-out",
                    authority.path("proxy.pem"));
            Files.writeString(home.resolve("grid-mapfile"), '"' + USER + "\" nobody\n");
            return authority;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void makeAuthority() throws IOException {
        Files.createDirectory(trusted());
        run(
                Map.of(),
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-sha256",
                "-days",
                "30",
                "-subj",
                "/O=Waybill test/CN=Test CA",
                "-keyout",
                path("cakey.pem"),
                "-out",
                path("cacert.pem"));
        String hash = run(Map.of(), "openssl", "x509", "-hash", "-noout", "-in", path("cacert.pem"))
                .strip();
        Files.copy(home.resolve("cacert.pem"), trusted().resolve(hash + ".0"));
        Files.writeString(trusted().resolve(hash + ".signing_policy"), """
            access_id_CA X509 '/O=Waybill test/CN=Test CA'
            pos_rights globus CA:sign
            cond_subjects globus '"/O=Waybill test/*"'
            """);
    }

    private void issue(String name, String subject, String extensions) throws IOException {
        Path extensionFile = Files.writeString(home.resolve(name + ".ext"), extensions + "\n");
        run(
                Map.of(),
                "openssl",
                "req",
                "-new",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                subject,
                "-keyout",
                path(name + "key.pem"),
                "-out",
                path(name + ".csr"));
        run(
                Map.of(),
                "openssl",
                "x509",
                "-req",
                "-in",
                path(name + ".csr"),
                "-CA",
                path("cacert.pem"),
                "-CAkey",
                path("cakey.pem"),
                "-CAcreateserial",
                "-days",
                "30",
                "-sha256",
                "-extfile",
                extensionFile.toString(),
                "-out",
                path(name + "cert.pem"));
        Files.setPosixFilePermissions(home.resolve(name + "key.pem"), PosixFilePermissions.fromString("rw-------"));
    }

    private String run(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(List.of(command) + " said: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return said;
    }

    private String path(String name) {
        return home.resolve(name).toString();
    }

    /** The directory of trusted authorities. */
    public Path trusted() {
        return home.resolve("certificates");
    }

    public Path hostCertificate() {
        return home.resolve("hostcert.pem");
    }

    public Path hostKey() {
        return home.resolve("hostkey.pem");
    }

    public Path proxy() {
        return home.resolve("proxy.pem");
    }

    /** What a grid server needs in its environment. */
    public Map<String, String> serverEnvironment() {
        return Map.of(
                "X509_CERT_DIR",
                trusted().toString(),
                "X509_USER_CERT",
                hostCertificate().toString(),
                "X509_USER_KEY",
                hostKey().toString(),
                "GRIDMAP",
                home.resolve("grid-mapfile").toString());
    }

    /** What a grid client needs in its environment. */
    public Map<String, String> clientEnvironment() {
        return Map.of("X509_CERT_DIR", trusted().toString(), "X509_USER_PROXY", proxy().toString());
    }
}

package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiTrust;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Running;

/**
 * jGlobus, a client of another make, copies through a gateway and from a gateway's own store, anonymously and with grid
 * security. It runs in a process of its own, with the BouncyCastle of 2013 that it needs (decision 0090).
 */
class JGlobusClientTest {
    private static GridAuthority authority;
    private static Path proxy;

    @TempDir
    Path temp;

    private Path served;
    private byte[] content;

    @AutoClose
    private final Running running = new Running();

    @BeforeAll
    static void makeAuthority(@TempDir Path grid) throws Exception {
        Files.setPosixFilePermissions(grid, PosixFilePermissions.fromString("rwxr-xr-x"));
        authority = GridAuthority.in(grid);
        proxy = withKeyThatJGlobusReads(Path.of(authority.clientEnvironment().get("X509_USER_PROXY")), grid);
    }

    /** The proxy with its key in PKCS #1: jGlobus does not read the PKCS #8 that grid-proxy-init writes today. */
    private static Path withKeyThatJGlobusReads(Path proxy, Path directory) throws Exception {
        Process openssl = new ProcessBuilder("openssl", "rsa", "-traditional", "-in", proxy.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String key = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(openssl.waitFor()).isZero();
        String certificates =
                Files.readString(proxy).replaceFirst("(?s)-----BEGIN PRIVATE KEY.*?END PRIVATE KEY-+\n", key);
        assertThat(certificates).contains("BEGIN RSA PRIVATE KEY");
        Path file = Files.createFile(
                directory.resolve("proxy-pkcs1.pem"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, certificates);
    }

    @BeforeEach
    void makeFiles() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        served = Files.createDirectory(temp.resolve("served"));
        content = new byte[3_000_001];
        new Random(3).nextBytes(content);
        Files.write(served.resolve("far.bin"), content);
        Files.write(temp.resolve("near.bin"), content);
    }

    private String jGlobus(int port, String proxy, String... arguments) throws Exception {
        String root = System.getProperty("waybill.root");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-DX509_CERT_DIR=" + authority.trusted(),
                "-cp",
                root + "/transfer-engine/gateway/target/jglobus/*",
                root + "/transfer-engine/gateway/src/test/jglobus/JGlobusClient.java",
                Integer.toString(port),
                proxy));
        command.addAll(List.of(arguments));
        Path output = temp.resolve("output.txt");
        Path errors = temp.resolve("errors.txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("ended in time: %s", Files.readString(errors)).isTrue();
        assertThat(process.waitFor())
                .as("%s printed: %s", command, Files.readString(errors))
                .isZero();
        return Files.readString(output);
    }

    private void assertGetsAndPuts(int port, String proxy, String directory, String mode) throws Exception {
        String got = temp + "/got.bin";
        jGlobus(
                port,
                proxy,
                mode,
                "get",
                directory + "/far.bin",
                got,
                "put",
                directory + "/put.bin",
                temp + "/near.bin");
        assertThat(temp.resolve("got.bin")).hasBinaryContent(content);
        assertThat(served.resolve("put.bin")).hasBinaryContent(content);
    }

    private Gateway relay(int server) throws Exception {
        return running.use(
                Gateway.start(GatewaySettings.relay(loopback(), List.of("localhost:" + server)), GatewayListener.NONE));
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private GsiSettings gsi() throws IOException {
        GsiCredential host = GsiCredential.load(authority.hostCertificate(), authority.hostKey());
        return new GsiSettings(host, running.use(GsiTrust.in(authority.trusted())), Set.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "eblock"})
    void copiesThroughAGatewayAnonymously(String mode) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.start(temp, served));
        Gateway gateway = relay(server.port());
        String directory = "ftp://localhost:" + server.port() + "/" + served;
        assertGetsAndPuts(gateway.address().getPort(), "anonymous", directory, mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "eblock"})
    void copiesThroughAGatewayWithGridSecurity(String mode) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        Gateway gateway = running.use(Gateway.start(
                GatewaySettings.relay(loopback(), List.of("localhost:" + server.port()))
                        .withGsi(gsi()),
                GatewayListener.NONE));
        String directory = "gsiftp://localhost:" + server.port() + "/" + served;
        assertGetsAndPuts(gateway.address().getPort(), proxy.toString(), directory, mode);
    }

    @Test
    void usesTheOwnStoreOfAGateway() throws Exception {
        Gateway gateway = running.use(Gateway.start(
                GatewaySettings.relay(loopback(), List.of())
                        .withStore(served, true)
                        .withGsi(gsi()),
                GatewayListener.NONE));
        int port = gateway.address().getPort();
        assertGetsAndPuts(port, proxy.toString(), "", "eblock");
        assertThat(jGlobus(port, proxy.toString(), "stream", "list", "/", "-", "checksum", "/far.bin", "SHA256")
                        .lines())
                .contains("far.bin", "put.bin", sha256());
    }

    private String sha256() throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}

package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.File;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiTrust;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Running;

/**
 * jGlobus, a client of another make, copies through a gateway, to and from a gateway's own store, and between two servers,
 * anonymously and with grid security; the Grid Community Toolkit's server is the reference. It runs in a process of its
 * own, with the BouncyCastle of 2013 that it needs (decision 0292).
 */
class JGlobusClientTest {
    private static GridAuthority authority;
    private static Path proxy;

    private static String jars;

    @TempDir
    private static Path compiled;

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

    /** Once: the launch of a source compiles it each time. */
    @BeforeAll
    static void compile() throws IOException {
        try (Stream<Path> all =
                Files.list(Path.of(System.getProperty("waybill.root"), "transfer-engine/gateway/target/jglobus"))) {
            jars = all.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        String source =
                System.getProperty("waybill.root") + "/transfer-engine/gateway/src/test/jglobus/JGlobusClient.java";
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-cp", jars, "-d", compiled.toString(), source))
                .isZero();
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

    private String jGlobus(String... script) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-DX509_CERT_DIR=" + authority.trusted(),
                "-XX:+UseSerialGC",
                "-cp",
                compiled + File.pathSeparator + jars,
                "JGlobusClient"));
        command.addAll(List.of(script));
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

    /** Gets and puts a file at each of some servers. */
    private final class Copies {
        private final List<String> script = new ArrayList<>();
        private final List<Path> copied = new ArrayList<>();
        private final String proxy;
        private final String mode;

        private Copies(String proxy, String mode) {
            this.proxy = proxy;
            this.mode = mode;
        }

        /** @param data what to do with the data connections: {@code self}, {@code private}, empty for nothing */
        private Copies at(int port, String directory, String data) {
            String name = mode + copied.size() + ".bin";
            script.addAll(List.of("login", Integer.toString(port), proxy, mode));
            if (!data.isEmpty()) {
                script.addAll(List.of("data", data));
            }
            script.addAll(List.of("get", directory + "/far.bin", temp + "/got" + name));
            script.addAll(List.of("put", directory + "/put" + name, temp + "/near.bin"));
            copied.add(temp.resolve("got" + name));
            copied.add(served.resolve("put" + name));
            return this;
        }

        private void run() throws Exception {
            jGlobus(script.toArray(String[]::new));
            assertThat(copied).isNotEmpty().allSatisfy(file -> assertThat(file).satisfies(sameContentAs(content)));
        }
    }

    private Gateway gateway(GatewaySettings settings) throws Exception {
        return running.use(Gateway.start(settings, GatewayListener.NONE));
    }

    private GatewaySettings relay(GridFtpServer server) {
        return GatewaySettings.relay(loopback(), List.of("localhost:" + server.port()));
    }

    private GatewaySettings store() {
        return GatewaySettings.relay(loopback(), List.of()).withStore(served, true);
    }

    private static int port(Gateway gateway) {
        return gateway.address().getPort();
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
    void copiesAnonymously(String mode) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.start(temp, served));
        new Copies("anonymous", mode)
                .at(server.port(), served.toString(), "")
                .at(port(gateway(relay(server))), "ftp://localhost:" + server.port() + "/" + served, "")
                .at(port(gateway(store())), "", "")
                .run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "eblock"})
    void copiesWithGridSecurity(String mode) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        new Copies(proxy.toString(), mode)
                .at(server.port(), served.toString(), "")
                .at(
                        port(gateway(relay(server).withGsi(gsi()))),
                        "gsiftp://localhost:" + server.port() + "/" + served,
                        "")
                .at(port(gateway(store().withGsi(gsi()))), "", "")
                .run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"self", "private"})
    void authenticatesAndEncryptsDataConnections(String data) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        int relay = port(gateway(relay(server).withGsi(gsi())));
        int store = port(gateway(store().withGsi(gsi())));
        String nested = "gsiftp://localhost:" + server.port() + "/" + served;
        new Copies(proxy.toString(), "stream")
                .at(server.port(), served.toString(), data)
                .at(relay, nested, data)
                .at(store, "", data)
                .run();
        // not at the reference: its name for TLS is one that the TLS of Java refuses (decision 0292)
        new Copies(proxy.toString(), "eblock")
                .at(relay, nested, data)
                .at(store, "", data)
                .run();
    }

    @ParameterizedTest
    @CsvSource({"anonymous,stream", "anonymous,eblock", "proxy,stream", "proxy,eblock"})
    void copiesBetweenTwoServers(String user, String mode) throws Exception {
        boolean grid = user.equals("proxy");
        Path other = Files.createDirectory(temp.resolve("other"));
        GridFtpServer server =
                running.use(grid ? GridFtpServer.startGsi(temp, other, authority) : GridFtpServer.start(temp, other));
        int store = port(gateway(grid ? store().withGsi(gsi()) : store()));
        int relay = port(gateway(grid ? relay(server).withGsi(gsi()) : relay(server)));
        String login = grid ? proxy.toString() : user;
        String nested = (grid ? "gsiftp" : "ftp") + "://localhost:" + server.port() + "/" + other;
        jGlobus(
                // from the store to the server, back from it through a relay, and once around at the store
                "login",
                Integer.toString(store),
                login,
                mode,
                "third",
                "/far.bin",
                Integer.toString(server.port()),
                other + "/one.bin",
                "login",
                Integer.toString(relay),
                login,
                mode,
                "third",
                nested + "/one.bin",
                Integer.toString(store),
                "/two.bin",
                "login",
                Integer.toString(store),
                login,
                mode,
                "third",
                "/two.bin",
                Integer.toString(relay),
                nested + "/three.bin");
        assertThat(other.resolve("one.bin")).satisfies(sameContentAs(content));
        assertThat(served.resolve("two.bin")).satisfies(sameContentAs(content));
        assertThat(other.resolve("three.bin")).satisfies(sameContentAs(content));
    }

    /** A gateway and a node may serve one directory: what a grid client puts is what a node's client gets. */
    @Test
    void sharesADirectoryWithANode() throws Exception {
        try (EngineFixture engine = new EngineFixture(temp)) {
            served = engine.data;
            Files.write(served.resolve("far.bin"), content);
            int store = port(gateway(store()));
            jGlobus("login", Integer.toString(store), "anonymous", "eblock", "put", "/put.bin", temp + "/near.bin");
            engine.pull("/put.bin", temp + "/pulled.bin");
            assertThat(temp.resolve("pulled.bin")).satisfies(sameContentAs(content));
            engine.push(temp.resolve("near.bin"), "/pushed.bin");
            jGlobus("login", Integer.toString(store), "anonymous", "eblock", "get", "/pushed.bin", temp + "/got.bin");
            assertThat(temp.resolve("got.bin")).satisfies(sameContentAs(content));
        }
    }

    @Test
    void listsAndChecksTheOwnStoreOfAGateway() throws Exception {
        String store = Integer.toString(port(gateway(store().withGsi(gsi()))));
        assertThat(jGlobus("login", store, proxy.toString(), "stream", "list", "/", "checksum", "/far.bin", "SHA256")
                        .lines())
                .contains("far.bin", sha256());
    }

    private String sha256() throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}

package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiTrust;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.Running;

/** globus-url-copy with grid security: delegation through gateways, authenticated and encrypted data channels. */
class GridClientsTest {
    private static GridAuthority authority;

    @TempDir
    Path temp;

    private Path served;
    private Path local;
    private byte[] content;
    private GsiTrust trust;

    @AutoClose
    private final Running running = new Running();

    /** Once: its keys take longer than a transfer. */
    @BeforeAll
    static void makeAuthority(@TempDir Path grid) throws IOException {
        Packages.require("globus-url-copy", "globus-gass-copy-progs");
        Files.setPosixFilePermissions(grid, PosixFilePermissions.fromString("rwxr-xr-x"));
        authority = GridAuthority.in(grid);
    }

    @BeforeEach
    void makeFiles() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        served = Files.createDirectory(temp.resolve("served"));
        local = Files.createDirectory(temp.resolve("local"));
        content = new byte[3_000_001];
        new Random(2).nextBytes(content);
        Files.write(served.resolve("far.bin"), content);
        Files.write(local.resolve("near.bin"), content);
        trust = running.use(GsiTrust.in(authority.trusted()));
    }

    private String nested(GridFtpServer server, int gateways, String name, Set<X500Principal> subjects)
            throws Exception {
        String url = "gsiftp://localhost:" + server.port() + "/" + served + "/" + name;
        int port = server.port();
        for (int i = 0; i < gateways; i++) {
            GsiCredential host = GsiCredential.load(authority.hostCertificate(), authority.hostKey());
            Gateway gateway = running.use(Gateway.start(
                    GatewaySettings.relay(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                    List.of("localhost:" + port))
                            .withGsi(new GsiSettings(host, trust, subjects)),
                    GatewayListener.NONE));
            port = gateway.address().getPort();
            url = "gsiftp://localhost:" + port + "/" + url;
        }
        return url;
    }

    private String globusUrlCopy(int expectedExit, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("globus-url-copy", "-q"));
        command.addAll(List.of(arguments));
        Path output = temp.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(local.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(authority.clientEnvironment());
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(output);
        assertThat(ended).as("ended in time: %s", said).isTrue();
        assertThat(process.waitFor()).as("%s said: %s", command, said).isEqualTo(expectedExit);
        return said;
    }

    /** Delegation to every gateway; data channels authenticated unless -nodcau says otherwise. */
    @ParameterizedTest(name = "{1} through {0}")
    @CsvSource({
        "1,stream",
        "1,-p 1",
        "1,-p 4",
        "1,-dcpriv",
        "1,-dcpriv -p 4",
        "1,-nodcau",
        "1,-nodcau -p 4",
        "2,stream",
        "2,-p 1",
        "2,-p 4",
        "2,-dcpriv",
        "2,-dcpriv -p 4",
        "2,-nodcau",
        "2,-nodcau -p 4"
    })
    void getsAndPutsThroughGateways(int gateways, String options) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        String far = nested(server, gateways, "", Set.of());
        // both after one log-in, which takes longer than a copy: a key is made for each delegation
        String both = "%1$sfar.bin file://%2$s/got.bin\nfile://%2$s/near.bin %1$sput.bin\n".formatted(far, local);
        copy(options, "-f", Files.writeString(temp.resolve("both"), both).toString());
        assertThat(local.resolve("got.bin")).satisfies(sameContentAs(content));
        assertThat(served.resolve("put.bin")).satisfies(sameContentAs(content));
    }

    private void copy(String options, String... ends) throws Exception {
        List<String> arguments = new ArrayList<>(options.equals("stream") ? List.of() : List.of(options.split(" ")));
        arguments.addAll(List.of(ends));
        globusUrlCopy(0, arguments.toArray(String[]::new));
    }

    @ParameterizedTest(name = "{1} through {0}")
    @CsvSource({"1,stream", "1,-p 4", "1,-dcpriv", "2,stream", "2,-p 4", "2,-dcpriv"})
    void movesBetweenTwoServersThroughGateways(int gateways, String options) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        Path other = Files.createDirectory(temp.resolve("other"));
        GridFtpServer second = running.use(GridFtpServer.startGsi(temp, other, authority));
        copy(
                options,
                nested(server, gateways, "far.bin", Set.of()),
                "gsiftp://localhost:" + second.port() + "/" + other.resolve("third.bin"));
        assertThat(other.resolve("third.bin")).satisfies(sameContentAs(content));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void syncsATreeByChecksumAndFetchesItBack(int gateways) throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        Path tree = Files.createDirectories(local.resolve("tree/sub"));
        Files.write(tree.resolve("a.bin"), content);
        Files.write(local.resolve("tree/b.bin"), content);
        String target = nested(server, gateways, "tree/", Set.of());
        globusUrlCopy(0, "-r", "-cd", "file://" + local + "/tree/", target);
        assertThat(served.resolve("tree/sub/a.bin")).satisfies(sameContentAs(content));
        byte[] altered = content.clone();
        altered[1000]++;
        Files.write(served.resolve("tree/b.bin"), altered);
        globusUrlCopy(0, "-r", "-sync", "-sync-level", "3", "file://" + local + "/tree/", target);
        assertThat(served.resolve("tree/b.bin")).satisfies(sameContentAs(content));
        globusUrlCopy(0, "-r", "-cd", "-p", "4", target, "file://" + local + "/back/");
        assertThat(local.resolve("back/sub/a.bin")).satisfies(sameContentAs(content));
        assertThat(local.resolve("back/b.bin")).satisfies(sameContentAs(content));
    }

    @Test
    void servesAnOwnStoreToGridClientsAndToNobodyElse() throws Exception {
        GsiCredential host = GsiCredential.load(authority.hostCertificate(), authority.hostKey());
        Gateway gateway = running.use(Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(served, true)
                        .withGsi(new GsiSettings(host, trust, Set.of())),
                GatewayListener.NONE));
        String address = "localhost:" + gateway.address().getPort();
        globusUrlCopy(0, "-p", "4", "gsiftp://" + address + "/far.bin", "file://" + local + "/got.bin");
        assertThat(local.resolve("got.bin")).satisfies(sameContentAs(content));
        globusUrlCopy(0, "-dcpriv", "file://" + local + "/near.bin", "gsiftp://" + address + "/put.bin");
        assertThat(served.resolve("put.bin")).satisfies(sameContentAs(content));
        Path matched = Files.createDirectory(local.resolve("matched"));
        globusUrlCopy(0, "gsiftp://" + address + "/f*.bin", "file://" + matched + "/");
        assertThat(matched.toFile().list()).containsExactly("far.bin");
        assertThat(globusUrlCopy(1, "ftp://" + address + "/far.bin", "file://" + local + "/clear.bin"))
                .contains("grid security");
    }

    @Test
    @Tag("attack")
    void garbageAndHalfHandshakesHarmNobody() throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        String url = nested(server, 1, "far.bin", Set.of());
        int port = Integer.parseInt(url.replaceFirst("(?s)gsiftp://localhost:(\\d+)/.*", "$1"));
        List<Socket> held = new ArrayList<>();
        try {
            // no base64, no TLS, and the beginning of a handshake that is not continued
            assertThat(authenticate(port, held, "!!!")).startsWith("535");
            assertThat(authenticate(port, held, base64("no handshake at all".getBytes(StandardCharsets.US_ASCII))))
                    .startsWith("535");
            for (int i = 0; i < 20; i++) {
                assertThat(authenticate(port, held, base64(new byte[] {0x16, 3, 1, 2, 0, 1})))
                        .startsWith("335");
            }
            globusUrlCopy(0, url, "file://" + local + "/got.bin");
            assertThat(local.resolve("got.bin")).satisfies(sameContentAs(content));
        } finally {
            for (Socket one : held) {
                one.close();
            }
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** What the gateway says to this for a first token; the connection is left as it is. */
    private static String authenticate(int port, List<Socket> held, String token) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        held.add(socket);
        socket.setSoTimeout(5_000);
        socket.getOutputStream().write(("AUTH GSSAPI\r\nADAT " + token + "\r\n").getBytes(StandardCharsets.US_ASCII));
        BufferedReader replies =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(replies.readLine()).startsWith("220");
        assertThat(replies.readLine()).startsWith("334");
        return replies.readLine();
    }

    @Test
    void turnsAwayWhoIsNotOnItsList() throws Exception {
        GridFtpServer server = running.use(GridFtpServer.startGsi(temp, served, authority));
        String url = nested(server, 1, "far.bin", Set.of(new X500Principal("CN=Somebody Else,O=Waybill test")));
        assertThat(globusUrlCopy(1, url, "file://" + local + "/got.bin")).contains("not allowed");
        assertThat(local.resolve("got.bin"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyFile());
    }
}

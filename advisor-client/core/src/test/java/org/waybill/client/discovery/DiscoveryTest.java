package org.waybill.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.RsyncDaemon;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** What answers at a port, recognised by what it says: with real servers, and with ones that only say something. */
class DiscoveryTest {
    /** What answers does so at once, but not on every machine at every moment. */
    private static final DiscoveryBudget PATIENT = greetedWithin(Duration.ofSeconds(15));
    /** For what never answers: everything together has this much longer that the difference shows on any machine. */
    private static final DiscoveryBudget BRIEF = greetedWithin(Duration.ofMillis(700));

    private static final long HELD_UP_NS = 15_000_000_000L;

    @TempDir
    Path directory;

    private final List<ServerSocket> speakers = new ArrayList<>();

    @AfterEach
    void closeSpeakers() throws IOException {
        for (ServerSocket speaker : speakers) {
            speaker.close();
        }
    }

    private static DiscoveryBudget greetedWithin(Duration greeting) {
        return new DiscoveryBudget(Duration.ofSeconds(60), Duration.ofSeconds(15), greeting, 256 * 1024);
    }

    /** Without a word of its own it is found wherever the other one is; SSH's servers do serve all that it carries. */
    @Test
    void whatAnotherProtocolsServersMayServeIsToldByAWordOfTheirs() {
        assertThat(Protocols.all().stream().filter(one -> one.server() != one && one.server() != Protocol.SSH))
                .hasSizeGreaterThan(3)
                .allMatch(Discovery.NEEDED::containsKey);
    }

    private static PortFinding find(Protocol protocol, int port) throws Exception {
        return find(protocol, port, PATIENT);
    }

    private static PortFinding find(Protocol protocol, int port, DiscoveryBudget budget) throws Exception {
        HostFindings found = new Discovery(budget)
                .scan(new Discovery.HostTargets(
                        "127.0.0.1",
                        List.of(InetAddress.ofLiteral("127.0.0.1")),
                        Set.of(new Discovery.Target(protocol, port, "/"))));
        return found.of(protocol).orElseThrow();
    }

    /** A server that says one thing to every client, then waits. */
    private int speaker(byte[] words) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        speakers.add(server);
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket client = server.accept();
                    client.getOutputStream().write(words);
                } catch (IOException ignored) {
                    // the test is over, or the client left
                }
            }
        });
        return server.getLocalPort();
    }

    @Test
    void knowsARealSshServer() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            PortFinding finding = find(Protocol.SFTP, server.port());
            assertThat(finding.state()).isEqualTo(PortState.OPEN);
            assertThat(finding.banner()).startsWith("SSH-2.0-OpenSSH");
            assertThat(finding.connectMillis()).isPositive();
            assertThat(find(Protocol.FTP, server.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.HTTP, server.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.HTTPS, server.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.WAYBILL, server.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
        }
    }

    @Test
    void tellsFtpFromGridFtpAndFindsItsTls() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        try (FtpServer plain = FtpServer.start(directory, root)) {
            assertThat(find(Protocol.FTP, plain.port())).satisfies(finding -> {
                assertThat(finding.state()).isEqualTo(PortState.OPEN);
                assertThat(finding.features()).contains(Feature.RESTART).doesNotContain(Feature.TLS, Feature.GSI);
            });
            assertThat(find(Protocol.GSIFTP, plain.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.FTPS, plain.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.SFTP, plain.port()).banner()).startsWith("220");
        }
        TestAuthority.Identity identity = TestAuthority.in(directory).loopback();
        try (FtpServer explicit = FtpServer.startTls(directory, root, identity);
                FtpServer implicit = FtpServer.startTls(directory, root, identity, FtpServer.Option.IMPLICIT_TLS)) {
            assertThat(find(Protocol.FTPS, explicit.port()).state()).isEqualTo(PortState.OPEN);
            // it is silent until it is asked for TLS, and so is waited for once without success
            assertThat(find(Protocol.FTPS, implicit.port(), greetedWithin(Duration.ofSeconds(3)))
                            .state())
                    .isEqualTo(PortState.OPEN);
        }
    }

    @Test
    void knowsARealGridFtpServer() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        try (GridFtpServer server = GridFtpServer.start(directory, root)) {
            assertThat(find(Protocol.GSIFTP, server.port()).state()).isEqualTo(PortState.OPEN);
            assertThat(find(Protocol.FTP, server.port()).state()).isEqualTo(PortState.OPEN);
        }
    }

    @Test
    void knowsWhatAWebServerAllows() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        TestAuthority.Identity identity = TestAuthority.in(directory).loopback();
        try (WebServer dav = WebServer.start(directory, root);
                WebServer site = WebServer.start(directory, root, WebServer.Option.READ_ONLY);
                WebServer secure = WebServer.startTls(directory, root, identity)) {
            assertThat(find(Protocol.HTTP, dav.port()).features()).contains(Feature.DAV);
            assertThat(find(Protocol.DAV, dav.port()).state()).isEqualTo(PortState.OPEN);
            assertThat(find(Protocol.HTTP, site.port()).state()).isEqualTo(PortState.OPEN);
            assertThat(find(Protocol.DAV, site.port()).state()).isEqualTo(PortState.WRONG_SERVICE);
            assertThat(find(Protocol.HTTPS, secure.port())).satisfies(finding -> {
                assertThat(finding.state()).isEqualTo(PortState.OPEN);
                assertThat(finding.banner()).contains("certificate").contains("not checked");
            });
            // COPY within one server is not third-party copy
            assertThat(find(Protocol.DAV, dav.port()).features()).doesNotContain(Feature.COPY);
        }
    }

    /** A probe has no account, so such a server was "open but does not answer as davs", and its copies were refused. */
    @Test
    void aServerThatSaysNothingWithoutALogInIsTakenAtTheUsersWord() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        TestAuthority authority = TestAuthority.in(directory);
        try (WebServer password = WebServer.start(directory, root);
                WebServer certificate =
                        WebServer.startMutualTls(directory, root, authority.loopback(), authority.certificate())) {
            assertThat(trusting(Protocol.DAV, password.port(), "dav", "/private/x"))
                    .isEqualTo(PortState.OPEN);
            assertThat(trusting(Protocol.DAVS, certificate.port(), "davs", "/x"))
                    .isEqualTo(PortState.OPEN);
            assertThat(trusting(Protocol.DAVS, certificate.port(), "https", "/x"))
                    .as("directories of web servers are WebDAV")
                    .isEqualTo(PortState.OPEN);
            assertThat(trusting(Protocol.DAV, password.port(), "ftp", "/private/x"))
                    .isEqualTo(PortState.WRONG_SERVICE);
        }
        try (WebServer site = WebServer.start(directory, root, WebServer.Option.READ_ONLY)) {
            assertThat(trusting(Protocol.DAV, site.port(), "dav", "/x")).isEqualTo(PortState.WRONG_SERVICE);
        }
    }

    private static PortState trusting(Protocol protocol, int port, String scheme, String path) throws Exception {
        Endpoint named = EndpointParser.parse(scheme + "://127.0.0.1:" + port + path);
        HostFindings found = new Discovery(PATIENT)
                .scan(new Discovery.HostTargets(
                        "127.0.0.1",
                        List.of(InetAddress.ofLiteral("127.0.0.1")),
                        Set.of(new Discovery.Target(protocol, port, path))));
        return found.trusting(named).of(protocol).orElseThrow().state();
    }

    @Test
    void knowsARealRsyncDaemon() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        try (RsyncDaemon daemon = RsyncDaemon.start(directory, root)) {
            assertThat(find(Protocol.RSYNC, daemon.port()).state()).isEqualTo(PortState.OPEN);
        }
    }

    @Test
    void knowsBinaryGreetings() throws Exception {
        byte[] bbftp = {0, 0, 0, 6, 0, 0, 0, (byte) 152, 0, 0, 0, 2};
        assertThat(find(Protocol.BBFTP, speaker(bbftp)).state()).isEqualTo(PortState.OPEN);
        byte[] xrootd = {0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 5, 0x20, 0, 0, 0, 1};
        assertThat(find(Protocol.XROOTD, speaker(xrootd))).satisfies(finding -> {
            assertThat(finding.state()).isEqualTo(PortState.OPEN);
            assertThat(finding.banner()).isEqualTo("xrootd protocol 5.2.0");
        });
        int web = speaker("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(find(Protocol.XROOTD, web).state()).isEqualTo(PortState.WRONG_SERVICE);
        assertThat(find(Protocol.BBFTP, web).state()).isEqualTo(PortState.WRONG_SERVICE);
    }

    @Test
    void findsSshBehindAPreamble() throws Exception {
        int port = speaker("Authorised users only\r\n\r\nSSH-2.0-Other\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(find(Protocol.SSH, port).state()).isEqualTo(PortState.OPEN);
    }

    @ParameterizedTest
    @CsvSource({"SFTP", "FTP", "GSIFTP", "HTTP", "HTTPS", "SRM", "XROOTD", "RSYNC", "BBFTP", "WAYBILL"})
    void isNotHeldUpByASilentServer(Protocol protocol) throws Exception {
        long startNs = System.nanoTime();
        PortFinding finding = find(protocol, speaker(new byte[0]), BRIEF);
        assertThat(finding.state()).as("silence says nothing").isEqualTo(PortState.FILTERED);
        assertThat(finding.banner()).startsWith("(no greeting");
        assertThat(System.nanoTime() - startNs).isLessThan(HELD_UP_NS);
    }

    @Test
    void isNotDrownedByATalkativeServer() throws Exception {
        byte[] flood = "x".repeat(4 << 20).getBytes(StandardCharsets.US_ASCII);
        PortFinding finding = find(Protocol.FTP, speaker(flood));
        assertThat(finding.state()).isEqualTo(PortState.WRONG_SERVICE);
        assertThat(finding.banner().length()).isLessThan(200);
        DiscoveryBudget tiny =
                new DiscoveryBudget(Duration.ofSeconds(60), Duration.ofSeconds(15), Duration.ofSeconds(15), 100);
        assertThat(find(Protocol.FTP, speaker(flood), tiny).banner()).contains("byte budget");
    }

    @Test
    void showsHostileBannersHarmlessly() throws Exception {
        int port = speaker("220 \u001b[31mred\u0007 \r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(find(Protocol.SSH, port).banner()).doesNotContain("\u001b", "\u0007");
    }

    @Test
    void tellsClosedFromUnreachableFromSilent() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(find(Protocol.SSH, port).state()).isEqualTo(PortState.CLOSED);
        HostFindings nowhere = new Discovery(PATIENT)
                .scan(new Discovery.HostTargets(
                        "nowhere", List.of(), Set.of(new Discovery.Target(Protocol.SSH, 22, "/"))));
        assertThat(nowhere.ports()).extracting(PortFinding::state).containsOnly(PortState.UNREACHABLE);
        assertThat(nowhere.answered()).isFalse();
    }

    /** Tried one after the other, the dead address would use up all the time there is to connect. */
    @Test
    void reachesIpv4WhenIpv6IsDead() throws Exception {
        int port = speaker("SSH-2.0-x\r\n".getBytes(StandardCharsets.US_ASCII));
        // the discard prefix of RFC 6666: packets there come back as unreachable, or never
        List<InetAddress> addresses = List.of(InetAddress.ofLiteral("100::1"), InetAddress.ofLiteral("127.0.0.1"));
        HostFindings found = new Discovery(PATIENT)
                .scan(new Discovery.HostTargets(
                        "dual", addresses, Set.of(new Discovery.Target(Protocol.SSH, port, "/"))));
        assertThat(found.of(Protocol.SSH).orElseThrow().state()).isEqualTo(PortState.OPEN);
    }

    /** A node under load reset one connection, and "does not speak waybill" took it from the list. */
    @Test
    void aConnectionThatIsResetIsTriedOnceMoreAndSaysNothingOfTheProtocol() throws Exception {
        assertThat(find(Protocol.HTTP, resetting(1)).state()).isEqualTo(PortState.OPEN);
        for (Protocol protocol : List.of(Protocol.HTTP, Protocol.WAYBILL)) {
            PortFinding always = find(protocol, resetting(Integer.MAX_VALUE));
            assertThat(always.state()).isEqualTo(PortState.FILTERED);
            assertThat(always.banner()).containsIgnoringCase("reset");
        }
    }

    /** A web server that resets so many connections when it hears something, and then answers. */
    private int resetting(int times) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        speakers.add(server);
        Thread.ofVirtual().start(() -> {
            for (int i = 0; !server.isClosed(); i++) {
                try {
                    Socket client = server.accept();
                    client.getInputStream().read();
                    if (i < times) {
                        client.setSoLinger(true, 0);
                        client.close();
                    } else {
                        client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException ignored) {
                    // the test is over, or the client left
                }
            }
        });
        return server.getLocalPort();
    }

    @Test
    void silenceWhileThisMachineWasBusyIsHeardOnceMore() throws Exception {
        Connector.Outcome silent = new Connector.Outcome.Refused(PortState.FILTERED);
        Connector.Outcome closed = new Connector.Outcome.Refused(PortState.CLOSED);
        assertThat(tried(Duration.ofSeconds(1), silent, closed)).as("kept off").isEqualTo(closed);
        assertThat(tried(Duration.ofSeconds(1), silent, silent))
                .as("and no more than once")
                .isEqualTo(silent);
        assertThat(tried(Duration.ofMillis(20), silent, closed)).as("in time").isEqualTo(silent);
        assertThat(tried(Duration.ofSeconds(1), closed, silent))
                .as("a refusal is an answer")
                .isEqualTo(closed);
    }

    private static Connector.Outcome tried(Duration late, Connector.Outcome... outcomes) throws InterruptedException {
        Iterator<Connector.Outcome> next = List.of(outcomes).iterator();
        return Connector.againIfBusy(Duration.ofSeconds(3), latestNs -> {
            latestNs.set(late.toNanos());
            return next.next();
        });
    }

    @Test
    void scansEverythingAtOnce() throws Exception {
        List<InetAddress> here = List.of(InetAddress.ofLiteral("127.0.0.1"));
        HostFindings usual =
                new Discovery(PATIENT).scan(new Discovery.HostTargets("127.0.0.1", here, Discovery.usualTargets()));
        assertThat(usual.ports()).hasSizeGreaterThanOrEqualTo(Protocols.all().size());
        Set<Discovery.Target> silent = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            silent.add(new Discovery.Target(Protocol.SSH, speaker(new byte[0]), "/"));
        }
        long startNs = System.nanoTime();
        HostFindings found = new Discovery(BRIEF).scan(new Discovery.HostTargets("127.0.0.1", here, silent));
        assertThat(found.ports()).hasSize(60).extracting(PortFinding::state).containsOnly(PortState.FILTERED);
        assertThat(found.heardNothing()).as("it has accepted connections").isFalse();
        assertThat(System.nanoTime() - startNs)
                .as("one after the other they take 42 s")
                .isLessThan(HELD_UP_NS);
    }
}

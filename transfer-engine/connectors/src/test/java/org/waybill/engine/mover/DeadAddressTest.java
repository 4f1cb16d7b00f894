package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.TestNames;
import org.waybill.engine.testserver.TestServer;
import org.waybill.engine.testserver.TestedProtocols;
import org.waybill.engine.testserver.WebServer;

/** A host with two addresses, of which the first is dead: the second is used, by every protocol. */
@Timeout(60)
class DeadAddressTest {
    @TempDir
    private Path here;

    private Path root;
    private Path source;
    private TestAuthority authority;
    private TestCredentials credentials;

    @BeforeEach
    void prepare() throws Exception {
        root = Files.createDirectory(here.resolve("root"));
        authority = TestAuthority.in(here);
        credentials = new TestCredentials().trust(authority.certificate());
        source = Files.write(here.resolve("a"), new byte[300_000]);
    }

    private TestServer server(String transport) throws Exception {
        switch (transport) {
            case "ftp":
                return FtpServer.start(here, root);
            case "ftps":
                return FtpServer.startTls(here, root, authority.otherHost());
            case "http":
                return WebServer.start(here, root);
            case "https":
                return WebServer.startTls(here, root, authority.otherHost());
            default:
                SshServer server = SshServer.start(here);
                Files.writeString(
                        server.knownHosts(),
                        Files.readString(server.knownHosts())
                                .replace("[127.0.0.1]", "[" + TestNames.TWO_ADDRESSES + "]"));
                credentials = server.credentials();
                return server;
        }
    }

    private void move(Location from, Location to) throws TransferException, InterruptedException {
        for (Mover mover : TestMovers.of(credentials).all()) {
            if (mover.accepts(from, to)) {
                mover.move(TransferRequest.of(from, to), TransferListener.NONE);
                return;
            }
        }
    }

    private static Location named(Location at, String host, int port) {
        return new Location(at.scheme(), at.user(), host, port, at.path());
    }

    private static List<String> transports() {
        List<String> transports = List.of("ftp", "ftps", "http", "https", "sftp");
        TestedProtocols.requireIn(DeadAddressTest.class, transports, "GSIFTP", "S3", "RCLONE", "NODE");
        return transports;
    }

    @ParameterizedTest
    @MethodSource("transports")
    void theNextOneIsUsedForUploadsAndDownloads(String transport) throws Exception {
        try (TestServer server = server(transport)) {
            String path = transport.equals("sftp") ? root + "/up" : "/up";
            Location at = named(server.location(path), TestNames.TWO_ADDRESSES, server.port());
            move(Location.local(source.toString()), at);
            move(at, Location.local(here.resolve("back").toString()));
        }
        assertThat(root.resolve("up")).satisfies(sameContentAs(source));
        assertThat(here.resolve("back")).satisfies(sameContentAs(source));
    }

    @Test
    void oneThatSwallowsEverythingIsGivenUpSoon() throws Exception {
        try (TestServer server = server("ftp");
                ServerSocket hole = new ServerSocket(server.port(), 1, InetAddress.getByName("127.0.0.9"))) {
            List<Socket> full = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Socket socket = new Socket();
                full.add(socket);
                Thread.ofVirtual().start(() -> {
                    try {
                        socket.connect(new InetSocketAddress(hole.getInetAddress(), hole.getLocalPort()));
                    } catch (java.io.IOException expected) {
                        // closed at the end
                    }
                });
            }
            Thread.sleep(500);
            move(
                    Location.local(source.toString()),
                    named(server.location("/up"), TestNames.TWO_ADDRESSES, server.port()));
            for (Socket socket : full) {
                socket.close();
            }
        }
        assertThat(root.resolve("up")).satisfies(sameContentAs(source));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "http", "sftp", "waybill"})
    void whereNoneAnswersAllAreNamed(String scheme) {
        Location nowhere = new Location(scheme, scheme.equals("sftp") ? "x" : null, TestNames.TWO_ADDRESSES, 1, "/a");
        assertThatThrownBy(() -> moveAnyhow(nowhere))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE))
                .hasMessageContaining("127.0.0.9")
                .hasMessageContaining("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "sftp", "waybill"})
    void aNameServerThatDoesNotAnswerIsToldAsSuch(String scheme) {
        String host = scheme + TestNames.UNANSWERED;
        Location nowhere = new Location(scheme, scheme.equals("sftp") ? "x" : null, host, 0, "/a");
        assertThatThrownBy(() -> moveAnyhow(nowhere))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_HOST))
                .hasMessageContaining("no name server answered for '" + host + "' within 7000 ms");
    }

    private void moveAnyhow(Location to) throws Exception {
        if (to.scheme().equals("waybill")) {
            new EngineMover(Files.createDirectories(here.resolve("home")))
                    .move(TransferRequest.of(Location.local(source.toString()), to), TransferListener.NONE);
        } else {
            move(Location.local(source.toString()), to);
        }
    }
}

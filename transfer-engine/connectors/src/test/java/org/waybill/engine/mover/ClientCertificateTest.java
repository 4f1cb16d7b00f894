package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.WebServer;

/** Certificates of the user's, shown to real servers that ask for them. */
class ClientCertificateTest {
    private static final String[] EC = {"EC"};

    @TempDir
    private Path here;

    private Path root;
    private TestAuthority authority;

    @BeforeEach
    void serve() throws Exception {
        root = Files.createDirectory(here.resolve("root"));
        Files.writeString(root.resolve("data.txt"), "payload");
        authority = TestAuthority.in(here);
    }

    private static ClientCertificate certificate(Path file, Path key) throws Exception {
        return CertificateFiles.read(
                "test", Files.readAllBytes(file), key == null ? null : Files.readAllBytes(key), () -> new char[0]);
    }

    private static ClientCertificate certificate(TestAuthority.Identity identity) throws Exception {
        return certificate(identity.certificate(), identity.key());
    }

    private static Mover mover(String transport, Credentials credentials) {
        return TestMovers.named(transport, credentials);
    }

    private TransferException failure(String transport, Location source, Credentials credentials) {
        TransferException e = catchThrowableOfType(
                TransferException.class,
                () -> mover(transport, credentials)
                        .move(
                                TransferRequest.of(
                                        source,
                                        Location.local(here.resolve("copy").toString())),
                                TransferListener.NONE));
        assertThat(e).isNotNull();
        return e;
    }

    private TestCredentials trusting() {
        return new TestCredentials().trust(authority.certificate());
    }

    @Test
    void aWebServerThatAsksGetsIt() throws Exception {
        try (WebServer server = WebServer.startMutualTls(here, root, authority.loopback(), authority.certificate())) {
            Credentials known = trusting().certificate("https", certificate(authority.loopback()));
            mover("http", known)
                    .move(
                            TransferRequest.of(
                                    server.location("/data.txt"),
                                    Location.local(here.resolve("copy").toString())),
                            TransferListener.NONE);
            assertThat(here.resolve("copy")).hasContent("payload");
        }
    }

    @Test
    void withoutOneTheServerRefusesAndAnEndedOneIsSaidToHaveEnded() throws Exception {
        try (WebServer server = WebServer.startMutualTls(here, root, authority.loopback(), authority.certificate())) {
            TransferException none = failure("http", server.location("/data.txt"), trusting());
            assertThat(none.reason()).isEqualTo(Reason.AUTHENTICATION);
            assertThat(none.getMessage())
                    .contains("account add certificate:https://127.0.0.1:" + server.port() + " --from");
            TransferException ended = failure(
                    "http",
                    server.location("/data.txt"),
                    trusting().certificate("https", certificate(authority.expired())));
            assertThat(ended.reason()).isEqualTo(Reason.AUTHENTICATION);
            assertThat(ended.getMessage()).contains("expired at");
        }
    }

    @Test
    void noOtherServerGetsIt() throws Exception {
        UserCertificate own = new UserCertificate(
                trusting().certificate("https", certificate(authority.loopback())), "https", "dav.example.org", 443);
        SSLContext context = SSLContext.getDefault();

        assertThat(own.chooseEngineClientAlias(EC, null, context.createSSLEngine("DAV.example.org", 443)))
                .isNotNull();
        assertThat(own.chooseEngineClientAlias(EC, null, context.createSSLEngine("evil.example.org", 443)))
                .isNull();
        assertThat(own.chooseEngineClientAlias(EC, null, context.createSSLEngine("dav.example.org", 8443)))
                .isNull();
        assertThat(own.chooseEngineClientAlias(
                        new String[] {"RSA"}, null, context.createSSLEngine("dav.example.org", 443)))
                .isNull();
    }

    @Test
    void aGridServerTakesACertificateInPlaceOfAProxyFile() throws Exception {
        GridAuthority grid = GridAuthority.in(here);
        Path served = Files.createDirectory(root.resolve("served"));
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path user = grid.proxy().resolveSibling("usercert.pem");
        Path key = grid.proxy().resolveSibling("userkey.pem");
        try (GridFtpServer server = GridFtpServer.startGsi(here, root, grid)) {
            for (ClientCertificate shown :
                    new ClientCertificate[] {certificate(user, key), certificate(grid.proxy(), null)}) {
                Credentials known =
                        new TestCredentials().grid(null, grid.trusted()).certificate("gsiftp", shown);
                Location target = new Location(
                        "gsiftp",
                        null,
                        "localhost",
                        server.port(),
                        served + "/" + shown.chain().size());
                mover("gsiftp", known)
                        .move(
                                TransferRequest.of(
                                        Location.local(root.resolve("data.txt").toString()), target),
                                TransferListener.NONE);
                assertThat(served.resolve("" + shown.chain().size())).hasContent("payload");
            }
        }
    }
}

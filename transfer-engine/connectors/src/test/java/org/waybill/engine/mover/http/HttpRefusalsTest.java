package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

/** A refusal says what went along with the request, and what would be right, in the user's own words. */
class HttpRefusalsTest {
    private static final BearerToken TOKEN = new BearerToken("secret", "/tmp/bt_u0", List.of(), null, null);

    @TempDir
    private Path directory;

    private final TestCredentials credentials = new TestCredentials();

    private TransferException refused(Location at) {
        return catchThrowableOfType(TransferException.class, () -> {
            try (Store store = HttpStore.provider(credentials).open(at, (_, _) -> {})) {
                store.list(at.path());
            }
        });
    }

    private static Location at(String scheme, WebServer server, String path) {
        return new Location(scheme, null, "127.0.0.1", server.port(), path);
    }

    @Test
    void aRefusedLogInNamesWhatWentAlong() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        credentials.trust(authority.certificate());
        Path root = Files.createDirectories(directory.resolve("root/private")).getParent();
        try (WebServer server = WebServer.startTls(directory, root, authority.loopback())) {
            String port = ":" + server.port();
            Location place = at("davs", server, "/private/");
            assertThat(refused(place))
                    .hasMessage("/private/ at davs://127.0.0.1" + port + ": authentication failed: name a user,"
                            + " davs://USER@127.0.0.1" + port + ", whose password 'waybill account add' stores, or give"
                            + " a token in BEARER_TOKEN_FILE");
            credentials.token(TOKEN);
            assertThat(refused(place))
                    .hasMessageContaining(
                            "authentication failed: it does not accept the token in /tmp/bt_u0; get a new")
                    .hasMessageNotContaining("account add");
            assertThat(refused(at("https", server, "/private/")))
                    .hasMessageContaining("the token in /tmp/bt_u0 was not sent, since it names no servers");
            Location alice = new Location("davs", WebServer.USER, "127.0.0.1", server.port(), "/private/");
            assertThat(refused(alice))
                    .hasMessageEndingWith(
                            "there is no password; add it with 'waybill account add davs://alice@127.0.0.1" + port
                                    + "'");
            credentials.password(WebServer.USER, "wrong");
            assertThat(refused(alice)).hasMessageContaining("it does not accept this password; correct it with");
        }
    }

    @Test
    void aPortOfTheOtherKindIsNamedAndNotTriedAgain() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        credentials.trust(authority.certificate());
        Path root = Files.createDirectories(directory.resolve("root"));
        Files.writeString(root.resolve("x"), "content");
        try (WebServer plain = WebServer.start(directory, root);
                WebServer secure = WebServer.startTls(directory, root, authority.loopback())) {
            TransferException noTls = refused(at("davs", plain, "/x"));
            assertThat(noTls).hasMessageStartingWith("davs://127.0.0.1:" + plain.port() + " does not answer by TLS:");
            assertThat(noTls.reason().isRetriable()).isFalse();
            assertThat(refused(at("dav", secure, "/x")))
                    .hasMessageEndingWith("HTTP status 400 for OPTIONS; if this port speaks TLS, write davs://");
        }
    }

    /** Such a server was "without WebDAV", since it answers nothing without a certificate. */
    @Test
    void aCertificateThatIsMissingIsNamed() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        credentials.trust(authority.certificate());
        Path root = Files.createDirectories(directory.resolve("root"));
        try (WebServer server =
                WebServer.startMutualTls(directory, root, authority.loopback(), authority.certificate())) {
            assertThat(refused(at("davs", server, "/"))).hasMessageContaining("requires a client certificate");
        }
    }

    /** "The disk may be full" stood there, too, where a directory was to be listed. */
    @Test
    void onlyWhatIsToBeStoredNeedsRoom() {
        assertThat(explained("PROPFIND", 500)).hasMessageEndingWith("see the server's log");
        assertThat(explained("PUT", 500)).hasMessageEndingWith("see the server's log, the disk may be full");
        assertThat(explained("PROPFIND", 507).reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(explained("PUT", 507).reason()).isEqualTo(Reason.DISK_FULL);
    }

    private static TransferException explained(String method, int status) {
        return HttpFailures.explain(new HttpStatusException(method, status), "http://h:80", "h", "https://h", "/p");
    }
}

package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.WebServer;

/** A server without TLS that redirects every client to one with it, a real nginx. */
class RedirectToTlsTest {
    @TempDir
    private Path here;

    private TestAuthority authority;
    private Path root;

    @BeforeEach
    void fill() throws Exception {
        root = Files.createDirectory(here.resolve("root"));
        Files.write(root.resolve("data"), new byte[3_000_000]);
        authority = TestAuthority.in(here);
    }

    private static HostileServer redirecting(WebServer secure) {
        return HostileServer.start(peer -> {
            String path = peer.line().split(" ")[1];
            String header = peer.line();
            while (!header.isEmpty()) {
                header = peer.line();
            }
            peer.say("HTTP/1.1 302 F\r\nLocation: https://127.0.0.1:" + secure.port() + path
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        });
    }

    private void fetch(HostileServer plain, TestCredentials credentials) throws Exception {
        Mover http = TestMovers.named("http", credentials);
        http.move(
                TransferRequest.of(
                        new Location("http", null, "127.0.0.1", plain.port(), "/data"),
                        Location.local(here.resolve("copy").toString())),
                TransferListener.NONE);
    }

    @Test
    void itIsFollowedToAServerThatTheUserTrusts() throws Exception {
        try (WebServer secure = WebServer.startTls(here, root, authority.loopback());
                HostileServer plain = redirecting(secure)) {
            fetch(plain, new TestCredentials().trust(authority.certificate()));
        }
        assertThat(here.resolve("copy")).satisfies(sameContentAs(root.resolve("data")));
    }

    @Test
    void theServerWhoseCertificateIsNotTrustedIsTheOneThatIsNamed() throws Exception {
        try (WebServer secure = WebServer.startTls(here, root, authority.loopback());
                HostileServer plain = redirecting(secure)) {
            TransferException e =
                    catchThrowableOfType(TransferException.class, () -> fetch(plain, new TestCredentials()));
            assertThat(e.reason()).isEqualTo(Reason.CERTIFICATE);
            assertThat(e).hasMessageContaining("the certificate of https://127.0.0.1:" + secure.port() + " ");
        }
        assertThat(here.resolve("copy")).doesNotExist();
    }
}

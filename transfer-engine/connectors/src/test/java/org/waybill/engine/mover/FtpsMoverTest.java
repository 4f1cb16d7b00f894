package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** What TLS adds to FTP; the rest of the contract is the same code as plain FTP's. */
@Timeout(40)
class FtpsMoverTest {
    @TempDir
    private Path here;

    private Path root;
    private TestAuthority authority;
    private TestCredentials credentials;

    @BeforeEach
    void makeAnAuthority() throws Exception {
        root = Files.createDirectory(here.resolve("root"));
        authority = TestAuthority.in(here);
        credentials = new TestCredentials().trust(authority.certificate());
        Files.write(here.resolve("a"), randomBytes());
    }

    @Test
    void movesBothWaysWithTheDataProtected() throws Exception {
        try (FtpServer server = FtpServer.startTls(here, root, authority.loopback())) {
            roundTrip(server.location("/b"));
        }
    }

    @Test
    void resumesTheTlsSessionWhereTheServerDemandsIt() throws Exception {
        try (FtpServer server =
                FtpServer.startTls(here, root, authority.loopback(), FtpServer.Option.REQUIRE_SESSION_REUSE)) {
            roundTrip(server.location("/b"));
            Path tree = Files.createDirectory(here.resolve("tree"));
            for (int i = 0; i < 6; i++) {
                Files.writeString(tree.resolve("f" + i), "file " + i);
            }
            mover().move(
                            new TransferRequest(
                                    Location.local(tree.toString()),
                                    server.location("/tree"),
                                    NetworkPaths.DIRECT,
                                    new DataOptions(2, 0, TransferRequest.Verify.SHA256)),
                            TransferListener.NONE);
            assertThat(root.resolve("tree/f5")).hasContent("file 5");
        }
    }

    /** A greeting that never comes is waited for once by each of the two moves, not by every connection. */
    @Test
    @Timeout(20)
    void speaksTlsFromTheFirstByte() throws Exception {
        try (FtpServer server = FtpServer.startTls(here, root, authority.loopback(), FtpServer.Option.IMPLICIT_TLS)) {
            roundTrip(server.location("/b"));
        }
    }

    @Test
    void encryptsAPlainLocationWhenAskedFor() throws Exception {
        try (FtpServer server = FtpServer.startTls(here, root, authority.loopback())) {
            roundTrip(new Location(
                    "ftp",
                    null,
                    server.host(),
                    server.port(),
                    server.location("/b").path()));
        }
    }

    @Test
    void sendsNothingToAServerThatDoesNotEncrypt() {
        try (FtpServer server = FtpServer.start(here, root)) {
            Location target = new Location(
                    "ftps",
                    null,
                    server.host(),
                    server.port(),
                    server.location("/b").path());
            assertThat(failure(target).reason()).isEqualTo(Reason.UNSAFE);
            assertThat(root).isEmptyDirectory();
        }
    }

    @Test
    void refusesAnUnknownAuthority() {
        credentials = new TestCredentials();
        refused(authority.loopback());
    }

    @Test
    void refusesACertificateForAnotherHost() {
        refused(authority.otherHost());
    }

    @Test
    void refusesAnExpiredCertificate() {
        refused(authority.expired());
    }

    private void refused(TestAuthority.Identity identity) {
        try (FtpServer server = FtpServer.startTls(here, root, identity)) {
            TransferException e = failure(server.location("/b"));
            assertThat(e.reason()).isEqualTo(Reason.CERTIFICATE);
            assertThat(e.getMessage()).doesNotContain("\n");
            assertThat(root).isEmptyDirectory();
        }
    }

    private void roundTrip(Location remote) throws Exception {
        Location local = Location.local(here.resolve("a").toString());
        mover().move(TransferRequest.of(local, remote), TransferListener.NONE);
        assertThat(root.resolve("b")).satisfies(sameContentAs(here.resolve("a")));
        Location back = Location.local(here.resolve("back").toString());
        mover().move(TransferRequest.of(remote, back), TransferListener.NONE);
        assertThat(here.resolve("back")).satisfies(sameContentAs(here.resolve("a")));
    }

    private TransferException failure(Location target) {
        TransferRequest request =
                TransferRequest.of(Location.local(here.resolve("a").toString()), target);
        TransferException e =
                catchThrowableOfType(TransferException.class, () -> mover().move(request, TransferListener.NONE));
        assertThat(e).isNotNull();
        return e;
    }

    private Mover mover() {
        return TestMovers.named("ftps", credentials);
    }

    private static byte[] randomBytes() {
        byte[] content = new byte[2_000_000];
        new Random(7).nextBytes(content);
        return content;
    }
}

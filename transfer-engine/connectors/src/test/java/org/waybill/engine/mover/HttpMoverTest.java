package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

class HttpMoverTest extends MoverContract {
    @TempDir
    private static Path home;

    private static Path root;

    @AutoClose
    private static WebServer server;

    private Path served;
    private TestCredentials credentials = new TestCredentials();

    @BeforeAll
    static void start() throws IOException {
        root = Files.createDirectory(home.resolve("root"));
        server = WebServer.start(home, root);
    }

    @BeforeEach
    void serve() throws IOException {
        served = Files.createTempDirectory(root, "test");
    }

    @Override
    protected boolean listsPartialFiles() {
        return false;
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return server.location("/" + served.getFileName() + path);
    }

    @Override
    protected TestCredentials credentials() {
        return credentials;
    }

    @Override
    protected String transport() {
        return "http";
    }

    @Override
    protected boolean tellsSourceChecksum() {
        return false;
    }

    @Override
    protected boolean provesWhatIsThere() {
        return false;
    }

    @Override
    protected boolean resumesPut() {
        return false;
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }

    @Override
    protected boolean tellsLinks() {
        return false;
    }

    /** nginx answers 500 where a link leads nowhere. */
    @Test
    void namesADirectoryThatTheServerFailsToListAndMovesTheOthers() throws Exception {
        Path tree = Files.createDirectories(served.resolve("tree/broken")).getParent();
        file(tree.resolve("a"), 10);
        file(Files.createDirectory(tree.resolve("sub")).resolve("b"), 10);
        Files.createSymbolicLink(tree.resolve("broken/link"), Path.of("nowhere"));
        TransferException e = failure(remote("/tree"), local(here.resolve("copy")));
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.GAVE_UP);
        assertThat(e).hasMessageContaining("HTTP status 500");
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("broken");
        assertThat(here.resolve("copy/sub/b")).satisfies(sameContentAs(tree.resolve("sub/b")));
        assertThat(here.resolve("copy/a")).exists();
        TransferException all = failure(remote("/tree/broken"), local(here.resolve("other")));
        assertThat(all.reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(all).hasMessageContaining("HTTP status 500");
    }

    @Test
    void putsAndGetsWhereTheServerRenamesNothing() throws Exception {
        Path source = file(here.resolve("a"), MIB);
        try (WebServer plain = WebServer.start(home, root, WebServer.Option.PUT_ONLY)) {
            Location target = plain.location("/" + served.getFileName() + "/b");
            TestListener listener = new TestListener();
            mover().move(TransferRequest.of(local(source), target), listener);
            assertThat(served.resolve("b")).satisfies(sameContentAs(source));
            assertThat(listener.codes).contains("NO_RENAME", "VERIFIED_BY_READING");
            get(target, here.resolve("back"));
            assertThat(here.resolve("back")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void keepsTheOldFileOfAServerThatRenamesNothingWhenTheSourceGrows() throws Exception {
        Path source = file(here.resolve("log"), 24 * MIB);
        byte[] old = Files.readAllBytes(file(served.resolve("b"), 10));
        try (WebServer plain = WebServer.start(home, root, WebServer.Option.PUT_ONLY)) {
            TestListener listener = new TestListener().at(4 * MIB, () -> append(source));
            TransferException e =
                    failure(slowly(local(source), plain.location("/" + served.getFileName() + "/b")), listener);
            assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
            Thread.sleep(200); // it may still be at work on what it got
            assertThat(served.resolve("b")).satisfies(sameContentAs(old));
        }
    }

    @Test
    void saysWhenTheServerTakesNothing() throws Exception {
        try (WebServer plain = WebServer.start(home, root, WebServer.Option.READ_ONLY)) {
            TransferException e = failure(local(file(here.resolve("a"), 10)), plain.location("/new"));
            assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
        }
    }

    @Test
    void saysWhenAPlainServerHasADirectory() throws Exception {
        try (WebServer plain = WebServer.start(home, root, WebServer.Option.READ_ONLY)) {
            TransferException e = failure(plain.location("/" + served.getFileName()), local(here.resolve("x")));
            assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e).hasMessageContaining("has no directories");
        }
    }

    @Test
    void logsInWithTheRightPasswordOnly() throws Exception {
        Files.createDirectories(root.resolve("private"));
        Path source = file(root.resolve("private/p"), 100);
        credentials.password(WebServer.USER, WebServer.PASSWORD);
        get(server.privateLocation("/p"), here.resolve("p"));
        assertThat(here.resolve("p")).satisfies(sameContentAs(source));
        credentials.password(WebServer.USER, "wrong");
        TransferException e = failure(server.privateLocation("/p"), local(here.resolve("q")));
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e.getMessage()).doesNotContain("wrong");
    }

    @Test
    void followsARedirectionOnTheSameServer() throws Exception {
        Path source = file(served.resolve("a"), 100);
        get(server.location("/moved/" + served.getFileName() + "/a"), here.resolve("b"));
        assertThat(here.resolve("b")).satisfies(sameContentAs(source));
    }

    @Test
    void saysThatItIsRedirectedToAnotherHost() {
        TestListener listener = new TestListener();
        TransferRequest request = TransferRequest.of(server.location("/elsewhere/x"), local(here.resolve("b")));
        assertThat(failure(request, listener).reason()).isEqualTo(Reason.UNKNOWN_HOST);
        assertThat(listener.codes).contains("REDIRECTED");
    }

    @Test
    void movesOverTlsWithTheUsersAuthority() throws Exception {
        TestAuthority authority = TestAuthority.in(home);
        credentials.trust(authority.certificate());
        Path source = file(here.resolve("a"), MIB);
        try (WebServer secure = WebServer.startTls(home, root, authority.loopback())) {
            for (String scheme : new String[] {"https", "davs"}) {
                Location target = new Location(
                        scheme, null, secure.host(), secure.port(), "/" + served.getFileName() + "/" + scheme);
                TestListener listener = new TestListener();
                mover().move(TransferRequest.of(local(source), target), listener);
                assertThat(served.resolve(scheme)).satisfies(sameContentAs(source));
                assertThat(listener.codes).doesNotContain("NOT_ENCRYPTED");
            }
        }
    }

    @Test
    void refusesWrongCertificates() {
        TestAuthority authority = TestAuthority.in(home);
        credentials.trust(authority.certificate());
        refused(authority.otherHost());
        assertThat(refused(authority.expired()))
                .contains("it expired " + LocalDate.now(ZoneOffset.UTC).minusDays(30))
                .doesNotContain("trusted certificates");
        credentials = new TestCredentials();
        refused(authority.loopback());
    }

    private String refused(TestAuthority.Identity identity) {
        try (WebServer secure = WebServer.startTls(home, root, identity)) {
            TransferException e = failure(secure.location("/x"), local(here.resolve("x")));
            assertThat(e.reason()).isEqualTo(Reason.CERTIFICATE);
            return e.getMessage();
        }
    }

    @Test
    void saysWhenNothingListens() {
        Location nowhere = new Location("http", null, "127.0.0.1", 1, "/a");
        assertThat(failure(nowhere, local(here.resolve("a"))).reason()).isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void saysWhenThereIsNoSuchHost() {
        Location nowhere = new Location("https", null, "no-such-host.invalid", 0, "/a");
        assertThat(failure(nowhere, local(here.resolve("a"))).reason()).isEqualTo(Reason.UNKNOWN_HOST);
    }

    @Test
    void movesFromProtocolToProtocolThroughThisMachine() throws Exception {
        Path source = file(served.resolve("a"), MIB);
        mover().move(TransferRequest.of(remote("/a"), remote("/b")), TransferListener.NONE);
        assertThat(served.resolve("b")).satisfies(sameContentAs(source));
    }
}

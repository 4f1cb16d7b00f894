package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** The mover with grid security, against the Grid Community Toolkit's server. */
class GridFtpMoverTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private static Path home;

    private static Path root;
    private static GridAuthority authority;

    @AutoClose
    private static GridFtpServer server;

    @TempDir
    Path here;

    private Path served;
    private Path source;

    @BeforeAll
    static void start() throws IOException {
        root = Files.createDirectory(home.resolve("root"));
        authority = GridAuthority.in(home);
        server = GridFtpServer.startGsi(home, root, authority);
    }

    @BeforeEach
    void makeFiles() throws IOException {
        served = Files.createTempDirectory(root, "test");
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxrwxrwx"));
        byte[] content = new byte[6 * MIB + 3];
        new Random(3).nextBytes(content);
        source = Files.write(here.resolve("source"), content);
    }

    private Location remote(String name) {
        return new Location("gsiftp", null, "localhost", server.port(), served + "/" + name);
    }

    private static TestCredentials credentials() {
        return new TestCredentials().grid(authority.proxy(), authority.trusted());
    }

    private static Mover mover(String transport, Credentials credentials) {
        return TestMovers.named(transport, credentials);
    }

    private static TestListener move(String transport, Location from, Location to) throws Exception {
        TestListener listener = new TestListener();
        mover(transport, credentials()).move(TransferRequest.of(from, to), listener);
        return listener;
    }

    private Reason refusal(Credentials credentials, Location target) {
        TransferException e = catchThrowableOfType(
                TransferException.class,
                () -> mover("gsiftp", credentials)
                        .move(TransferRequest.of(Location.local(source.toString()), target), TransferListener.NONE));
        assertThat(e).isNotNull();
        return e.reason();
    }

    @Test
    void putsAndGetsWithAuthenticatedDataConnections() throws Exception {
        move("gsiftp", Location.local(source.toString()), remote("a \u00fc"));
        assertThat(served.resolve("a \u00fc")).satisfies(sameContentAs(source));
        TestListener listener = move(
                "gsiftp", remote("a \u00fc"), Location.local(here.resolve("b").toString()));
        assertThat(here.resolve("b")).satisfies(sameContentAs(source));
        assertThat(listener.codes).contains("NOT_ENCRYPTED");
    }

    @Test
    void reportsTheConnectionsOfALargeFile() throws Exception {
        assertThat(mover("gsiftp", credentials())
                        .move(
                                TransferRequest.of(Location.local(source.toString()), remote("parallel")),
                                TransferListener.NONE)
                        .streams())
                .isEqualTo(4);
        assertThat(mover("gsiftp", credentials())
                        .move(
                                TransferRequest.of(
                                        remote("parallel"),
                                        Location.local(here.resolve("back").toString())),
                                TransferListener.NONE)
                        .streams())
                .isEqualTo(4);
        Path small = Files.write(here.resolve("small"), new byte[100]);
        assertThat(mover("gsiftp", credentials())
                        .move(
                                TransferRequest.of(Location.local(small.toString()), remote("small")),
                                TransferListener.NONE)
                        .streams())
                .isEqualTo(1);
    }

    @Test
    void encryptsTheDataWhereAsked() throws Exception {
        TestListener listener = move("gsiftps", Location.local(source.toString()), remote("a"));
        assertThat(served.resolve("a")).satisfies(sameContentAs(source));
        move("gsiftps", remote("a"), Location.local(here.resolve("b").toString()));
        assertThat(here.resolve("b")).satisfies(sameContentAs(source));
        assertThat(listener.codes).doesNotContain("NOT_ENCRYPTED");
    }

    @Test
    void putsAndGetsATree() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/sub"));
        for (String name : List.of("one", "with space")) {
            Files.copy(source, tree.resolve(name));
        }
        move("gsiftp", Location.local(here.resolve("tree").toString()), remote("copy"));
        move("gsiftp", remote("copy"), Location.local(here.resolve("back").toString()));
        assertThat(here.resolve("back/sub/with space")).satisfies(sameContentAs(source));
        assertThat(here.resolve("back/sub/one")).satisfies(sameContentAs(source));
    }

    @Test
    void sendsFromServerToServerEachKnowingTheOther() throws Exception {
        Files.copy(source, served.resolve("a"));
        Path otherRoot = Files.createTempDirectory(home, "other");
        try (GridFtpServer other = GridFtpServer.startGsi(home, otherRoot, authority)) {
            Location target = new Location("gsiftp", null, "localhost", other.port(), otherRoot + "/b");
            TestListener listener = move("gsiftp", remote("a"), target);
            assertThat(otherRoot.resolve("b")).satisfies(sameContentAs(source));
            assertThat(listener.codes).contains("SERVER_TO_SERVER");
        }
    }

    @Test
    void refusesAServerThatBearsAnotherName() {
        try (GridFtpServer elsewhere = GridFtpServer.startGsi(home, root, authority, "127.0.0.2")) {
            Location wrong = new Location("gsiftp", null, "127.0.0.2", elsewhere.port(), "/x");
            assertThat(refusal(credentials(), wrong)).isEqualTo(Reason.CERTIFICATE);
        }
    }

    @Test
    void refusesAServerOfAnAuthorityItDoesNotKnow() {
        GridAuthority strangers = GridAuthority.in(home);
        assertThat(refusal(new TestCredentials().grid(authority.proxy(), strangers.trusted()), remote("x")))
                .isEqualTo(Reason.CERTIFICATE);
    }

    @Test
    void refusesAProxyThatOthersCanRead() throws Exception {
        Path open = Files.copy(authority.proxy(), here.resolve("proxy.pem"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refusal(new TestCredentials().grid(open, authority.trusted()), remote("x")))
                .isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void saysThatAGridServerWantsAProxy() {
        assertThat(refusal(new TestCredentials(), remote("x"))).isEqualTo(Reason.AUTHENTICATION);
    }
}

package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.ftp.FtpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.TestCredentials;

class FtpMoverTest extends MoverContract {
    @TempDir
    private static Path home;

    private static Path root;

    @AutoClose
    private static FtpServer server;

    private Path served;

    @BeforeAll
    static void start() throws IOException {
        root = Files.createDirectory(home.resolve("root"));
        server = FtpServer.start(home, root, FtpServer.Option.FXP);
    }

    @BeforeEach
    void serve() throws IOException {
        served = Files.createTempDirectory(root, "test");
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @AfterEach
    void forget() {
        server.cutConnections();
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
        return new TestCredentials();
    }

    @Override
    protected String transport() {
        return "ftp";
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
    protected boolean carries(String name) {
        return !name.contains("\n") && !name.contains("\r");
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }

    @Test
    void saysThatTheDataAreNotEncrypted() throws Exception {
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(file(here.resolve("a"), 10)), remote("/a")), listener);
        assertThat(listener.codes).contains("NOT_ENCRYPTED");
    }

    @Test
    void sendsFromServerToServer() throws Exception {
        Path source = file(served.resolve("a"), 3 * MIB);
        try (FtpServer other = FtpServer.start(home, root, FtpServer.Option.FXP)) {
            TestListener listener = new TestListener();
            Location target = other.location("/" + served.getFileName() + "/b");
            TransferReport report = mover().move(TransferRequest.of(remote("/a"), target), listener);
            assertThat(served.resolve("b")).satisfies(sameContentAs(source));
            assertThat(report.sha256()).isEqualTo(sha256(source));
            assertThat(listener.codes).contains("SERVER_TO_SERVER");
        }
    }

    @Test
    void namesThatALineBreakBeginsAreNamedAndTheRestIsMoved() throws Exception {
        Path tree = servedDirectory("tree");
        Path whole = file(tree.resolve("a"), 3000);
        for (String torn : List.of("\nlead", "\n", "\n\nx", "\r\nboth", "\r", "\r\r", " \n ", "\n\t", "mid\ndle")) {
            file(tree.resolve(torn), 10);
        }
        Path down = Files.createDirectory(here.resolve("down"));
        TransferException e = failure(remote("/tree"), local(down));
        assertThat(e.reason()).as("%s", e.getMessage()).isIn(Reason.BAD_INPUT, Reason.NOT_FOUND);
        assertThat(down.resolve("tree/a")).satisfies(sameContentAs(whole));
        assertThat(e.notTransferred()).hasSizeGreaterThanOrEqualTo(9);
    }

    @Test
    void movesWhatOnlyLooksTheSameInATree() throws Exception {
        FileTime then = FileTime.from(Instant.now().minusSeconds(3600));
        Path there = file(servedDirectory("tree").resolve("f"), 3000);
        Path mine = file(Files.createDirectory(here.resolve("tree")).resolve("f"), 3000);
        Files.setLastModifiedTime(there, then);
        Files.setLastModifiedTime(mine, then);
        Path down = Files.createDirectory(here.resolve("down"));
        get(remote("/tree"), down);
        Files.setLastModifiedTime(file(down.resolve("tree/f"), 3000), then);
        get(remote("/tree"), down);
        assertThat(down.resolve("tree/f")).satisfies(sameContentAs(there));
        put(here.resolve("tree"), remote("/"));
        assertThat(there).satisfies(sameContentAs(mine));
    }

    @Test
    void goesOnWithATreeByWhatItNoted() throws Exception {
        Path tree = settledTree();
        long bytes = put(tree, remote("/copy/")).bytes();
        Path again = served.resolve("copy/tree/sub/deep/f7");
        long lacking = Files.size(again);
        Files.delete(again);
        assertThat(put(tree, remote("/copy/")).resumedBytes()).isEqualTo(bytes - lacking);
        assertSameTree(tree, served.resolve("copy/tree"));
    }

    @Test
    void notesNothingThatWasNotVerified() throws Exception {
        Path tree = settledTree();
        mover().move(
                        new TransferRequest(
                                local(tree),
                                remote("/copy/"),
                                NetworkPaths.DIRECT,
                                new DataOptions(0, 0, TransferRequest.Verify.NONE)),
                        TransferListener.NONE);
        assertThat(put(tree, remote("/copy/")).resumedBytes()).isZero();
    }

    private Path settledTree() throws IOException {
        Path tree = tree(here.resolve("tree"));
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path one : all.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(one, FileTime.from(Instant.now().minusSeconds(3600)));
            }
        }
        return tree;
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        Location asUser = new Location("ftp", "nobody", "127.0.0.1", server.port(), "/x");
        TransferException e = failure(local(file(here.resolve("a"), 10)), asUser);
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void saysWhenAFileMayNotBeRead() throws Exception {
        Path secret = file(served.resolve("secret"), 10);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertThat(failure(remote("/secret"), local(here.resolve("x"))).reason())
                .isEqualTo(Reason.PERMISSION);
        assertThat(here.resolve("x")).doesNotExist();
    }

    @Test
    void movesTheRestOfADirectoryWhenOneFileMayNotBeRead() throws Exception {
        Path tree = tree(served.resolve("tree"));
        Files.setPosixFilePermissions(tree.resolve("f3"), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(tree.resolve("sub/one"), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(tree.resolve("sub/deep"), PosixFilePermissions.fromString("rwx------"));
        TransferException e = failure(remote("/tree"), local(here.resolve("copy")));
        assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
        assertThat(here.resolve("copy/f4")).exists();
        assertThat(e.notTransferred())
                .extracting(NotTransferred::path, NotTransferred::reason)
                .containsExactlyInAnyOrder(
                        tuple("f3", "PERMISSION"), tuple("sub/one", "PERMISSION"), tuple("sub/deep", "PERMISSION"));
        assertThat(here.resolve("copy/f3")).doesNotExist();
    }

    @Test
    void saysWhenNothingMayBeWritten() throws Exception {
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxr-xr-x"));
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
    }

    @Test
    void saysThatAReadOnlyServerTakesNothing() throws Exception {
        try (FtpServer readOnly = FtpServer.start(home, root, FtpServer.Option.READ_ONLY)) {
            String directory = "/" + served.getFileName();
            Location there = readOnly.location(directory + "/a");
            Location inNewDirectory = readOnly.location(directory + "/new/a");
            Path source = file(here.resolve("a"), 10);
            assertThat(failure(local(source), there).reason()).isEqualTo(Reason.PERMISSION);
            assertThat(failure(local(source), inNewDirectory).reason()).isEqualTo(Reason.PERMISSION);
        }
    }

    @Test
    void saysWhenNothingListens() throws Exception {
        Location nowhere = new Location("ftp", null, "127.0.0.1", 1, "/a");
        assertThat(failure(local(file(here.resolve("a"), 10)), nowhere).reason())
                .isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void saysWhenThereIsNoSuchHost() throws Exception {
        Location nowhere = new Location("ftp", null, "no-such-host.invalid", 0, "/a");
        assertThat(failure(local(file(here.resolve("a"), 10)), nowhere).reason())
                .isEqualTo(Reason.UNKNOWN_HOST);
    }

    @Test
    void leavesOutADevice() throws Exception {
        Path tree = servedDirectory("tree");
        file(tree.resolve("f"), 10);
        assertThat(new ProcessBuilder("mknod", tree.resolve("null").toString(), "c", "1", "3")
                        .start()
                        .waitFor())
                .isZero();
        TransferReport report = get(remote("/tree"), here.resolve("copy"));
        assertThat(report.notTransferred()).extracting(NotTransferred::path).containsExactly("null");
        assertThat(names(here.resolve("copy"))).containsExactly("f");
    }

    /** Listings change the directory that the server shows as the current one. */
    @Test
    void theLoginDirectoryIsThatAfterTheLogIn() throws Exception {
        StoreProvider provider = FtpStore.provider(credentials(), false);
        try (Store fresh = provider.open(remote("/"), (_, _) -> {});
                Store used = provider.open(remote("/"), (_, _) -> {})) {
            used.list(remote("/").path());
            used.realPath(remote("/").path());
            assertThat(used.resolve("x")).isEqualTo(fresh.resolve("x"));
        }
    }
}

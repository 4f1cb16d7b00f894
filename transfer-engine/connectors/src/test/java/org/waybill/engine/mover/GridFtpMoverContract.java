package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/** What is asked of the mover with any GridFTP server, besides what is asked of every mover. */
abstract class GridFtpMoverContract extends MoverContract {
    protected Path served;

    /** Where the server's files are. */
    protected abstract Path root();

    protected abstract int port();

    @BeforeEach
    void serve() throws IOException {
        served = Files.createTempDirectory(root(), "test");
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @AfterEach
    void forget() {
        cut();
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected String transport() {
        return "gsiftp";
    }

    @Override
    protected boolean carries(String name) {
        return !name.contains("\n") && !name.contains("\r");
    }

    protected TransferRequest withStreams(Location source, Location target, int streams) {
        return new TransferRequest(
                source, target, NetworkPaths.DIRECT, new DataOptions(streams, 0, TransferRequest.Verify.SHA256));
    }

    @Override
    protected boolean tellsLinks() {
        return false;
    }

    /** The server lists a link as what it leads to, and says where that is. */
    @Test
    void leavesOutLinksThatLeadBackOrOutAndWhatIsNoFile() throws Exception {
        Path tree = Files.createDirectories(served.resolve("tree/d")).getParent();
        file(tree.resolve("a"), 10);
        file(servedDirectory("outside").resolve("secret"), 10);
        Files.createSymbolicLink(tree.resolve("d/dot"), Path.of("."));
        Files.createSymbolicLink(tree.resolve("d/up"), Path.of("../../tree"));
        Files.createSymbolicLink(tree.resolve("out a=b;c"), served.resolve("outside"));
        Files.createSymbolicLink(tree.resolve("file"), served.resolve("outside/secret"));
        Files.createSymbolicLink(tree.resolve("device"), Path.of("/dev/null"));
        Files.createSymbolicLink(tree.resolve("in"), Path.of("a"));
        Files.createSymbolicLink(served.resolve("link"), Path.of("tree"));
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("fifo").toString())
                        .start()
                        .waitFor())
                .isZero();
        for (String name : new String[] {"/tree", "/link"}) {
            Path copy = here.resolve("copy" + name.substring(1));
            assertThat(mover().move(TransferRequest.of(remote(name), local(copy)), new TestListener())
                            .notTransferred())
                    .as(name)
                    .allMatch(one -> one.reason().equals(NotTransferred.LEFT_OUT))
                    .extracting(NotTransferred::path)
                    .containsExactlyInAnyOrder("d/dot", "d/up", "out a=b;c", "file", "device", "fifo");
            assertThat(copy.resolve("in")).satisfies(sameContentAs(tree.resolve("a")));
            assertThat(copy.resolve("d")).isEmptyDirectory();
        }
    }

    @Test
    void usesOneStreamOrMany() throws Exception {
        Path source = file(here.resolve("a"), 12 * MIB + 5);
        for (int streams : new int[] {1, 8}) {
            Location there = remote("/b" + streams);
            mover().move(withStreams(local(source), there, streams), new TestListener());
            assertThat(served.resolve("b" + streams)).satisfies(sameContentAs(source));
            Path back = here.resolve("back" + streams);
            mover().move(withStreams(there, local(back), streams), new TestListener());
            assertThat(back).satisfies(sameContentAs(source));
        }
    }

    @Test
    void hasTheServerComputeTheChecksum() throws Exception {
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(file(here.resolve("a"), 5 * MIB)), remote("/a")), listener);
        assertThat(listener.codes).contains("VERIFIED_BY_FAR_END");
    }

    @Test
    void copiesWithinTheServersReachWithoutPassingThisMachine() throws Exception {
        Path source = file(served.resolve("a"), 6 * MIB);
        TestListener listener = new TestListener();
        Location twin = new Location(
                "gsiftp",
                remote("/a").user(),
                remote("/a").host(),
                port(),
                remote("/b").path());
        TransferReport report = mover().move(TransferRequest.of(remote("/a"), twin), listener);
        assertThat(served.resolve("b")).satisfies(sameContentAs(source));
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(listener.codes).contains("SERVER_TO_SERVER");
    }

    @Test
    void saysWhenNothingMayBeWritten() throws Exception {
        Files.setPosixFilePermissions(served, PosixFilePermissions.fromString("rwxr-xr-x"));
        TransferException e = failure(local(file(here.resolve("a"), 10)), remote("/a"));
        assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
    }
}

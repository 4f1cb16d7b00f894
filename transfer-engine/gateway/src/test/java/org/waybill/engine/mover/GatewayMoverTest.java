package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.gateway.Gateway;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.engine.gateway.GatewaySettings;
import org.waybill.engine.testserver.TestCredentials;

/** The GridFTP mover against a gateway's own store: both sides are ours, and hold to what the others' sides do. */
class GatewayMoverTest extends GridFtpMoverContract {
    @TempDir
    private static Path home;

    private static Gateway gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(home, true),
                GatewayListener.NONE);
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
    }

    @Override
    protected boolean listsPartialFiles() {
        return false;
    }

    @Override
    protected Path root() {
        return home;
    }

    @Override
    protected int port() {
        return gateway.address().getPort();
    }

    @Override
    protected String column() {
        return "";
    }

    @Override
    protected Location remote(String path) {
        return new Location("gsiftp", null, "127.0.0.1", port(), "/" + served.getFileName() + path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected void cut() {
        gateway.cutSessions();
    }

    /** The gateway's listing cannot carry such names and says so: a copy of the rest is never taken for the whole. */
    @Test
    @Override
    void namesThatAListingShowsAlikeAreMovedOrNamedEach() throws Exception {
        Path tree = Files.createDirectory(served.resolve("alike"));
        Path plain = file(tree.resolve("x"), 5);
        file(tree.resolve("x\n"), 5);
        file(tree.resolve("x\r\ntype=file;size=7; forged"), 12);
        new ProcessBuilder("bash", "-c", "printf x > \"$0\"/$'x\\xff'", tree.toString())
                .start()
                .waitFor();
        for (String scheme : List.of("gsiftp", "ftp")) {
            Path down = Files.createDirectory(here.resolve("down-" + scheme));
            Location far = new Location(
                    scheme, null, "127.0.0.1", port(), remote("/alike").path());
            TransferException e = failure(far, local(down));
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred())
                    .extracting(NotTransferred::path)
                    .containsExactly("3 names with CR or LF, or not UTF-8");
            assertThat(down.resolve("alike/x")).satisfies(sameContentAs(plain));
            assertThat(down.resolve("alike/forged")).doesNotExist();
        }
    }

    /** The gateway's own store lists neither links nor what is not a file, so that no one can request them. */
    @Test
    @Override
    void leavesOutLinksThatLeadBackOrOutAndWhatIsNoFile() throws Exception {
        Path tree = Files.createDirectories(served.resolve("tree/d")).getParent();
        Path a = file(tree.resolve("a"), 10);
        Files.createSymbolicLink(tree.resolve("d/dot"), Path.of("."));
        Files.createSymbolicLink(tree.resolve("out"), home);
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("fifo").toString())
                        .start()
                        .waitFor())
                .isZero();
        Path copy = here.resolve("copy");
        mover().move(TransferRequest.of(remote("/tree"), local(copy)), new TestListener());
        assertThat(copy.resolve("a")).satisfies(sameContentAs(a));
        assertThat(copy.resolve("d")).isEmptyDirectory();
        try (Stream<Path> all = Files.list(copy)) {
            assertThat(all).hasSize(2);
        }
    }

    /** The gateway of this test may run as root, whom no permission holds back: it is set to take nothing. */
    @Test
    @Override
    void saysWhenNothingMayBeWritten() throws Exception {
        try (Gateway readOnly = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(home, false),
                GatewayListener.NONE)) {
            Location there =
                    new Location("gsiftp", null, "127.0.0.1", readOnly.address().getPort(), "/a");
            assertThat(failure(local(file(here.resolve("a"), 10)), there).reason())
                    .isEqualTo(Reason.PERMISSION);
        }
    }
}

package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.gridftp.GridFtpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.TestCredentials;

/** Without a proxy, against the Grid Community Toolkit's server. */
class AnonymousGridFtpMoverTest extends GridFtpMoverContract {
    @TempDir
    private static Path home;

    private static Path root;

    @AutoClose
    private static GridFtpServer server;

    @BeforeAll
    static void start() throws IOException {
        root = Files.createDirectory(home.resolve("root"));
        server = GridFtpServer.start(home, root);
    }

    @Override
    protected Path root() {
        return root;
    }

    @Override
    protected int port() {
        return server.port();
    }

    @Override
    protected Location remote(String path) {
        return new Location("gsiftp", null, "127.0.0.1", server.port(), served + path);
    }

    /** The server loses other characters, without a word. */
    @Override
    protected boolean carries(String name) {
        return super.carries(name) && name.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }

    @Test
    void saysThatNothingIsEncrypted() throws Exception {
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(file(here.resolve("a"), 10)), remote("/a")), listener);
        assertThat(listener.codes).contains("NOT_ENCRYPTED");
    }

    /** The server takes the second name for the first one's, for reading as for writing, and checks its hash too. */
    @Test
    void neverTakesOneFileForAnotherWhoseNameTheServerShortens() throws Exception {
        for (Path root : new Path[] {Files.createDirectory(here.resolve("tree")), servedDirectory("tree")}) {
            Files.writeString(root.resolve("ab"), "right");
            Files.writeString(root.resolve("a\u0001b"), "wrong");
        }
        TransferException put = failure(local(here.resolve("tree")), remote("/copy"));
        TransferException get = failure(remote("/tree"), local(here.resolve("back")));
        for (TransferException e : new TransferException[] {put, get}) {
            assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("a\u0001b");
        }
        assertThat(served().resolve("copy/ab")).hasContent("right");
        assertThat(names(here.resolve("back"))).doesNotContain("a\u0001b");
        assertThat(here.resolve("back/ab")).hasContent("right");
    }

    @Test
    void wantsAProxyForAnAccount() throws Exception {
        Location asUser = new Location("gsiftp", "somebody", "127.0.0.1", server.port(), "/x");
        assertThat(failure(local(file(here.resolve("a"), 10)), asUser).reason()).isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void saysWhenNothingListens() throws Exception {
        Location nowhere = new Location("gsiftp", null, "127.0.0.1", 1, "/a");
        assertThat(failure(local(file(here.resolve("a"), 10)), nowhere).reason())
                .isEqualTo(Reason.UNREACHABLE);
    }

    /** Listings change the directory that the server shows as the current one. */
    @Test
    void theLoginDirectoryIsThatAfterTheLogIn() throws Exception {
        StoreProvider provider = GridFtpStore.provider(credentials(), false);
        try (Store fresh = provider.open(remote("/"), (_, _) -> {});
                Store used = provider.open(remote("/"), (_, _) -> {})) {
            used.list(remote("/").path());
            used.realPath(remote("/").path());
            assertThat(used.resolve("x")).isEqualTo(fresh.resolve("x"));
        }
    }
}

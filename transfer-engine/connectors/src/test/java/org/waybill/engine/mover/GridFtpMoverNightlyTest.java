package org.waybill.engine.mover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.TestCredentials;

/** All that is asked of a mover, with grid security: every connection costs a log-in with a delegation. */
@Tag("nightly")
class GridFtpMoverNightlyTest extends GridFtpMoverContract {
    @TempDir
    private static Path home;

    private static Path root;
    private static GridAuthority authority;

    @AutoClose
    private static GridFtpServer server;

    @BeforeAll
    static void start() throws IOException {
        root = Files.createDirectory(home.resolve("root"));
        authority = GridAuthority.in(home);
        server = GridFtpServer.startGsi(home, root, authority);
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
        return new Location("gsiftp", null, "localhost", server.port(), served + path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials().grid(authority.proxy(), authority.trusted());
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }
}

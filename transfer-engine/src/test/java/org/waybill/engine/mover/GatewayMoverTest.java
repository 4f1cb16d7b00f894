package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
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
    static void start() throws IOException {
        gateway = Gateway.start(GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of()).withStore(home, true), GatewayListener.NONE);
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

    /** The gateway of this test may run as root, whom no permission holds back: it is told to take nothing. */
    @Test
    @Override
    void saysWhenNothingMayBeWritten() throws Exception {
        try (Gateway readOnly = Gateway.start(GatewaySettings.relay(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of()).withStore(home, false),
                GatewayListener.NONE)) {
            Location there = new Location("gsiftp", null, "127.0.0.1", readOnly.address().getPort(), "/a");
            assertThat(failure(local(file(here.resolve("a"), 10)), there).reason()).isEqualTo(Reason.PERMISSION);
        }
    }
}

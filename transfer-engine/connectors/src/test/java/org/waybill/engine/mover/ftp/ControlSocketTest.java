package org.waybill.engine.mover.ftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

class ControlSocketTest {
    /** Else what a server owes is waited for as long as it may take to store a large file. */
    @Test
    void aDeadLineIsNoticedWithinNinetySeconds() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ControlSocket socket = new ControlSocket(server.getLocalPort())) {
            socket.connect(server.getLocalSocketAddress(), 5_000);
            assertThat(socket.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)
                            + socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)
                                    * socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT))
                    .isLessThanOrEqualTo(90);
        }
    }
}

package org.waybill.engine.mover.gridftp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.testserver.HostileServer;

class ThirdPartyTest {
    private static HostileServer server(HostileServer.Talk storing) {
        return HostileServer.start(peer -> {
            peer.say("220 hello\r\n");
            while (true) {
                switch (peer.line().split(" ")[0]) {
                    case "PASV" -> peer.say("227 (127,0,0,1,200,200)\r\n");
                    case "RETR" -> peer.say("150 go\r\n226 sent\r\n");
                    case "STOR" -> storing.run(peer);
                    default -> peer.say("200 fine\r\n");
                }
            }
        });
    }

    private static ServerConnection connect(HostileServer server) throws IOException {
        return ServerConnection.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                "anonymous",
                "x@",
                Duration.ofSeconds(10));
    }

    /** The Grid Community Toolkit's server sends two every five seconds: 1,000 in three quarters of an hour. */
    @Test
    void aCopyMayTellOfItsProgressAsOftenAsItWants() throws Exception {
        try (HostileServer from = server(_ -> {});
                HostileServer to = server(peer -> {
                    for (int i = 0; i < 1_050; i++) {
                        peer.say("112 Perf Marker\r\n");
                        Thread.sleep(1);
                    }
                    peer.say("226 stored\r\n");
                });
                ServerConnection sender = connect(from);
                ServerConnection receiver = connect(to)) {
            assertThat(new ThirdParty(sender, receiver).copy("/a", "/b", 1)).isEmpty();
        }
    }

    @Test
    void whatWentWrongFirstIsTold() throws Exception {
        try (HostileServer from = server(_ -> {});
                HostileServer to = server(peer -> peer.say("150 go\r\n552 disk full\r\n"));
                ServerConnection sender = connect(from);
                ServerConnection receiver = connect(to)) {
            assertThatThrownBy(() -> new ThirdParty(sender, receiver).copy("/a", "/b", 1))
                    .hasMessageContaining("disk full");
        }
    }

    /** As the Grid Community Toolkit's server says it, with the code of any failure. */
    @Test
    void serversThatCannotConnectAreNoFailureOfTheFile() throws Exception {
        String said =
                "500 globus_xio: Unable to connect to 10.0.0.1:50000: System error in connect: Connection refused";
        try (HostileServer from = server(_ -> {});
                HostileServer to = server(peer -> peer.say("150 go\r\n" + said + "\r\n"));
                ServerConnection sender = connect(from);
                ServerConnection receiver = connect(to)) {
            assertThat(new ThirdParty(sender, receiver).copy("/a", "/b", 1))
                    .hasValueSatisfying(why -> assertThat(why).contains("Connection refused"));
        }
    }

    @Test
    void aConnectionThatBreaksWhenDataHaveCome() throws Exception {
        try (HostileServer from = server(_ -> {});
                HostileServer to =
                        server(peer -> peer.say("150 go\r\n112-Perf Marker\r\n Stripe Bytes Transferred: 5\r\n"
                                + "112 End\r\n500 the connection timed out\r\n"));
                ServerConnection sender = connect(from);
                ServerConnection receiver = connect(to)) {
            assertThatThrownBy(() -> new ThirdParty(sender, receiver).copy("/a", "/b", 1))
                    .hasMessageContaining("timed out");
        }
    }
}

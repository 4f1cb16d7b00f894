package org.waybill.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveAddressTest {
    /** A web server without SSH: its first address was probed, though dead. */
    @Test
    void anAddressAnswersAtAnyOfThePorts() throws Exception {
        InetAddress dead = InetAddress.ofLiteral("127.0.0.1");
        InetAddress alive = InetAddress.ofLiteral("127.0.0.2");
        List<InetAddress> both = List.of(dead, alive);
        Duration patience = Duration.ofSeconds(30);
        int closed;
        try (ServerSocket server = new ServerSocket(0, 9, alive)) {
            try (ServerSocket free = new ServerSocket(0, 9, alive)) {
                closed = free.getLocalPort();
            }
            assertThat(LiveAddress.of(both, List.of(closed, server.getLocalPort()), patience))
                    .isEqualTo(alive);
            assertThat(LiveAddress.of(both, List.of(closed), patience))
                    .as("where none answers, the preferred one")
                    .isEqualTo(dead);
        }
    }
}

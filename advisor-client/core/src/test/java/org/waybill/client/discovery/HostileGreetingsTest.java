package org.waybill.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Every protocol asked of a server that never ends what it says. */
@Timeout(60)
class HostileGreetingsTest {
    private static final DiscoveryBudget BUDGET =
            new DiscoveryBudget(Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(2), 512 * 1024);

    static Stream<Arguments> talks() {
        return Stream.of(
                talk("a line without end", peer -> peer.forever("220 SSH-2.0-HTTP/1.1 200 ")),
                talk("lines without end", peer -> peer.forever("220-hello\r\n")),
                talk("empty lines without end", peer -> peer.forever("\n")),
                talk("headers without end", peer -> {
                    peer.say("HTTP/1.1 200 OK\r\n");
                    peer.forever("Allow: PUT, COPY\r\n");
                }),
                talk("a TLS record without end", peer -> {
                    peer.out().write(new byte[] {22, 3, 3, 64, 0, 2, 0, 63, -4});
                    peer.forever("\u0000");
                }),
                talk("drips", peer -> peer.drip("220-hello\r\n")),
                talk("silent", peer -> Thread.sleep(60_000)),
                talk("gone at once", peer -> {}));
    }

    private static Arguments talk(String name, HostileServer.Talk talk) {
        return Arguments.of(name, talk);
    }

    @ParameterizedTest
    @MethodSource("talks")
    void discoveryEndsWithinItsTime(String name, HostileServer.Talk talk) throws Exception {
        try (HostileServer server = HostileServer.start(talk)) {
            Set<Discovery.Target> targets = new LinkedHashSet<>();
            for (Protocol protocol : Protocols.all()) {
                targets.add(new Discovery.Target(protocol, server.port(), "/"));
            }
            long startNs = System.nanoTime();
            HostFindings found = new Discovery(BUDGET)
                    .scan(List.of(
                            new Discovery.HostTargets("localhost", List.of(InetAddress.getLoopbackAddress()), targets)))
                    .getFirst();
            assertThat(Duration.ofNanos(System.nanoTime() - startNs)).as(name).isLessThan(Duration.ofSeconds(8));
            assertThat(found.ports())
                    .hasSameSizeAs(targets)
                    .allSatisfy(port ->
                            assertThat(port.banner()).hasSizeLessThan(1_000).doesNotContain("\n"));
        }
    }
}

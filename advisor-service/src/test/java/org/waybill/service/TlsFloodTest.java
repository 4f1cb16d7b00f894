package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;

/** Connections to a service with TLS that begin a key exchange and do not continue it. */
@Tag("attack")
class TlsFloodTest {
    private static final int CONNECTIONS = 300;
    private static final int MANY = 10_000;

    @TempDir
    private Path directory;

    private static byte[] clientHello() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(1 << 15);
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    @Test
    void callsAreAnsweredBesideHalfKeyExchanges() throws Exception {
        flood(CONNECTIONS);
    }

    @Test
    @Tag("nightly")
    void callsAreAnsweredBesideTenThousandHalfKeyExchanges() throws Exception {
        flood(MANY);
    }

    private void flood(int connections) throws Exception {
        KeyFiles keys = KeyFiles.in(directory);
        byte[] hello = clientHello();
        List<SocketChannel> open = new ArrayList<>();
        try (RunningService service = EmbeddedService.load().start(keys.settings(directory, "127.0.0.1"))) {
            int port = service.url().getPort();
            AdvisorService advisor =
                    TestClients.advisor(URI.create("https://localhost:" + port), service.token(), keys.trusting());
            assertThat(advisor.info().name()).isEqualTo("waybill");
            long longestNs = 0;
            for (int i = 0; i < connections; i++) {
                open.add(connect(port, i, i % 2 == 0 ? hello : new byte[] {0x16, 3, 1}));
                if (i % (connections / 5) == 0) {
                    long startNs = System.nanoTime();
                    assertThat(TestClients.advisor(
                                            URI.create("https://localhost:" + port), service.token(), keys.trusting())
                                    .info()
                                    .name())
                            .isEqualTo("waybill");
                    longestNs = Math.max(longestNs, System.nanoTime() - startNs);
                }
            }
            System.out.printf("%d half key exchanges: longest answer %.0f ms%n", connections, longestNs / 1e6);
            assertThat(Duration.ofNanos(longestNs)).isLessThan(Duration.ofSeconds(15));
        } finally {
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
    }

    private static SocketChannel connect(int port, int number, byte[] first) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress("127.0.0." + (1 + number % 4), 0));
        try {
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            channel.write(ByteBuffer.wrap(first));
        } catch (IOException sentAway) {
            channel.close();
        }
        return channel;
    }
}

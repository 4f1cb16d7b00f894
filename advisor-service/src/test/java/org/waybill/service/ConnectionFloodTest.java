package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thousand connections from four addresses, that of the well-meaning included; requests are answered meanwhile. */
@Tag("attack")
class ConnectionFloodTest {
    private static final int CONNECTIONS = 1_000;
    private static final int MANY = 10_000;
    private static final int REQUESTS = 5;
    /** What stays: the places of four addresses, and some. */
    private static final int MOST_LEFT = 600;
    /** Clients of this test and the database open some of their own. */
    private static final int SPARE = 60;

    /** What each connection says at once; a byte a second follows where it is not all. */
    enum Kind {
        SILENT("", false), SLOW_HEADERS("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", true),
        SLOW_BODY("POST /hessian/advisor HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n", true),
        IDLE("GET /actuator/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", false);

        private final byte[] first;
        private final boolean drips;

        Kind(String first, boolean drips) {
            this.first = first.getBytes(StandardCharsets.US_ASCII);
            this.drips = drips;
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredBeside(Kind kind) throws Exception {
        flood(kind, CONNECTIONS);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredBesideTenThousand(Kind kind) throws Exception {
        flood(kind, MANY);
    }

    private static void flood(Kind kind, int connections) throws Exception {
        Standalone standalone = Standalone.shared();
        assertThat(TestClients.advisor(standalone.service).info().name()).isEqualTo("waybill");
        long before = descriptors();
        List<SocketChannel> open = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(connect(standalone, i, kind));
                if (kind == Kind.IDLE && i % 50 == 0) {
                    // so that they are answered, and idle, and not so many requests at once
                    Thread.sleep(100);
                }
            }
            Thread dripping = Thread.ofPlatform().start(() -> drip(kind, open, over));
            for (int i = 0; i < REQUESTS; i++) {
                long startNs = System.nanoTime();
                assertThat(TestClients.advisor(standalone.service).info().name()).isEqualTo("waybill");
                assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(10));
                Thread.sleep(200);
            }
            assertThat(descriptors() - before - connections).as("places that are held").isLessThan(MOST_LEFT);
            over.set(true);
            dripping.join();
        } finally {
            over.set(true);
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
        for (int i = 0; i < 600 && descriptors() > before + SPARE; i++) {
            Thread.sleep(100);
        }
        assertThat(descriptors()).as("descriptors a minute later").isLessThanOrEqualTo(before + SPARE);
    }

    private static SocketChannel connect(Standalone standalone, int number, Kind kind) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress("127.0.0." + (1 + number % 4), 0));
        channel.connect(new InetSocketAddress("127.0.0.1", standalone.service.url().getPort()));
        channel.configureBlocking(false);
        say(channel, kind.first);
        return channel;
    }

    private static void drip(Kind kind, List<SocketChannel> open, AtomicBoolean over) {
        while (kind.drips && !over.get()) {
            open.forEach(channel -> say(channel, new byte[] {'x'}));
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void say(SocketChannel channel, byte[] bytes) {
        try {
            channel.write(ByteBuffer.wrap(bytes));
        } catch (IOException sentAway) {
            // that is what the test is about
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    @Test
    void aConnectionThatServedWellIsKeptForItsNextRequest() throws Exception {
        Standalone standalone = Standalone.shared();
        AtomicInteger answers = new AtomicInteger();
        try (SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1",
                standalone.service.url().getPort()))) {
            for (int i = 0; i < 3; i++) {
                channel.write(ByteBuffer.wrap(Kind.IDLE.first));
                ByteBuffer reply = ByteBuffer.allocate(64);
                while (reply.hasRemaining() && channel.read(reply) >= 0) {
                    continue;
                }
                String said = new String(reply.array(), StandardCharsets.US_ASCII);
                answers.addAndGet(said.contains("HTTP/1.1 ") ? 1 : 0);
                Thread.sleep(2_500);
                channel.configureBlocking(false);
                channel.read(ByteBuffer.allocate(1 << 16));
                channel.configureBlocking(true);
            }
        }
        assertThat(answers).hasValue(3);
    }
}

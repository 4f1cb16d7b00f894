package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.api.ServiceException;

/**
 * A thousand connections, from four addresses, that of the well-meaning included, or from everywhere; requests to the
 * service and to its console are answered meanwhile, and afterwards all is as it was.
 */
@Tag("attack")
class ConnectionFloodTest {
    private static final int CONNECTIONS = 1_000;
    private static final int MANY = 10_000;
    private static final int REQUESTS = 5;
    private static final long MOST_NANOS = 10_000_000_000L;
    /** What stays: the places of four addresses, and some. */
    private static final int MOST_LEFT = 600;
    /** A client that was served may stay where there is room, and some. */
    private static final int ALL_PLACES = 1_100;
    /** Clients of this test and the database open some of their own. */
    private static final int SPARE = 60;

    private static final long SPARE_BYTES = 24 << 20;

    /** What each connection says at once; a byte a second follows where it is not all. */
    enum Kind {
        SILENT("", false),
        SLOW_HEADERS("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", true),
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
        flood(kind, CONNECTIONS, false);
    }

    @Test
    void requestsAreAnsweredBesideThoseFromEverywhere() throws Exception {
        flood(Kind.SLOW_HEADERS, CONNECTIONS, true);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredBesideTenThousand(Kind kind) throws Exception {
        flood(kind, MANY, false);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredBesideTenThousandFromEverywhere(Kind kind) throws Exception {
        flood(kind, MANY, true);
    }

    private static void flood(Kind kind, int connections, boolean everywhere) throws Exception {
        Standalone standalone = Standalone.shared();
        askBoth(standalone);
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        long heapBytes = heapBytes();
        long before = descriptors();
        List<SocketChannel> open = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(connect(standalone, i, kind, everywhere));
                if (kind == Kind.IDLE && i % 50 == 0) {
                    // so that they are answered, and idle, and not all of them requests at once
                    Thread.sleep(100);
                }
            }
            Thread dripping = Thread.ofPlatform().start(() -> drip(kind, open, over));
            long longestNs = 0;
            for (int i = 0; i < REQUESTS; i++) {
                longestNs = Math.max(longestNs, askBoth(standalone));
                Thread.sleep(200);
            }
            System.out.printf(
                    "%s from %s: %d connections, longest answer %.0f ms%n",
                    kind, everywhere ? "everywhere" : "nearby", connections, longestNs / 1e6);
            assertThat(longestNs).as("nanoseconds").isLessThan(MOST_NANOS);
            assertThat(descriptors() - before - connections)
                    .as("places that are held")
                    .isLessThan(everywhere && kind == Kind.IDLE ? ALL_PLACES : MOST_LEFT);
            over.set(true);
            dripping.join();
        } finally {
            over.set(true);
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
        ThreadMXBean running = ManagementFactory.getThreadMXBean();
        for (int i = 0;
                i < 120
                        && (descriptors() > before + SPARE
                                || running.getThreadCount() > threads + SPARE
                                || heapBytes() > heapBytes + SPARE_BYTES);
                i++) {
            Thread.sleep(500);
        }
        assertThat(descriptors()).as("descriptors a minute later").isLessThanOrEqualTo(before + SPARE);
        assertThat(running.getThreadCount()).as("threads a minute later").isLessThanOrEqualTo(threads + SPARE);
        assertThat(heapBytes()).as("bytes of heap a minute later").isLessThanOrEqualTo(heapBytes + SPARE_BYTES);
    }

    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** A call of the service, and a page of its console over a connection of its own; how long the longer one took. */
    private static long askBoth(Standalone standalone) throws Exception {
        return Math.max(
                nanosUntilAnswered(() -> {
                    assertThat(TestClients.advisor(standalone.service).info().name())
                            .isEqualTo("waybill");
                    return null;
                }),
                nanosUntilAnswered(() -> {
                    try (HttpClient browser = HttpClient.newHttpClient()) {
                        assertThat(browser.send(
                                                standalone
                                                        .request("/login", "")
                                                        .GET()
                                                        .build(),
                                                BodyHandlers.ofString())
                                        .statusCode())
                                .isEqualTo(200);
                    }
                    return null;
                }));
    }

    /**
     * While all places of an address are at work, for moments after hundreds of requests at once, a newcomer from there
     * is sent away at once, and asks again as people do; it never waits for an answer that does not come.
     */
    private static long nanosUntilAnswered(Callable<Void> question) throws Exception {
        long startNs = System.nanoTime();
        while (true) {
            try {
                question.call();
                return System.nanoTime() - startNs;
            } catch (HttpTimeoutException e) {
                throw e;
            } catch (IOException | ServiceException sentAway) {
                if (sentAway.getCause() instanceof HttpTimeoutException || System.nanoTime() - startNs > MOST_NANOS) {
                    throw sentAway;
                }
                Thread.sleep(200);
            }
        }
    }

    private static SocketChannel connect(Standalone standalone, int number, Kind kind, boolean everywhere)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress(
                everywhere ? "127." + (1 + number % 200) + "." + number / 200 + ".2" : "127.0.0." + (1 + number % 4),
                0));
        channel.connect(
                new InetSocketAddress("127.0.0.1", standalone.service.url().getPort()));
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
        try (SocketChannel channel = SocketChannel.open(
                new InetSocketAddress("127.0.0.1", standalone.service.url().getPort()))) {
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

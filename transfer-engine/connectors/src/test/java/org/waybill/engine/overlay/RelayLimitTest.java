package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.node.WaybillNode;

/** A relay whose owner limits what it passes on, with real nodes and sockets. */
@Timeout(60)
class RelayLimitTest {
    private static final long LIMIT = 40_000_000;
    private static final long LIMIT_BYTES_PER_SECOND = LIMIT / 8;

    @TempDir
    private Path directory;

    private OverlayFixture overlay;
    private WaybillNode relay;

    @BeforeEach
    void start() throws Exception {
        overlay = new OverlayFixture(directory);
        relay = overlay.relay(overlay.end.home, OverlayFixture.INNER.withLimit(LIMIT));
    }

    @AfterEach
    void stop() {
        overlay.close();
    }

    /** A place that takes what comes and counts it. */
    private static final class Drain implements AutoCloseable {
        final LongAdder bytes = new LongAdder();
        private final ServerSocketChannel listener;

        Drain() throws IOException {
            listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        SocketChannel channel = listener.accept();
                        Thread.ofVirtual().start(() -> drain(channel));
                    }
                } catch (IOException _) {
                    // closed
                }
            });
        }

        private void drain(SocketChannel channel) {
            ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
            try (channel) {
                for (int n = channel.read(buffer); n >= 0; n = channel.read(buffer.clear())) {
                    bytes.add(n);
                }
            } catch (IOException _) {
                // cut
            }
        }

        NodeAddress address() {
            return new NodeAddress("127.0.0.1", listener.socket().getLocalPort());
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private static void pour(SocketChannel into) {
        Thread.ofVirtual().start(() -> {
            ByteBuffer content = ByteBuffer.allocate(64 << 10);
            try {
                while (true) {
                    into.write(content.clear());
                }
            } catch (IOException _) {
                // the test is over
            }
        });
    }

    @Test
    void twoPathsShareTheLimitEquallyThoughOneHasMoreStreams() throws Exception {
        PathOpener opener = new PathOpener(overlay.end.home, RouteTokens.NONE);
        List<NodeAddress> hops = List.of(OverlayFixture.address(relay));
        List<SocketChannel> streams = new ArrayList<>();
        try (Drain ofMany = new Drain();
                Drain ofOne = new Drain();
                VirtualPath many = opener.open(hops, ofMany.address(), 1L << 40);
                VirtualPath one = opener.open(hops, ofOne.address(), 1L << 40)) {
            long startNanos = System.nanoTime();
            for (int i = 0; i < 6; i++) {
                streams.add(many.dial());
            }
            streams.add(one.dial());
            streams.forEach(RelayLimitTest::pour);
            Waiting.until(() -> ofMany.bytes.sum() > 0 && ofOne.bytes.sum() > 0);
            long manyBefore = ofMany.bytes.sum();
            long oneBefore = ofOne.bytes.sum();
            Waiting.until(() -> ofOne.bytes.sum() - oneBefore > LIMIT_BYTES_PER_SECOND, 20_000);
            long byOne = ofOne.bytes.sum() - oneBefore;
            long byMany = ofMany.bytes.sum() - manyBefore;
            // the clock last: a thread that is held up in between must not find more bytes than time
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            assertThat((double) (oneBefore + byOne + manyBefore + byMany))
                    .as("within %.2f s", seconds)
                    .isLessThan(LIMIT_BYTES_PER_SECOND * (seconds + 0.1));
            assertThat((double) byMany / byOne)
                    .as("what six streams had of what one had")
                    .isBetween(0.8, 1.25);
        } finally {
            for (SocketChannel stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void aTransferTakesAsLongAsTheLimitWantsAndIsWhole() throws Exception {
        Path source = overlay.end.file("source", 8_000_000, 1);
        long startNanos = System.nanoTime();
        overlay.push(
                source, "/copy", NetworkPaths.through(List.of(OverlayFixture.name(relay))), 0, TransferListener.NONE);
        assertThat((System.nanoTime() - startNanos) / 1e9).isGreaterThan(8_000_000.0 / LIMIT_BYTES_PER_SECOND - 0.1);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
    }

    @Test
    void aStreamThatHasEndedWaitsForNoTurn() throws Exception {
        RelayLimit limit = new RelayLimit(8_000); // four seconds for a piece
        FairOutput.Share path = new FairOutput.Share();
        assertThat(limit.await(path, 1 << 20, () -> true)).as("a piece of it").isLessThan(1 << 20);
        AtomicBoolean isWanted = new AtomicBoolean(true);
        Thread closer = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            isWanted.set(false);
        });
        assertThatThrownBy(() -> limit.await(path, 1 << 20, isWanted::get)).isInstanceOf(ClosedChannelException.class);
        closer.join();
    }

    @Test
    void withoutALimitEverythingPassesAtOnce() throws Exception {
        assertThat(new RelayLimit(0).await(new FairOutput.Share(), 1 << 30, () -> false))
                .isEqualTo(1 << 30);
    }
}

package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forwarding between two connections, and what is learnt from it. */
@Timeout(60)
class SpliceTest {
    private static final int BYTES = 24 << 20;
    private static final int SLOW_BYTES_PER_SECOND = 16 << 20;

    /** File Mover's traversal bandwidth is the node's own: a slow link behind it must not be mistaken for it. */
    @Test
    void aSlowNextHopDoesNotMakeTheRelaySlow() throws Exception {
        RelayMeter meter = new RelayMeter();
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            listener.setOption(StandardSocketOptions.SO_RCVBUF, 64 << 10);
            SocketChannel source = SocketChannel.open(listener.getLocalAddress());
            SocketChannel near = listener.accept();
            SocketChannel far = SocketChannel.open();
            far.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
            far.connect(listener.getLocalAddress());
            SocketChannel sink = listener.accept();
            Thread writer = Thread.ofVirtual().start(() -> write(source));
            Thread relay = Thread.ofVirtual().start(() -> forward(new Splice(near, far, meter, (bytes, _) -> bytes)));
            assertThat(readSlowly(sink)).isEqualTo(BYTES);
            sink.close();
            writer.join();
            relay.join();
        }
        assertThat(meter.forwardedBytes()).isEqualTo(BYTES);
        assertThat(meter.traversalBitsPerSecond())
                .as("where the next hop takes %d bit/s", SLOW_BYTES_PER_SECOND * 8)
                .isGreaterThan(2L * SLOW_BYTES_PER_SECOND * 8);
    }

    private static void write(SocketChannel to) {
        try (to) {
            ByteBuffer content = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < BYTES >> 20; i++) {
                content.clear();
                while (content.hasRemaining()) {
                    to.write(content);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void forward(Splice splice) {
        try {
            splice.run(new BufferPool(1 << 20));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long readSlowly(SocketChannel from) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
        long begin = System.nanoTime();
        long read = 0;
        for (int n = from.read(buffer.clear()); n >= 0; n = from.read(buffer.clear())) {
            read += n;
            long dueNanos = read * 1_000_000_000L / SLOW_BYTES_PER_SECOND - (System.nanoTime() - begin);
            if (dueNanos > 0) {
                Thread.sleep(dueNanos / 1_000_000, (int) (dueNanos % 1_000_000));
            }
        }
        return read;
    }
}

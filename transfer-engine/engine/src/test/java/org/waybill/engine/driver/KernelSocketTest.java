package org.waybill.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KernelSocketTest {
    @BeforeEach
    void needsLinux() {
        assumeTrue(LinuxSockets.isSupported(), "the kernel's socket options are read on Linux only");
    }

    @Test
    void findsTheRightOneAmongManyConnections() throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            List<SocketChannel> clients = new ArrayList<>();
            List<SocketChannel> servers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                clients.add(SocketChannel.open(listener.getLocalAddress()));
                servers.add(listener.accept());
            }
            for (int i = 0; i < 5; i++) {
                KernelSocket socket = KernelSocket.of(clients.get(i)).orElseThrow();
                long before = socket.info().orElseThrow().sentBytes();
                clients.get(i).write(ByteBuffer.allocate(1000 + i));
                servers.get(i).read(ByteBuffer.allocate(2000));

                TcpInfo info = socket.info().orElseThrow();
                assertThat(info.sentBytes() - before).isEqualTo(1000 + i);
                assertThat(info.rttMicros()).isPositive();
                assertThat(info.segmentBytes()).isPositive();
                assertThat(info.deliveredSegments())
                        .as("since 4.18, its SYN at least")
                        .isPositive();
                awaitDelivered(socket, info.sentBytes());
            }
            for (SocketChannel channel : clients) {
                channel.close();
            }
            for (SocketChannel channel : servers) {
                channel.close();
            }
        }
    }

    private static void awaitDelivered(KernelSocket socket, long bytes) throws Exception {
        long endNs = System.nanoTime() + 10_000_000_000L;
        while (socket.info().orElseThrow().deliveredBytes() != bytes && System.nanoTime() < endNs) {
            Thread.sleep(5);
        }
        assertThat(socket.info().orElseThrow().deliveredBytes()).isEqualTo(bytes);
    }

    @Test
    void setsCongestionControlAndPacingOfOneConnectionOnly() throws Exception {
        assumeTrue(KernelTcp.availableCongestionControls().contains("reno"), "the kernel has no reno");
        try (ServerSocketChannel listener =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(listener.getLocalAddress());
                SocketChannel server = listener.accept()) {
            KernelSocket mine = KernelSocket.of(client).orElseThrow();
            KernelSocket theirs = KernelSocket.of(server).orElseThrow();
            assertThat(mine.setCongestionControl("reno")).isTrue();
            assertThat(mine.congestionControl()).contains("reno");
            assertThat(theirs.congestionControl()).contains(KernelTcp.defaultCongestionControl());
            assertThat(mine.setCongestionControl("no-such-thing")).isFalse();
            assertThat(mine.setMaxPacingRate(1_000_000)).isTrue();
            client.close();
            assertThat(mine.info()).isEmpty();
            assertThat(mine.setCongestionControl("reno")).isFalse();
        }
    }

    @Test
    void takesOnlyALittleMoreThanItCanSend() throws Exception {
        assumeTrue(LinuxSockets.isSupported(), "not Linux");
        int limit = 64 << 10;
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.setOption(StandardSocketOptions.SO_RCVBUF, 64 << 10);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int usual = taken(listener, 0);
            assertThat(usual).as("what the kernels of both ends take").isGreaterThan(2 << 20);
            assertThat(taken(listener, limit)).isLessThan(usual / 2);
        }
    }

    /** How much a connection takes while no one reads from it. */
    private static int taken(ServerSocketChannel listener, int limit) throws IOException {
        try (SocketChannel client = SocketChannel.open();
                SocketChannel server = accept(client, listener)) {
            assertThat(server.isConnected()).isTrue();
            client.setOption(StandardSocketOptions.SO_SNDBUF, 4 << 20);
            assertThat(limit == 0 || KernelSocket.of(client).orElseThrow().setUnsentLimit(limit))
                    .isTrue();
            client.configureBlocking(false);
            ByteBuffer bytes = ByteBuffer.allocate(16 << 10);
            int taken = 0;
            for (int n = client.write(bytes); n > 0; n = client.write(bytes.clear())) {
                taken += n;
            }
            return taken;
        }
    }

    private static SocketChannel accept(SocketChannel client, ServerSocketChannel listener) throws IOException {
        client.connect(listener.getLocalAddress());
        return listener.accept();
    }

    @Test
    void isEmptyForAChannelThatIsNotConnected() throws Exception {
        try (SocketChannel channel = SocketChannel.open()) {
            assertThat(KernelSocket.of(channel)).isEmpty();
        }
    }
}

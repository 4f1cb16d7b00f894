package org.waybill.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
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
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
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
            }
            for (SocketChannel channel : clients) {
                channel.close();
            }
            for (SocketChannel channel : servers) {
                channel.close();
            }
        }
    }

    @Test
    void setsCongestionControlAndPacingOfOneConnectionOnly() throws Exception {
        assumeTrue(KernelTcp.availableCongestionControls().contains("reno"), "the kernel has no reno");
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
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
    void isEmptyForAChannelThatIsNotConnected() throws Exception {
        try (SocketChannel channel = SocketChannel.open()) {
            assertThat(KernelSocket.of(channel)).isEmpty();
        }
    }
}

package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.rightsizing.CongestionChoice;

/** TCP connections from one hop to the next. */
final class HopSockets {
    private static final int CONNECT_MILLIS = 8_000;

    private HopSockets() {}

    /** Connects, chooses the congestion control for this hop's delay, and says {@code first}. */
    static SocketChannel connect(InetSocketAddress address, byte[] first) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, CONNECT_MILLIS);
            prepare(channel);
            ByteBuffer out = ByteBuffer.wrap(first);
            while (out.hasRemaining()) {
                channel.write(out);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Each hop is a connection of its own: what suits its delay may differ from what suits the whole path's. */
    static void prepare(SocketChannel channel) {
        Optional<KernelSocket> kernel = KernelSocket.of(channel);
        if (kernel.isPresent()) {
            long rttMicros = kernel.get().info().map(TcpInfo::rttMicros).orElse(0L);
            CongestionChoice.choose(rttMicros, KernelTcp.defaultCongestionControl(),
                    KernelTcp.availableCongestionControls()).ifPresent(kernel.get()::setCongestionControl);
        }
    }
}

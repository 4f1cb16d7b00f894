package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.driver.TcpChannels;

/** TCP connections from one hop to the next. */
final class HopSockets {
    private static final int CONNECT_MILLIS = 8_000;
    /** More than any link carries, yet a limit: a connection that has one is paced by the kernel. */
    private static final long PACED_BYTES_PER_SECOND = 1L << 40;
    /** Below that bursts do not matter, and timers cost more than they smooth out. */
    private static final long SHORTEST_PACED_MICROS = 2_000;

    private HopSockets() {}

    /** Connects, says {@code first}, and chooses the congestion control for this hop's delay. */
    static SocketChannel connect(InetSocketAddress address, byte[] first) throws IOException {
        SocketChannel channel = TcpChannels.connect(address, CONNECT_MILLIS, first);
        prepare(channel);
        return channel;
    }

    /**
     * Each hop is a connection of its own: what suits its delay may differ from what suits the whole path's. A relay's
     * output is spaced out by the kernel, a fifth faster than the congestion window asks for, also where the congestion
     * control does not ask for it by itself: acknowledgements for the hop before share the relay's access link with its
     * bursts, wait behind them and arrive bunched (ACK compression, Rizk 2006, section 5.2.3).
     */
    static void prepare(SocketChannel channel) {
        Optional<KernelSocket> kernel = KernelSocket.of(channel);
        if (kernel.isPresent()) {
            Optional<String> _ = kernel.get().setSuitableCongestionControl();
            if (kernel.get().rttMicros() >= SHORTEST_PACED_MICROS && KernelTcp.isPacingWanted()) {
                kernel.get().setMaxPacingRate(PACED_BYTES_PER_SECOND);
            }
            kernel.get().takeLittleAhead();
        }
    }
}

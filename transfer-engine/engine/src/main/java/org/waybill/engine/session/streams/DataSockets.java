package org.waybill.engine.session.streams;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.driver.udp.DatagramStream;
import org.waybill.engine.session.SessionSettings;

/** Sets what a sending data connection needs of the kernel; where that cannot be had, things stay as they are. */
public final class DataSockets {
    private DataSockets() {}

    /** Chooses the congestion control for the path's delay, and lets the kernel smooth out a limited rate. */
    public static void prepare(ByteChannel channel, SessionSettings settings) {
        SocketChannel socket = socketOf(channel);
        if (socket == null) {
            return;
        }
        Optional<KernelSocket> kernel = KernelSocket.of(socket);
        if (kernel.isEmpty()) {
            return;
        }
        if (settings.rateBitsPerSecond() > 0) {
            kernel.get().setMaxPacingRate(Math.max(1, settings.rateBitsPerSecond() / 8));
        }
        kernel.get()
                .setSuitableCongestionControl()
                .ifPresent(refused -> settings.event(
                        "CONGESTION_CONTROL",
                        "the kernel does not let us use " + refused
                                + " on a path of " + kernel.get().rttMicros() / 1000 + " ms; allow it in"
                                + " net.ipv4.tcp_allowed_congestion_control"));
    }

    /**
     * A connection that leads elsewhere than the control connection is one of several paths, and may be slow.
     *
     * @return whether it is such a connection
     */
    public static boolean takeLittleAheadOfRelays(SocketChannel socket, SocketChannel control) throws IOException {
        if (!(socket.getRemoteAddress() instanceof InetSocketAddress data)
                || !(control.getRemoteAddress() instanceof InetSocketAddress peer)
                || data.getAddress().equals(peer.getAddress())) {
            return false;
        }
        KernelSocket.of(socket).ifPresent(KernelSocket::takeLittleAhead);
        return true;
    }

    /** Whether the stream's own datagrams are sealed, with keys that only its two sides have. */
    public static boolean isSealed(ByteChannel channel) {
        return channel instanceof DatagramStream stream && stream.isSealed();
    }

    /** The kernel's connection below a stream; null where there is none. */
    public static @Nullable SocketChannel socketOf(ByteChannel channel) {
        return switch (channel) {
            case SocketChannel socket -> socket;
            case PacedChannel paced -> paced.socket();
            default -> null;
        };
    }

    /** The stream of datagrams below a stream; null where there is none. */
    static @Nullable DatagramStream datagramsOf(ByteChannel channel) {
        return switch (channel) {
            case DatagramStream stream -> stream;
            case PacedChannel paced -> paced.datagrams();
            default -> null;
        };
    }

    /** The round-trip time of a connection in microseconds, 0 where the kernel does not report it. */
    public static long rttMicros(SocketChannel channel) {
        TcpInfo info = info(channel);
        return info == null ? 0 : info.minRttMicros() > 0 ? info.minRttMicros() : info.rttMicros();
    }

    /** What the kernel says of a connection; null where it does not. */
    public static @Nullable TcpInfo info(SocketChannel channel) {
        return KernelSocket.of(channel).flatMap(KernelSocket::info).orElse(null);
    }
}

package org.waybill.engine.session.streams;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.rightsizing.KernelLimits;
import org.waybill.engine.rightsizing.RightSizing;

/**
 * Watches one TCP connection's bandwidth-delay product over its life (Feng et al. 2003) and sets a buffer by hand when
 * the kernel's own tuning has come to its end and more is allowed. As a rule the kernel tunes further than it lets
 * others, and there is nothing to do. Used by the connection's thread.
 */
final class BufferSizer {
    private static final long LOOK_BYTES = 8L << 20;
    /** A buffer filled this far by a round trip's data is what bounds the rate. */
    private static final double FULL = 0.8;
    /** What is measured is bounded by the buffer there is: ask for more, and look again. */
    private static final int GROWTH = 2;

    private final @Nullable SocketChannel socket;
    private final SocketOption<Integer> option;
    private final long autoBytes;
    private final long manualBytes;
    private final LongSupplier rttMicros;
    private final LongSupplier clockNanos;
    private long setBytes;
    private long lookedNanos;
    private long movedBytes;

    /**
     * For one buffer of one connection.
     *
     * @param socket null for what is not a TCP connection
     * @param option which buffer
     * @param autoBytes how far the kernel grows it
     * @param manualBytes how large it may be made by hand
     */
    BufferSizer(
            @Nullable SocketChannel socket,
            SocketOption<Integer> option,
            long autoBytes,
            long manualBytes,
            LongSupplier rttMicros,
            LongSupplier clockNanos) {
        this.socket = socket;
        this.option = option;
        this.autoBytes = autoBytes;
        this.manualBytes = manualBytes;
        this.rttMicros = rttMicros;
        this.clockNanos = clockNanos;
        lookedNanos = clockNanos.getAsLong();
    }

    static BufferSizer ofSender(ByteChannel channel) {
        KernelLimits limits = KernelTcp.limits();
        return of(channel, StandardSocketOptions.SO_SNDBUF, limits.autoSend(), limits.manualSend());
    }

    static BufferSizer ofReceiver(ByteChannel channel) {
        KernelLimits limits = KernelTcp.limits();
        return of(channel, StandardSocketOptions.SO_RCVBUF, limits.autoReceive(), limits.manualReceive());
    }

    private static BufferSizer of(ByteChannel channel, SocketOption<Integer> option, long auto, long manual) {
        SocketChannel socket = DataSockets.socketOf(channel);
        return new BufferSizer(
                socket,
                option,
                auto,
                manual,
                () -> socket == null ? 0 : DataSockets.rttMicros(socket),
                System::nanoTime);
    }

    /** The number of bytes that went through. */
    void moved(int bytes) {
        if (socket == null || manualBytes <= autoBytes) {
            return;
        }
        movedBytes += bytes;
        if (movedBytes < LOOK_BYTES) {
            return;
        }
        long nowNanos = clockNanos.getAsLong();
        long bitsPerSecond = (long) (movedBytes * 8e9 / Math.max(1, nowNanos - lookedNanos));
        movedBytes = 0;
        lookedNanos = nowNanos;
        look(socket, bitsPerSecond);
    }

    private void look(SocketChannel connection, long bitsPerSecond) {
        long product = RightSizing.bandwidthDelayBytes(bitsPerSecond, rttMicros.getAsLong());
        long wanted = RightSizing.advise(product, autoBytes, manualBytes).wantedBytes();
        if (wanted < FULL * Math.max(autoBytes, setBytes)) {
            return;
        }
        long bytes =
                RightSizing.advise(GROWTH * product, autoBytes, manualBytes).setBufferBytes();
        if (bytes > setBytes) {
            try {
                connection.setOption(option, (int) Math.min(Integer.MAX_VALUE, bytes));
                setBytes = bytes;
            } catch (IOException _) {
                // the connection has broken, which its user will see
            }
        }
    }
}

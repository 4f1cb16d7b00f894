package org.waybill.engine.driver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.waybill.engine.rightsizing.CongestionChoice;

/**
 * The kernel's options of one TCP connection that the JDK does not offer. The channel stays an ordinary JDK channel;
 * its descriptor is found among this process's by comparing addresses, and compared again before every use, since the
 * number may have been given to another socket after the channel was closed. See decision 0020.
 */
public final class KernelSocket {
    private static final int UNSENT_BYTES = 256 << 10;
    private static final long SHORTEST_MICROS = 2_000;

    private final int descriptor;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;

    private KernelSocket(int descriptor, InetSocketAddress local, InetSocketAddress remote) {
        this.descriptor = descriptor;
        this.local = local;
        this.remote = remote;
    }

    /** The connection below a channel; empty where this is not Linux, or the channel is not connected. */
    public static Optional<KernelSocket> of(SocketChannel channel) {
        if (!LinuxSockets.isSupported()) {
            return Optional.empty();
        }
        try {
            if (channel.getLocalAddress() instanceof InetSocketAddress local
                    && channel.getRemoteAddress() instanceof InetSocketAddress remote) {
                int descriptor = LinuxSockets.findDescriptor(local, remote);
                return descriptor < 0 ? Optional.empty() : Optional.of(new KernelSocket(descriptor, local, remote));
            }
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** What the kernel knows about the connection; empty once it is closed. */
    public Optional<TcpInfo> info() {
        return isStillOurs() ? LinuxSockets.tcpInfo(descriptor) : Optional.empty();
    }

    /** The congestion control in use. */
    public Optional<String> congestionControl() {
        return isStillOurs() ? LinuxSockets.congestionControl(descriptor) : Optional.empty();
    }

    /** Sets what suits the path's delay ({@link CongestionChoice}); what the kernel refused to set, if it did. */
    public Optional<String> setSuitableCongestionControl() {
        return KernelTcp.choice(rttMicros()).filter(choice -> !setCongestionControl(choice));
    }

    /** The smoothed round-trip time; 0 where the kernel does not report it. */
    public long rttMicros() {
        return info().map(TcpInfo::rttMicros).orElse(0L);
    }

    /** Chooses another one; false if the kernel does not have it or does not allow it to us. */
    public boolean setCongestionControl(String name) {
        return isStillOurs() && LinuxSockets.setCongestionControl(descriptor, name);
    }

    /** Never sends faster than a number of bytes a second; false if the kernel refused. */
    public boolean setMaxPacingRate(long bytesPerSecond) {
        return isStillOurs() && LinuxSockets.setMaxPacingRate(descriptor, bytesPerSecond);
    }

    /**
     * Takes about this number of bytes more than it can send now, then makes writers wait; false if the kernel refused.
     */
    boolean setUnsentLimit(int bytes) {
        return isStillOurs() && LinuxSockets.setUnsentLimit(descriptor, bytes);
    }

    /**
     * Of several paths for the same data, none should take much more than it can send ({@code TCP_NOTSENT_LOWAT}): what
     * it has taken cannot take another path. Short paths are left alone: there timers and wake-ups would count.
     */
    public void takeLittleAhead() {
        if (rttMicros() >= SHORTEST_MICROS) {
            setUnsentLimit(UNSENT_BYTES);
        }
    }

    private boolean isStillOurs() {
        return LinuxSockets.connects(descriptor, local, remote);
    }
}

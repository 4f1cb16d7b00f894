package org.waybill.engine.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Hosts to which a path drops large packets without a word (a path MTU black hole, RFC 2923 section 2.1). Later
 * connections of this process to them announce and send segments that fit into every path of IPv6.
 */
public final class LargePackets {
    /** IPv6's smallest MTU (RFC 8200, section 5) less the headers of IPv6 and TCP. */
    public static final int SAFE_SEGMENT_BYTES = 1280 - 40 - 20;

    private static final Set<InetAddress> AVOIDED = ConcurrentHashMap.newKeySet();

    private LargePackets() {}

    /** From now on none are sent to a host, or asked of it; false if that is so already. */
    public static boolean avoid(InetAddress host) {
        return AVOIDED.add(host);
    }

    /** Whether none are sent to any of the hosts. */
    public static boolean areAvoided(Set<InetAddress> hosts) {
        return AVOIDED.containsAll(hosts);
    }

    /** The same for all addresses of a host. */
    public static boolean areAvoided(String host) {
        return !AVOIDED.isEmpty() && areAvoided(KernelConnections.addresses(Set.of(host)));
    }

    /** Readies a channel for its connection; bound by this where the host is one of those. */
    static void prepare(SocketChannel channel, SocketAddress target) throws IOException {
        if (isAvoided(target)) {
            channel.bind(null);
            LinuxSockets.limitSegments(((InetSocketAddress) channel.getLocalAddress()).getPort(), SAFE_SEGMENT_BYTES);
        }
    }

    /** The same for a socket. */
    public static void prepare(Socket socket, SocketAddress target) throws IOException {
        if (isAvoided(target)) {
            socket.bind(null);
            LinuxSockets.limitSegments(socket.getLocalPort(), SAFE_SEGMENT_BYTES);
        }
    }

    /** The same for a port that listens to some hosts. */
    public static void prepare(ServerSocketChannel port, Predicate<InetAddress> isExpected) throws IOException {
        if (AVOIDED.stream().anyMatch(isExpected) && LinuxSockets.isSupported()) {
            LinuxSockets.limitSegments(port.socket().getLocalPort(), SAFE_SEGMENT_BYTES);
        }
    }

    private static boolean isAvoided(SocketAddress target) {
        return target instanceof InetSocketAddress remote
                && remote.getAddress() != null
                && AVOIDED.contains(remote.getAddress())
                && LinuxSockets.isSupported();
    }
}

package org.waybill.client.probe.socket;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.LibC;
import org.waybill.platform.SocketAddresses;

/**
 * A datagram socket with time to live per packet, kernel time stamps and the error queue. For one thread, and not a
 * virtual one: waiting holds its carrier.
 */
public final class NativeSocket implements AutoCloseable {
    private static final ValueLayout.OfShort NETWORK_SHORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int SOCKADDR_IN_BYTES = 16;
    private static final int DATA_BYTES = 65_536;
    private static final int CONTROL_BYTES = 512;
    private static final int MSGHDR_BYTES = 56;
    private static final int CMSG_HEADER_BYTES = 16;
    private static final int EXTENDED_ERR_BYTES = 16;
    private static final long NANOS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NS = 100_000_000;
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;

    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_RAW = 3;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int IPPROTO_ICMP = 1;
    private static final int IPPROTO_UDP = 17;
    private static final int IPPROTO_ICMPV6 = 58;
    private static final int SO_TIMESTAMPNS = 35;
    private static final int IP_TTL = 2;
    private static final int IP_RECVERR = 11;
    private static final int IPV6_UNICAST_HOPS = 16;
    private static final int IPV6_RECVERR = 25;
    private static final int MSG_ERRQUEUE = 0x2000;

    private final Arena arena = Arena.ofShared();
    private final LibC libc = new LibC(arena);
    private final MemorySegment option = arena.allocate(JAVA_INT);
    private final MemorySegment sent = arena.allocate(DATA_BYTES);
    private final MemorySegment received = arena.allocate(DATA_BYTES);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment peer = arena.allocate(SocketAddresses.LARGEST_BYTES, 8);
    private final MemorySegment vector = arena.allocate(16, 8);
    private final MemorySegment header = arena.allocate(MSGHDR_BYTES, 8);
    private final MemorySegment pollSet = arena.allocate(8, 4);
    private final MemorySegment timeout = arena.allocate(16, 8);
    private final boolean ipv6;
    private final int fd;

    private NativeSocket(boolean ipv6, int type, int protocol) throws IOException {
        this.ipv6 = ipv6;
        fd = libc.socket(ipv6 ? LibC.AF_INET6 : LibC.AF_INET, type | SOCK_CLOEXEC, protocol);
        if (fd < 0) {
            IOException refused = libc.failure("socket");
            arena.close();
            throw refused;
        }
        pollSet.set(JAVA_INT, 0, fd);
        pollSet.set(JAVA_SHORT, 4, LibC.POLLIN);
        vector.set(ADDRESS, 0, received);
        vector.set(JAVA_LONG, 8, DATA_BYTES);
        set(LibC.SOL_SOCKET, SO_TIMESTAMPNS, 1);
        set(LibC.SOL_SOCKET, LibC.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        set(level(), ipv6 ? IPV6_RECVERR : IP_RECVERR, 1);
        // every packet goes out as it is, with "do not fragment"; the kernel's memory of path MTUs is not asked
        set(level(), ipv6 ? LibC.IPV6_MTU_DISCOVER : LibC.IP_MTU_DISCOVER, LibC.PMTUDISC_PROBE);
    }

    /** Whether this machine can have such sockets at all. */
    public static boolean isSupported() {
        return LibC.isSupported();
    }

    /** A UDP socket. */
    public static NativeSocket udp(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, SOCK_DGRAM, IPPROTO_UDP);
    }

    /** An ICMP echo socket that needs no privileges; the kernel fills in the identifier and the checksum. */
    public static NativeSocket ping(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, SOCK_DGRAM, ipv6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
    }

    /** A raw ICMP socket, which needs {@code CAP_NET_RAW}. */
    public static NativeSocket raw(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, SOCK_RAW, ipv6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
    }

    private int level() {
        return ipv6 ? LibC.IPPROTO_IPV6 : LibC.IPPROTO_IP;
    }

    private void set(int level, int name, int value) throws IOException {
        if (!libc.set(fd, level, name, value)) {
            throw libc.failure("socket option " + level + "/" + name);
        }
    }

    /** Time to live (hop limit) of the packets sent from now on, 1..255. */
    public void timeToLive(int hops) throws IOException {
        set(level(), ipv6 ? IPV6_UNICAST_HOPS : IP_TTL, hops);
    }

    /** Binds to a local address and returns the port, chosen by the kernel if 0 was asked for. */
    public int bind(InetAddress local, int port) throws IOException {
        if (libc.bind(fd, SocketAddresses.write(peer, local, port)) < 0) {
            throw libc.failure("cannot bind port " + port);
        }
        option.set(JAVA_INT, 0, SocketAddresses.LARGEST_BYTES);
        if (libc.getsockname(fd, peer, option) < 0) {
            throw libc.failure("no local address");
        }
        return Short.toUnsignedInt(peer.get(NETWORK_SHORT, 2));
    }

    /**
     * Sends one datagram.
     *
     * @return 0, or the error number with which the kernel refused; an earlier packet's error may show here
     */
    public int send(byte[] data, InetAddress to, int port) {
        MemorySegment.copy(data, 0, sent, JAVA_BYTE, 0, data.length);
        MemorySegment address = SocketAddresses.write(peer, to, port);
        return libc.sendto(fd, sent.asSlice(0, data.length), 0, address) < 0 ? libc.errno() : 0;
    }

    /** Waits at most until {@code deadlineNs} of {@link System#nanoTime} for a datagram or an error. */
    public @Nullable DatagramEvent receive(long deadlineNs) throws InterruptedException {
        while (true) {
            // errors first: they are what a route is read from
            DatagramEvent event = read(MSG_ERRQUEUE);
            if (event == null) {
                event = read(0);
            }
            long leftNs = deadlineNs - System.nanoTime();
            if (event != null || leftNs <= 0) {
                return event;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            timeout.set(JAVA_LONG, 8, Math.min(leftNs, LONGEST_WAIT_NS));
            libc.ppoll(pollSet, 1, timeout);
        }
    }

    private @Nullable DatagramEvent read(int flags) {
        header.fill((byte) 0);
        header.set(ADDRESS, 0, peer);
        header.set(JAVA_INT, 8, SocketAddresses.LARGEST_BYTES);
        header.set(ADDRESS, 16, vector);
        header.set(JAVA_LONG, 24, 1);
        header.set(ADDRESS, 32, control);
        header.set(JAVA_LONG, 40, CONTROL_BYTES);
        long length = libc.recvmsg(fd, header, flags | LibC.MSG_DONTWAIT);
        long nowNs = System.nanoTime();
        if (length < 0) {
            return null; // nothing there, or an error whose details are in the error queue
        }
        byte[] data = received.asSlice(0, length).toArray(JAVA_BYTE);
        int port = header.get(JAVA_INT, 8) == 0 ? 0 : Short.toUnsignedInt(peer.get(NETWORK_SHORT, 2));
        return withControl(data, addressIn(peer, 0, header.get(JAVA_INT, 8)), port, nowNs);
    }

    private DatagramEvent withControl(byte[] data, @Nullable InetAddress from, int port, long nowNs) {
        long kernelTimeNs = 0;
        DatagramEvent.@Nullable Dropped error = null;
        long end = header.get(JAVA_LONG, 40);
        long at = 0;
        while (at + CMSG_HEADER_BYTES <= end) {
            long length = control.get(JAVA_LONG, at);
            int level = control.get(JAVA_INT, at + 8);
            int type = control.get(JAVA_INT, at + 12);
            if (length < CMSG_HEADER_BYTES || at + length > end) {
                break;
            }
            long body = at + CMSG_HEADER_BYTES;
            if (level == LibC.SOL_SOCKET && type == SO_TIMESTAMPNS) {
                kernelTimeNs = control.get(JAVA_LONG, body) * NANOS + control.get(JAVA_LONG, body + 8);
            } else if ((level == LibC.IPPROTO_IP && type == IP_RECVERR)
                    || (level == LibC.IPPROTO_IPV6 && type == IPV6_RECVERR)) {
                error = new DatagramEvent.Dropped(
                        control.get(JAVA_INT, body), addressIn(control, body + EXTENDED_ERR_BYTES, (int)
                                (length - CMSG_HEADER_BYTES - EXTENDED_ERR_BYTES)));
            }
            at += (length + 7) & ~7L;
        }
        return new DatagramEvent(data, from, port, kernelTimeNs, nowNs, error);
    }

    private static @Nullable InetAddress addressIn(MemorySegment memory, long at, int length) {
        if (length < SOCKADDR_IN_BYTES) {
            return null;
        }
        short family = memory.get(JAVA_SHORT, at);
        byte[] bytes = new byte[family == LibC.AF_INET ? 4 : 16];
        if (family != LibC.AF_INET && (family != LibC.AF_INET6 || length < SocketAddresses.LARGEST_BYTES)) {
            return null;
        }
        MemorySegment.copy(memory, JAVA_BYTE, at + (bytes.length == 4 ? 4 : 8), bytes, 0, bytes.length);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // 4 and 16 bytes are always an address
        }
    }

    @Override
    public void close() {
        libc.close(fd);
        arena.close();
    }
}

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
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A datagram socket with time to live per packet, kernel time stamps and the error queue. For one thread, and not a
 * virtual one: waiting holds its carrier.
 */
public final class NativeSocket implements AutoCloseable {
    private static final ValueLayout.OfShort NETWORK_SHORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int SOCKADDR_IN_BYTES = 16;
    private static final int SOCKADDR_IN6_BYTES = 28;
    private static final int DATA_BYTES = 65_536;
    private static final int CONTROL_BYTES = 512;
    private static final int MSGHDR_BYTES = 56;
    private static final int CMSG_HEADER_BYTES = 16;
    private static final int EXTENDED_ERR_BYTES = 16;
    private static final long NANOS = 1_000_000_000L;
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment state = Libc.callState(arena);
    private final MemorySegment option = arena.allocate(JAVA_INT);
    private final MemorySegment sent = arena.allocate(DATA_BYTES);
    private final MemorySegment received = arena.allocate(DATA_BYTES);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment peer = arena.allocate(SOCKADDR_IN6_BYTES, 8);
    private final MemorySegment vector = arena.allocate(16, 8);
    private final MemorySegment header = arena.allocate(MSGHDR_BYTES, 8);
    private final MemorySegment pollSet = arena.allocate(8, 4);
    private final boolean ipv6;
    private final int fd;

    private NativeSocket(boolean ipv6, int type, int protocol) throws IOException {
        this.ipv6 = ipv6;
        fd = Libc.socket(state, ipv6 ? Libc.AF_INET6 : Libc.AF_INET, type | Libc.SOCK_CLOEXEC, protocol);
        if (fd < 0) {
            String reason = Libc.reason(Libc.errno(state));
            arena.close();
            throw new IOException(reason);
        }
        pollSet.set(JAVA_INT, 0, fd);
        pollSet.set(JAVA_SHORT, 4, Libc.POLLIN);
        vector.set(ADDRESS, 0, received);
        vector.set(JAVA_LONG, 8, DATA_BYTES);
        set(Libc.SOL_SOCKET, Libc.SO_TIMESTAMPNS, 1);
        set(Libc.SOL_SOCKET, Libc.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        set(level(), ipv6 ? Libc.IPV6_RECVERR : Libc.IP_RECVERR, 1);
        // every packet goes out as it is, with "do not fragment"; the kernel's memory of path MTUs is not asked
        set(level(), ipv6 ? Libc.IPV6_MTU_DISCOVER : Libc.IP_MTU_DISCOVER, Libc.PMTUDISC_PROBE);
    }

    /** Whether this machine can have such sockets at all. */
    public static boolean isSupported() {
        return System.getProperty("os.name").equals("Linux") && ADDRESS.byteSize() == Long.BYTES
                && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }

    /** A UDP socket. */
    public static NativeSocket udp(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, Libc.SOCK_DGRAM, Libc.IPPROTO_UDP);
    }

    /** An ICMP echo socket that needs no privileges; the kernel fills in the identifier and the checksum. */
    public static NativeSocket ping(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, Libc.SOCK_DGRAM, ipv6 ? Libc.IPPROTO_ICMPV6 : Libc.IPPROTO_ICMP);
    }

    /** A raw ICMP socket, which needs {@code CAP_NET_RAW}. */
    public static NativeSocket raw(boolean ipv6) throws IOException {
        return new NativeSocket(ipv6, Libc.SOCK_RAW, ipv6 ? Libc.IPPROTO_ICMPV6 : Libc.IPPROTO_ICMP);
    }

    private int level() {
        return ipv6 ? Libc.IPPROTO_IPV6 : Libc.IPPROTO_IP;
    }

    private void set(int level, int name, int value) throws IOException {
        option.set(JAVA_INT, 0, value);
        if (Libc.setsockopt(state, fd, level, name, option) < 0) {
            throw new IOException("socket option " + level + "/" + name + ": " + Libc.reason(Libc.errno(state)));
        }
    }

    /** Time to live (hop limit) of the packets sent from now on, 1..255. */
    public void timeToLive(int hops) throws IOException {
        set(level(), ipv6 ? Libc.IPV6_UNICAST_HOPS : Libc.IP_TTL, hops);
    }

    /** Binds to a local address and returns the port, chosen by the kernel if 0 was asked for. */
    public int bind(InetAddress local, int port) throws IOException {
        if (Libc.bind(state, fd, address(local, port)) < 0) {
            throw new IOException("cannot bind port " + port + ": " + Libc.reason(Libc.errno(state)));
        }
        option.set(JAVA_INT, 0, SOCKADDR_IN6_BYTES);
        if (Libc.getsockname(state, fd, peer, option) < 0) {
            throw new IOException("no local address: " + Libc.reason(Libc.errno(state)));
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
        MemorySegment address = address(to, port);
        return Libc.sendto(state, fd, sent.asSlice(0, data.length), address) < 0 ? Libc.errno(state) : 0;
    }

    private MemorySegment address(InetAddress to, int port) {
        byte[] bytes = to.getAddress();
        boolean four = to instanceof Inet4Address;
        peer.fill((byte) 0);
        peer.set(JAVA_SHORT, 0, (short) (four ? Libc.AF_INET : Libc.AF_INET6));
        peer.set(NETWORK_SHORT, 2, (short) port);
        MemorySegment.copy(bytes, 0, peer, JAVA_BYTE, four ? 4 : 8, bytes.length);
        if (to instanceof Inet6Address six) {
            peer.set(JAVA_INT, 24, six.getScopeId());
        }
        return peer.asSlice(0, four ? SOCKADDR_IN_BYTES : SOCKADDR_IN6_BYTES);
    }

    /** Waits at most until {@code deadlineNs} of {@link System#nanoTime} for a datagram or an error. */
    public @Nullable DatagramEvent receive(long deadlineNs) throws InterruptedException {
        while (true) {
            // errors first: they are what a route is read from
            DatagramEvent event = read(Libc.MSG_ERRQUEUE);
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
            int millis = Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNs) + 1, 1, 100);
            int _ = Libc.poll(state, pollSet, millis);
        }
    }

    private @Nullable DatagramEvent read(int flags) {
        header.fill((byte) 0);
        header.set(ADDRESS, 0, peer);
        header.set(JAVA_INT, 8, SOCKADDR_IN6_BYTES);
        header.set(ADDRESS, 16, vector);
        header.set(JAVA_LONG, 24, 1);
        header.set(ADDRESS, 32, control);
        header.set(JAVA_LONG, 40, CONTROL_BYTES);
        long length = Libc.recvmsg(state, fd, header, flags | Libc.MSG_DONTWAIT);
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
            if (level == Libc.SOL_SOCKET && type == Libc.SO_TIMESTAMPNS) {
                kernelTimeNs = control.get(JAVA_LONG, body) * NANOS + control.get(JAVA_LONG, body + 8);
            } else if ((level == Libc.IPPROTO_IP && type == Libc.IP_RECVERR)
                    || (level == Libc.IPPROTO_IPV6 && type == Libc.IPV6_RECVERR)) {
                error = new DatagramEvent.Dropped(control.get(JAVA_INT, body), control.get(JAVA_BYTE, body + 5),
                        control.get(JAVA_BYTE, body + 6), control.get(JAVA_INT, body + 8),
                        addressIn(control, body + EXTENDED_ERR_BYTES,
                                (int) (length - CMSG_HEADER_BYTES - EXTENDED_ERR_BYTES)));
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
        byte[] bytes = new byte[family == Libc.AF_INET ? 4 : 16];
        if (family != Libc.AF_INET && (family != Libc.AF_INET6 || length < SOCKADDR_IN6_BYTES)) {
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
        Libc.close(state, fd);
        arena.close();
    }
}

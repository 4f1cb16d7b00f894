package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.waybill.platform.LibC;
import org.waybill.platform.SocketAddresses;

/**
 * A socket through the C library: many datagrams per call in ({@code recvmmsg}, UDP_GRO) and out (UDP_SEGMENT), and the
 * fill of the kernel's buffer (SO_MEMINFO). Where the kernel refuses segmentation, datagrams go out one by one.
 */
final class LinuxUdpSocket implements UdpSocket {
    private static final int BATCH = 32;
    private static final int MOST_CALLS = 8;
    private static final int SLOT_BYTES = 1 << 16;
    private static final int MESSAGE_BYTES = 64;
    private static final int IOVEC_BYTES = 16;
    private static final int CONTROL_BYTES = 64;
    private static final int CMSG_HEADER_BYTES = 16;
    private static final int MOST_SEGMENTS = 64;
    /** A datagram's largest payload over IPv4, and so that of one call. */
    private static final int LARGEST_SEND_BYTES = 65_507;

    private static final int MEMINFO_BYTES = 36;
    private static final int SOCK_DGRAM_NONBLOCK_CLOEXEC = 2 | 0x800 | 0x80000;
    private static final int EFD_NONBLOCK_CLOEXEC = 0x800 | 0x80000;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int SO_MEMINFO = 55;
    private static final int SOL_UDP = 17;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;
    private static final short POLLOUT = 4;
    private static final int EIO = 5;
    private static final int EINVAL = 22;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    // shared, because wakeUp comes from other threads
    private final Arena arena = Arena.ofShared();
    private final LibC libc = new LibC(arena);
    private final LibC wakerLibc = new LibC(arena);
    private int socket = -1;
    private int waker = -1;
    private final PathTable paths = new PathTable();
    private final InetSocketAddress localAddress;
    private final MemorySegment messages = arena.allocate((long) BATCH * MESSAGE_BYTES, 8);
    private final MemorySegment vectors = arena.allocate((long) BATCH * IOVEC_BYTES, 8);
    private final MemorySegment names = arena.allocate((long) BATCH * 32, 8);
    private final MemorySegment controls = arena.allocate((long) BATCH * CONTROL_BYTES, 8);
    private final MemorySegment slots = arena.allocate((long) BATCH * SLOT_BYTES, 8);
    private final MemorySegment outMessage = arena.allocate(MESSAGE_BYTES, 8);
    private final MemorySegment outVector = arena.allocate(IOVEC_BYTES, 8);
    private final MemorySegment outControl = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment outSlot = arena.allocate(SLOT_BYTES, 8);
    private final MemorySegment polled = arena.allocate(16, 8);
    private final MemorySegment timeout = arena.allocate(16, 8);
    private final MemorySegment counter = arena.allocate(8, 8);
    private final MemorySegment one = arena.allocateFrom(LONG, 1);
    private final MemorySegment memInfo = arena.allocate(MEMINFO_BYTES, 8);
    private final MemorySegment memInfoLength = arena.allocate(4, 4);
    private final byte[] datagram = new byte[SLOT_BYTES];
    private final byte[] lastName = new byte[SocketAddresses.LARGEST_BYTES];
    private int lastPath = -1;
    private MemorySegment outName = MemorySegment.NULL;
    private int outNamePath = -1;
    private boolean segmentation = true;
    private boolean closed;

    LinuxUdpSocket(InetAddress local, int port) throws IOException {
        try {
            int family = SocketAddresses.family(local);
            socket = opened(libc.socket(family, SOCK_DGRAM_NONBLOCK_CLOEXEC, 0), "socket");
            waker = opened(libc.eventfd(0, EFD_NONBLOCK_CLOEXEC), "eventfd");
            configure(family);
            if (libc.bind(socket, SocketAddresses.encode(arena, new InetSocketAddress(local, port))) != 0) {
                throw libc.failure("cannot bind UDP port " + port + " of " + local.getHostAddress());
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        MemorySegment name = arena.allocate(SocketAddresses.LARGEST_BYTES, 8);
        libc.getsockname(socket, name, arena.allocateFrom(INT, SocketAddresses.LARGEST_BYTES));
        localAddress = SocketAddresses.decode(name);
        for (int i = 0; i < BATCH; i++) {
            vectors.set(ValueLayout.ADDRESS, (long) i * IOVEC_BYTES, slots.asSlice((long) i * SLOT_BYTES));
            vectors.set(LONG, (long) i * IOVEC_BYTES + 8, SLOT_BYTES);
            message(
                    messages.asSlice((long) i * MESSAGE_BYTES, MESSAGE_BYTES), names.asSlice((long) i * 32, 32),
                    vectors.asSlice((long) i * IOVEC_BYTES), controls.asSlice((long) i * CONTROL_BYTES, CONTROL_BYTES));
        }
        polled.set(INT, 0, socket);
        polled.set(ValueLayout.JAVA_SHORT, 4, LibC.POLLIN);
        polled.set(INT, 8, waker);
        polled.set(ValueLayout.JAVA_SHORT, 12, LibC.POLLIN);
    }

    private int opened(int descriptor, String what) throws IOException {
        if (descriptor < 0) {
            throw libc.failure(what);
        }
        return descriptor;
    }

    private void configure(int family) {
        // beyond rmem_max only the administrator may go; asking does no harm
        if (!libc.set(socket, LibC.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)) {
            libc.set(socket, LibC.SOL_SOCKET, LibC.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        }
        libc.set(socket, LibC.SOL_SOCKET, SO_SNDBUF, 4 << 20);
        if (family == LibC.AF_INET) {
            libc.set(socket, LibC.IPPROTO_IP, LibC.IP_MTU_DISCOVER, LibC.PMTUDISC_PROBE);
        } else {
            libc.set(socket, LibC.IPPROTO_IPV6, LibC.IPV6_MTU_DISCOVER, LibC.PMTUDISC_PROBE);
            libc.set(socket, LibC.IPPROTO_IP, LibC.IP_MTU_DISCOVER, LibC.PMTUDISC_PROBE);
        }
        libc.set(socket, SOL_UDP, UDP_GRO, 1);
    }

    /** Fills a {@code struct msghdr}. */
    private static void message(
            MemorySegment message, MemorySegment name, MemorySegment vector, MemorySegment control) {
        message.set(ValueLayout.ADDRESS, 0, name);
        message.set(INT, 8, (int) name.byteSize());
        message.set(ValueLayout.ADDRESS, 16, vector);
        message.set(LONG, 24, 1);
        message.set(ValueLayout.ADDRESS, 32, control);
        message.set(LONG, 40, control.byteSize());
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public int pathOf(InetSocketAddress address) {
        // what was the same address as the last one's may have another number now
        lastPath = -1;
        int path = paths.numberOf(address);
        paths.keep(path);
        return path;
    }

    @Override
    public byte[] addressBytes(int path) {
        return paths.bytesOf(path);
    }

    @Override
    public int receive(Receiver receiver) throws IOException {
        int total = 0;
        int count = BATCH;
        // not until there is no more: who is flooded must still get to answer
        for (int calls = 0; calls < MOST_CALLS && count == BATCH; calls++) {
            for (int i = 0; i < BATCH; i++) {
                messages.set(INT, (long) i * MESSAGE_BYTES + 8, 32);
                messages.set(LONG, (long) i * MESSAGE_BYTES + 40, CONTROL_BYTES);
            }
            count = libc.recvmmsg(socket, messages, BATCH, LibC.MSG_DONTWAIT);
            if (count < 0) {
                int errno = libc.errno();
                if (errno == LibC.EAGAIN || errno == LibC.EINTR) {
                    return total;
                }
                throw libc.failure("cannot receive");
            }
            for (int i = 0; i < count; i++) {
                total += split(i, receiver);
            }
        }
        return total;
    }

    /** What GRO has joined is taken apart again. */
    private int split(int index, Receiver receiver) {
        int path = pathAt(index);
        int length = messages.get(INT, (long) index * MESSAGE_BYTES + 56);
        int segment = segmentBytes(index, length);
        int count = 0;
        for (int at = 0; at < length; at += segment) {
            int bytes = Math.min(segment, length - at);
            MemorySegment.copy(slots, ValueLayout.JAVA_BYTE, (long) index * SLOT_BYTES + at, datagram, 0, bytes);
            if (receiver.onDatagram(path, datagram, bytes)) {
                paths.keep(path);
            }
            count++;
        }
        return count;
    }

    private int segmentBytes(int index, int length) {
        long control = (long) index * CONTROL_BYTES;
        boolean joined = messages.get(LONG, (long) index * MESSAGE_BYTES + 40) >= CMSG_HEADER_BYTES + Integer.BYTES
                && controls.get(INT, control + 8) == SOL_UDP
                && controls.get(INT, control + 12) == UDP_GRO;
        return joined ? Math.max(1, controls.get(INT, control + CMSG_HEADER_BYTES)) : Math.max(1, length);
    }

    private int pathAt(int index) {
        int length = Math.min(messages.get(INT, (long) index * MESSAGE_BYTES + 8), lastName.length);
        boolean same = lastPath >= 0;
        for (int i = 0; same && i < length; i++) {
            same = names.get(ValueLayout.JAVA_BYTE, 32L * index + i) == lastName[i];
        }
        if (!same) {
            MemorySegment.copy(names, ValueLayout.JAVA_BYTE, 32L * index, lastName, 0, length);
            lastPath = paths.numberOf(SocketAddresses.decode(names.asSlice(32L * index, 32)));
        }
        return lastPath;
    }

    @Override
    public void send(int path, byte[] bytes, int length, int datagramBytes) throws IOException {
        if (!paths.isKnown(path)) {
            return;
        }
        if (path != outNamePath) {
            outName = SocketAddresses.encode(arena, paths.addressOf(path));
            outNamePath = path;
        }
        int most = segmentation
                ? Math.min(MOST_SEGMENTS, LARGEST_SEND_BYTES / datagramBytes) * datagramBytes
                : datagramBytes;
        for (int at = 0; at < length; ) {
            int chunk = Math.min(Math.max(most, datagramBytes), length - at);
            if (!sendOnce(bytes, at, chunk, datagramBytes) && chunk > datagramBytes) {
                segmentation = false;
                most = datagramBytes;
            } else {
                at += chunk;
            }
        }
    }

    /** Returns false if the kernel refuses to segment. */
    private boolean sendOnce(byte[] bytes, int offset, int length, int datagramBytes) throws IOException {
        MemorySegment.copy(bytes, offset, outSlot, ValueLayout.JAVA_BYTE, 0, length);
        outVector.set(ValueLayout.ADDRESS, 0, outSlot);
        outVector.set(LONG, 8, length);
        message(outMessage, outName, outVector, outControl);
        if (length > datagramBytes) {
            outControl.set(LONG, 0, CMSG_HEADER_BYTES + Short.BYTES);
            outControl.set(INT, 8, SOL_UDP);
            outControl.set(INT, 12, UDP_SEGMENT);
            outControl.set(ValueLayout.JAVA_SHORT, CMSG_HEADER_BYTES, (short) datagramBytes);
            outMessage.set(LONG, 40, CMSG_HEADER_BYTES + Long.BYTES);
        } else {
            outMessage.set(LONG, 40, 0);
        }
        if (libc.sendmsg(socket, outMessage, LibC.MSG_DONTWAIT) >= 0) {
            return true;
        }
        int errno = libc.errno();
        if (errno == LibC.EAGAIN) {
            awaitRoom();
            libc.sendmsg(socket, outMessage, LibC.MSG_DONTWAIT);
            return true;
        }
        // anything else (no route for the moment, too large for the interface) is a lost datagram
        return errno != EIO && errno != EINVAL;
    }

    /** The card is slower than we are: wait for it, but not for ever. */
    private void awaitRoom() {
        polled.set(ValueLayout.JAVA_SHORT, 4, POLLOUT);
        timeout.set(LONG, 0, 0);
        timeout.set(LONG, 8, 10_000_000);
        libc.ppoll(polled, 1, timeout);
        polled.set(ValueLayout.JAVA_SHORT, 4, LibC.POLLIN);
    }

    @Override
    public void await(long timeoutNs) throws IOException {
        long ns = Math.max(0, timeoutNs);
        timeout.set(LONG, 0, ns / 1_000_000_000L);
        timeout.set(LONG, 8, ns % 1_000_000_000L);
        if (libc.ppoll(polled, 2, timeout) < 0 && libc.errno() != LibC.EINTR) {
            throw libc.failure("cannot wait for datagrams");
        }
        if (polled.get(ValueLayout.JAVA_SHORT, 14) != 0) {
            libc.read(waker, counter);
        }
    }

    @Override
    public synchronized void wakeUp() {
        if (!closed) {
            wakerLibc.write(waker, one);
        }
    }

    private boolean readMemInfo() {
        memInfoLength.set(INT, 0, MEMINFO_BYTES);
        return libc.getsockopt(socket, LibC.SOL_SOCKET, SO_MEMINFO, memInfo, memInfoLength) == 0;
    }

    @Override
    public long freeReceiveBytes() {
        return readMemInfo() ? Math.max(0, memInfo.get(INT, 4) - (long) memInfo.get(INT, 0)) : -1;
    }

    @Override
    public long receiveBufferBytes() {
        return readMemInfo() ? memInfo.get(INT, 4) : -1;
    }

    @Override
    public long dropped() {
        return readMemInfo() ? memInfo.get(INT, 32) & 0xFFFF_FFFFL : -1;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            for (int descriptor : new int[] {socket, waker}) {
                if (descriptor >= 0) {
                    libc.close(descriptor);
                }
            }
            arena.close();
        }
    }
}

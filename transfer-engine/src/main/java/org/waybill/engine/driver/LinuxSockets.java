package org.waybill.engine.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code getsockopt}, {@code setsockopt} and their like, called directly (Linux on x86-64 and aarch64). */
final class LinuxSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int SOL_SOCKET = 1;
    private static final int SO_MAX_PACING_RATE = 47;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;
    private static final int TCP_CONGESTION = 13;
    private static final int TCP_NOTSENT_LOWAT = 25;
    private static final short AF_INET = 2;
    private static final short AF_INET6 = 10;
    private static final int SOCKADDR_BYTES = 128;
    private static final int INFO_BYTES = 256;
    private static final int CC_NAME_BYTES = 16;

    private static final boolean SUPPORTED = probe();

    private LinuxSockets() {}

    /** The handles, linked on first use and only where they exist. */
    private static final class Calls {
        static final FunctionDescriptor NAME = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle GETSOCKNAME = link("getsockname", NAME);
        static final MethodHandle GETPEERNAME = link("getpeername", NAME);
        static final MethodHandle GETSOCKOPT = link("getsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle SETSOCKOPT = link("setsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

        private Calls() {}

        private static MethodHandle link(String name, FunctionDescriptor form) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), form);
        }
    }

    static boolean isSupported() {
        return SUPPORTED;
    }

    private static boolean probe() {
        String arch = System.getProperty("os.arch");
        return System.getProperty("os.name").equals("Linux") && (arch.equals("amd64") || arch.equals("aarch64"))
                && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && Files.isDirectory(DESCRIPTORS);
    }

    /** The descriptors of this process, whatever they stand for. */
    static List<Integer> descriptors() throws IOException {
        List<Integer> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
            entries.forEach(entry -> all.add(Integer.parseInt(entry.getFileName().toString())));
        }
        return all;
    }

    /** The address of one end of a connection; null for a descriptor that is none. */
    static @Nullable InetSocketAddress address(int descriptor, boolean peer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SOCKADDR_BYTES, 8);
            MemorySegment length = arena.allocate(JAVA_INT);
            length.set(JAVA_INT, 0, SOCKADDR_BYTES);
            int result = peer ? (int) Calls.GETPEERNAME.invokeExact(descriptor, address, length)
                    : (int) Calls.GETSOCKNAME.invokeExact(descriptor, address, length);
            byte[] bytes = result == 0 ? bytes(address) : new byte[0];
            return bytes.length == 0 ? null
                    : new InetSocketAddress(InetAddress.getByAddress(bytes), port(address));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The descriptor of the connection between two addresses; -1 if this process has none. */
    static int findDescriptor(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path entry : entries) {
                int descriptor = Integer.parseInt(entry.getFileName().toString());
                if (connects(descriptor, local, remote)) {
                    return descriptor;
                }
            }
        }
        return -1;
    }

    static boolean connects(int descriptor, InetSocketAddress local, InetSocketAddress remote) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SOCKADDR_BYTES, 8);
            MemorySegment length = arena.allocate(JAVA_INT);
            length.set(JAVA_INT, 0, SOCKADDR_BYTES);
            if ((int) Calls.GETPEERNAME.invokeExact(descriptor, address, length) != 0 || !same(address, remote)) {
                return false;
            }
            length.set(JAVA_INT, 0, SOCKADDR_BYTES);
            return (int) Calls.GETSOCKNAME.invokeExact(descriptor, address, length) == 0 && same(address, local);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Compares a sockaddr; the JDK's sockets are IPv6 ones that carry IPv4 addresses as ::ffff:a.b.c.d. */
    private static boolean same(MemorySegment sockaddr, InetSocketAddress address) {
        if (port(sockaddr) != address.getPort()) {
            return false;
        }
        InetAddress wanted = address.getAddress();
        byte[] bytes = wanted instanceof Inet4Address ? mapped(wanted.getAddress()) : wanted.getAddress();
        return Arrays.equals(bytes(sockaddr), bytes);
    }

    private static int port(MemorySegment sockaddr) {
        return (sockaddr.get(JAVA_BYTE, 2) & 0xff) << 8 | (sockaddr.get(JAVA_BYTE, 3) & 0xff);
    }

    /** The IPv6 address, or the IPv4 one in IPv6's form; empty for other families. */
    private static byte[] bytes(MemorySegment sockaddr) {
        int family = (sockaddr.get(JAVA_BYTE, 0) & 0xff) | (sockaddr.get(JAVA_BYTE, 1) & 0xff) << 8;
        return switch (family) {
            case AF_INET -> mapped(sockaddr.asSlice(4, 4).toArray(JAVA_BYTE));
            case AF_INET6 -> sockaddr.asSlice(8, 16).toArray(JAVA_BYTE);
            default -> new byte[0];
        };
    }

    private static byte[] mapped(byte[] ipv4) {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        System.arraycopy(ipv4, 0, bytes, 12, 4);
        return bytes;
    }

    static Optional<TcpInfo> tcpInfo(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(INFO_BYTES, 8);
            int length = get(arena, descriptor, IPPROTO_TCP, TCP_INFO, info, INFO_BYTES);
            return length < 0 ? Optional.empty() : Optional.of(TcpInfo.parse(info, length));
        }
    }

    static Optional<String> congestionControl(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(CC_NAME_BYTES);
            int length = get(arena, descriptor, IPPROTO_TCP, TCP_CONGESTION, name, CC_NAME_BYTES);
            return length < 0 ? Optional.empty() : Optional.of(name.getString(0, StandardCharsets.US_ASCII));
        }
    }

    static boolean setCongestionControl(int descriptor, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocateFrom(name, StandardCharsets.US_ASCII);
            return set(descriptor, IPPROTO_TCP, TCP_CONGESTION, value, name.length());
        }
    }

    static boolean setMaxPacingRate(int descriptor, long bytesPerSecond) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_LONG);
            value.set(JAVA_LONG, 0, bytesPerSecond);
            return set(descriptor, SOL_SOCKET, SO_MAX_PACING_RATE, value, Long.BYTES);
        }
    }

    static boolean setUnsentLimit(int descriptor, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            value.set(JAVA_INT, 0, bytes);
            return set(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, value, Integer.BYTES);
        }
    }

    private static int get(Arena arena, int descriptor, int level, int option, MemorySegment value, int bytes) {
        MemorySegment length = arena.allocate(JAVA_INT);
        length.set(JAVA_INT, 0, bytes);
        try {
            int result = (int) Calls.GETSOCKOPT.invokeExact(descriptor, level, option, value, length);
            return result == 0 ? length.get(JAVA_INT, 0) : -1;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean set(int descriptor, int level, int option, MemorySegment value, int bytes) {
        try {
            return (int) Calls.SETSOCKOPT.invokeExact(descriptor, level, option, value, bytes) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.waybill.engine.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.LibC;
import org.waybill.platform.SocketAddresses;

/** {@code getsockopt}, {@code setsockopt} and their like, called directly (Linux on x86-64 and aarch64). */
final class LinuxSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int SO_LINGER = 13;
    private static final int SO_MAX_PACING_RATE = 47;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_MAXSEG = 2;
    private static final int TCP_INFO = 11;
    private static final int TCP_CONGESTION = 13;
    private static final int TCP_NOTSENT_LOWAT = 25;
    private static final int SOCKADDR_BYTES = 128;
    private static final int INFO_BYTES = 256;
    private static final int CC_NAME_BYTES = 16;

    private static final boolean SUPPORTED = probe();

    private LinuxSockets() {}

    static boolean isSupported() {
        return SUPPORTED;
    }

    private static boolean probe() {
        return LibC.isSupported() && Files.isDirectory(DESCRIPTORS);
    }

    /** The descriptors of this process, of all kinds. */
    static List<Integer> descriptors() throws IOException {
        List<Integer> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
            entries.forEach(
                    entry -> all.add(Integer.parseInt(entry.getFileName().toString())));
        }
        return all;
    }

    /** The address of one end of a connection; null for a descriptor that is none. */
    static @Nullable InetSocketAddress address(int descriptor, boolean peer) {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            MemorySegment address = arena.allocate(SOCKADDR_BYTES, 8);
            MemorySegment length = arena.allocateFrom(JAVA_INT, SOCKADDR_BYTES);
            int result = peer
                    ? libc.getpeername(descriptor, address, length)
                    : libc.getsockname(descriptor, address, length);
            return result == 0 && SocketAddresses.isInternet(address) ? SocketAddresses.decode(address) : null;
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

    /** Lets the socket that is bound to a local port, and not connected, negotiate segments of at most so many bytes. */
    static void limitSegments(int localPort, int bytes) throws IOException {
        for (int descriptor : descriptors()) {
            InetSocketAddress local = address(descriptor, false);
            if (local != null && local.getPort() == localPort && address(descriptor, true) == null) {
                try (Arena arena = Arena.ofConfined()) {
                    // a UDP socket of the same number refuses
                    new LibC(arena).set(descriptor, IPPROTO_TCP, TCP_MAXSEG, bytes);
                }
            }
        }
    }

    /** Ends a connection both ways; its owner finds it broken. @param reset whether it then closes it with a reset */
    static void shutDown(int descriptor, boolean reset) {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            if (reset) {
                libc.setsockopt(descriptor, LibC.SOL_SOCKET, SO_LINGER, arena.allocateFrom(JAVA_INT, 1, 0));
            }
            libc.shutdown(descriptor);
        }
    }

    static boolean connects(int descriptor, InetSocketAddress local, InetSocketAddress remote) {
        return remote.equals(address(descriptor, true)) && local.equals(address(descriptor, false));
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
            return new LibC(arena).setsockopt(descriptor, IPPROTO_TCP, TCP_CONGESTION, value.asSlice(0, name.length()))
                    == 0;
        }
    }

    static boolean setMaxPacingRate(int descriptor, long bytesPerSecond) {
        try (Arena arena = Arena.ofConfined()) {
            return new LibC(arena)
                            .setsockopt(
                                    descriptor,
                                    LibC.SOL_SOCKET,
                                    SO_MAX_PACING_RATE,
                                    arena.allocateFrom(JAVA_LONG, bytesPerSecond))
                    == 0;
        }
    }

    static boolean setUnsentLimit(int descriptor, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            return new LibC(arena).set(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, bytes);
        }
    }

    private static int get(Arena arena, int descriptor, int level, int option, MemorySegment value, int bytes) {
        MemorySegment length = arena.allocateFrom(JAVA_INT, bytes);
        return new LibC(arena).getsockopt(descriptor, level, option, value, length) == 0 ? length.get(JAVA_INT, 0) : -1;
    }
}

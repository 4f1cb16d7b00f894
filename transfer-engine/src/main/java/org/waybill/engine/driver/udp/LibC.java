package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The calls of the C library that datagrams need and the JDK does not offer. Linux, 64 bit. */
final class LibC {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCK_DGRAM_NONBLOCK = 2 | 0x800 | 0x80000;
    static final int SOL_SOCKET = 1;
    static final int SO_SNDBUF = 7;
    static final int SO_RCVBUF = 8;
    static final int SO_RCVBUFFORCE = 33;
    static final int SO_MEMINFO = 55;
    static final int IPPROTO_IP = 0;
    static final int IP_MTU_DISCOVER = 10;
    static final int IPPROTO_IPV6 = 41;
    static final int IPV6_MTU_DISCOVER = 23;
    /** Set the DF bit and do not believe ICMP: the transport searches the path MTU itself. */
    static final int PMTUDISC_PROBE = 3;
    static final int SOL_UDP = 17;
    static final int UDP_SEGMENT = 103;
    static final int UDP_GRO = 104;
    static final int MSG_DONTWAIT = 0x40;
    static final short POLLIN = 1;
    static final short POLLOUT = 4;
    static final int EFD_NONBLOCK_CLOEXEC = 0x800 | 0x80000;

    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EAGAIN = 11;
    static final int EINVAL = 22;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final MethodHandle SOCKET = handle("socket", FunctionDescriptor.of(INT, INT, INT, INT));
    private static final MethodHandle BIND =
            handle("bind", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
    private static final MethodHandle GETSOCKNAME =
            handle("getsockname", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", FunctionDescriptor.of(INT, INT, INT, INT, ValueLayout.ADDRESS, INT));
    private static final MethodHandle GETSOCKOPT = handle("getsockopt",
            FunctionDescriptor.of(INT, INT, INT, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle SENDMSG =
            handle("sendmsg", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, INT));
    private static final MethodHandle RECVMMSG = handle("recvmmsg",
            FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT, INT, ValueLayout.ADDRESS));
    private static final MethodHandle PPOLL = handle("ppoll",
            FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle EVENTFD = handle("eventfd", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle READ =
            handle("read", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
    private static final MethodHandle WRITE =
            handle("write", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ValueLayout.ADDRESS, INT));

    /** errno of the last failed call; one object per thread that calls. */
    private final MemorySegment state;

    LibC(Arena arena) {
        state = arena.allocate(STATE);
    }

    static boolean isLinux64() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
                && ValueLayout.ADDRESS.byteSize() == 8;
    }

    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        SymbolLookup lookup = LINKER.defaultLookup();
        return LINKER.downcallHandle(lookup.findOrThrow(name), descriptor, Linker.Option.captureCallState("errno"));
    }

    int errno() {
        return (int) ERRNO.get(state, 0L);
    }

    IOException failure(String what) {
        int code = errno();
        try {
            MemorySegment text = ((MemorySegment) STRERROR.invokeExact(code)).reinterpret(256);
            return new IOException(what + ": " + text.getString(0, StandardCharsets.UTF_8));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        return new IllegalStateException("a call of the C library failed in Java", e);
    }

    int socket(int family) throws IOException {
        try {
            return checked((int) SOCKET.invokeExact(state, family, SOCK_DGRAM_NONBLOCK, 0), "socket");
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int eventfd() throws IOException {
        try {
            return checked((int) EVENTFD.invokeExact(state, 0, EFD_NONBLOCK_CLOEXEC), "eventfd");
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private int checked(int result, String what) throws IOException {
        if (result < 0) {
            throw failure(what);
        }
        return result;
    }

    int bind(int socket, MemorySegment address) {
        try {
            return (int) BIND.invokeExact(state, socket, address, (int) address.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int socketName(int socket, MemorySegment address, MemorySegment length) {
        try {
            return (int) GETSOCKNAME.invokeExact(state, socket, address, length);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sets an option of type int; returns whether the kernel took it. */
    boolean set(int socket, int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocateFrom(INT, value);
            return (int) SETSOCKOPT.invokeExact(state, socket, level, option, number, Integer.BYTES) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int option(int socket, int level, int option, MemorySegment value, MemorySegment length) {
        try {
            return (int) GETSOCKOPT.invokeExact(state, socket, level, option, value, length);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long sendmsg(int socket, MemorySegment message) {
        try {
            return (long) SENDMSG.invokeExact(state, socket, message, MSG_DONTWAIT);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int recvmmsg(int socket, MemorySegment messages, int count) {
        try {
            return (int) RECVMMSG.invokeExact(state, socket, messages, count, MSG_DONTWAIT, MemorySegment.NULL);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int ppoll(MemorySegment descriptors, long count, MemorySegment timeout) {
        try {
            return (int) PPOLL.invokeExact(state, descriptors, count, timeout, MemorySegment.NULL);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long read(int descriptor, MemorySegment into) {
        try {
            return (long) READ.invokeExact(state, descriptor, into, into.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long write(int descriptor, MemorySegment from) {
        try {
            return (long) WRITE.invokeExact(state, descriptor, from, from.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void close(int descriptor) {
        try {
            int ignored = (int) CLOSE.invokeExact(state, descriptor);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }
}

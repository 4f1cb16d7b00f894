package org.waybill.client.probe.socket;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The few system calls, and their errors. Constants are those of 64-bit Linux on x86 and ARM. */
final class Libc {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_RAW = 3;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int IPPROTO_IP = 0;
    static final int IPPROTO_ICMP = 1;
    static final int IPPROTO_UDP = 17;
    static final int IPPROTO_IPV6 = 41;
    static final int IPPROTO_ICMPV6 = 58;
    static final int SOL_SOCKET = 1;
    static final int SO_RCVBUF = 8;
    static final int SO_TIMESTAMPNS = 35;
    static final int IP_TTL = 2;
    static final int IP_MTU_DISCOVER = 10;
    static final int IP_RECVERR = 11;
    static final int IPV6_UNICAST_HOPS = 16;
    static final int IPV6_MTU_DISCOVER = 23;
    static final int IPV6_RECVERR = 25;
    static final int PMTUDISC_PROBE = 3;
    static final int MSG_DONTWAIT = 0x40;
    static final int MSG_ERRQUEUE = 0x2000;
    static final short POLLIN = 1;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EMSGSIZE = 90;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = handle("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle SETSOCKOPT = handle("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle BIND = handle("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS,
            JAVA_INT));
    private static final MethodHandle GETSOCKNAME = handle("getsockname", FunctionDescriptor.of(JAVA_INT, JAVA_INT,
            ADDRESS, ADDRESS));
    private static final MethodHandle SENDTO = handle("sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS,
            JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle RECVMSG = handle("recvmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS,
            JAVA_INT));
    private static final MethodHandle POLL = handle("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG,
            JAVA_INT));

    private Libc() {}

    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor,
                Linker.Option.captureCallState("errno"));
    }

    /** Space for {@code errno}, to be kept with each socket. */
    static MemorySegment callState(Arena arena) {
        return arena.allocate(CALL_STATE);
    }

    static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    static int socket(MemorySegment state, int family, int type, int protocol) {
        try {
            return (int) SOCKET.invokeExact(state, family, type, protocol);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int close(MemorySegment state, int fd) {
        try {
            return (int) CLOSE.invokeExact(state, fd);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int setsockopt(MemorySegment state, int fd, int level, int option, MemorySegment value) {
        try {
            return (int) SETSOCKOPT.invokeExact(state, fd, level, option, value, (int) value.byteSize());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int bind(MemorySegment state, int fd, MemorySegment address) {
        try {
            return (int) BIND.invokeExact(state, fd, address, (int) address.byteSize());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int getsockname(MemorySegment state, int fd, MemorySegment address, MemorySegment length) {
        try {
            return (int) GETSOCKNAME.invokeExact(state, fd, address, length);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static long sendto(MemorySegment state, int fd, MemorySegment data, MemorySegment address) {
        try {
            return (long) SENDTO.invokeExact(state, fd, data, data.byteSize(), 0, address, (int) address.byteSize());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static long recvmsg(MemorySegment state, int fd, MemorySegment header, int flags) {
        try {
            return (long) RECVMSG.invokeExact(state, fd, header, flags);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int poll(MemorySegment state, MemorySegment descriptors, int timeoutMillis) {
        try {
            return (int) POLL.invokeExact(state, descriptors, 1L, timeoutMillis);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** A one-line reason for the errors that a probe can meet. */
    static String reason(int errno) {
        return switch (errno) {
            case 1, 13 -> "not permitted";
            case 22 -> "invalid argument";
            case 90 -> "message too long for the path";
            case 93, 94, 97 -> "not supported by this kernel";
            case 98 -> "address in use";
            case 99 -> "no local address of this family";
            case 101 -> "network unreachable";
            case 105 -> "no buffer space";
            case 113 -> "no route to host";
            default -> "error " + errno;
        };
    }
}

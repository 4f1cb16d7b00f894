package org.waybill.platform;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of the C library that Waybill needs and the JDK does not offer, as their manual pages describe them: a
 * result below 0 is a failure that {@link #errno} explains. One object for each thread that calls.
 *
 * <p>A group of calls is linked when the first of it is made. Where the system has no such function, the call throws
 * {@link UnsupportedOperationException}; all but {@link #umask}, {@link #leaveTerminal} and {@link #endBySignal} are for Linux (see {@link #isSupported}).
 */
public final class LibC {
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;
    public static final int SOL_SOCKET = 1;
    public static final int SO_RCVBUF = 8;
    public static final int IPPROTO_IP = 0;
    public static final int IPPROTO_IPV6 = 41;
    public static final int IP_MTU_DISCOVER = 10;
    public static final int IPV6_MTU_DISCOVER = 23;
    /** Set the DF bit and do not believe ICMP: the sender searches the path MTU. */
    public static final int PMTUDISC_PROBE = 3;

    private static final int SHUT_RDWR = 2;
    public static final int MSG_DONTWAIT = 0x40;
    public static final short POLLIN = 1;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;

    private static final int LONGEST_ERROR_BYTES = 256;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private final MemorySegment state;

    /** Memory for errno is taken from {@code arena}. */
    public LibC(Arena arena) {
        state = arena.allocate(STATE);
    }

    /** Whether this is a system whose numbers are here and at the callers: Linux on x86-64 or aarch64. */
    public static boolean isSupported() {
        String arch = System.getProperty("os.arch");
        return System.getProperty("os.name").equals("Linux")
                && (arch.equals("amd64") || arch.equals("aarch64"))
                && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }

    /** What every caller needs. */
    private static final class Common {
        static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle STRERROR = link("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));
        static final MethodHandle SETSID = link("setsid", FunctionDescriptor.of(JAVA_INT));
        static final MethodHandle UMASK = link("umask", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle PRCTL = variadic("prctl", 1, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    }

    private static final class Signals {
        static final MethodHandle SIGNAL = link("signal", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG));
    }

    private static final class Files {
        static final MethodHandle OPEN = variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle OPENAT2 = variadic(
                "syscall", 1, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
        static final MethodHandle PWRITE =
                link("pwrite", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
        static final MethodHandle FSYNC = link("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle FALLOCATE =
                link("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
        static final MethodHandle UTIMENSAT =
                link("utimensat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        static final MethodHandle SYMLINK = link("symlink", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle FLOCK = link("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle FSTATFS = link("fstatfs", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
        static final MethodHandle SYNCFS = link("syncfs", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle GETEUID = link("geteuid", FunctionDescriptor.of(JAVA_INT));
        static final MethodHandle IOCTL =
                variadic("ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    }

    /** Of files, by their paths; links are followed. */
    private static final class Attributes {
        static final MethodHandle GETXATTR =
                link("getxattr", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
        static final MethodHandle SETXATTR =
                link("setxattr", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT));
        static final MethodHandle REMOVEXATTR = link("removexattr", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    }

    private static final class Sockets {
        private static final FunctionDescriptor NAME = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle SHUTDOWN = link("shutdown", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle GETSOCKNAME = link("getsockname", NAME);
        static final MethodHandle GETPEERNAME = link("getpeername", NAME);
        static final MethodHandle GETSOCKOPT =
                link("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle SETSOCKOPT =
                link("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    }

    private static final class Datagrams {
        private static final FunctionDescriptor MESSAGE = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
        private static final FunctionDescriptor BYTES = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
        static final MethodHandle SOCKET =
                link("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle BIND = link("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle SENDTO = link(
                "sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle SENDMSG = link("sendmsg", MESSAGE);
        static final MethodHandle RECVMSG = link("recvmsg", MESSAGE);
        static final MethodHandle RECVMMSG =
                link("recvmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
        static final MethodHandle PPOLL =
                link("ppoll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS));
        static final MethodHandle EVENTFD = link("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle READ = link("read", BYTES);
        static final MethodHandle WRITE = link("write", BYTES);
    }

    private static MethodHandle link(String name, FunctionDescriptor form) {
        return link(LINKER.defaultLookup(), name, form);
    }

    private static MethodHandle variadic(String name, int firstVariadic, FunctionDescriptor form) {
        return link(LINKER.defaultLookup(), name, form, Linker.Option.firstVariadicArg(firstVariadic));
    }

    /** The function, with errno's memory before its arguments; what only throws where there is no such function. */
    static MethodHandle link(SymbolLookup library, String name, FunctionDescriptor form, Linker.Option... options) {
        List<Linker.Option> all = new ArrayList<>(List.of(options));
        all.add(Linker.Option.captureCallState("errno"));
        return library.find(name)
                .map(function -> LINKER.downcallHandle(function, form, all.toArray(Linker.Option[]::new)))
                .orElseGet(() -> missing(name, form.toMethodType().insertParameterTypes(0, MemorySegment.class)));
    }

    private static MethodHandle missing(String name, MethodType form) {
        MethodHandle failure = MethodHandles.throwException(form.returnType(), UnsupportedOperationException.class)
                .bindTo(new UnsupportedOperationException("this system's C library has no " + name + "()"));
        return MethodHandles.dropArguments(failure, 0, form.parameterList());
    }

    /** A call of one of the handles. */
    @FunctionalInterface
    private interface Call {
        long run() throws Throwable;
    }

    private static long call(Call call) {
        try {
            return call.run();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static RuntimeException unexpected(Throwable thrown) {
        return thrown instanceof UnsupportedOperationException lacking
                ? lacking
                : new IllegalStateException("a call of the C library failed in Java", thrown);
    }

    /** The number of the last failure of this object's calls. */
    public int errno() {
        return (int) ERRNO.get(state, 0L);
    }

    /** The last failure, in the system's words. */
    public IOException failure(String what) {
        try {
            MemorySegment text = (MemorySegment) Common.STRERROR.invokeExact(state, errno());
            return new IOException(
                    what + ": " + text.reinterpret(LONGEST_ERROR_BYTES).getString(0, StandardCharsets.UTF_8));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int close(int descriptor) {
        return (int) call(() -> (int) Common.CLOSE.invokeExact(state, descriptor));
    }

    /** Sets the process's mask of permissions; the old one. */
    public int umask(int mask) {
        return (int) call(() -> (int) Common.UMASK.invokeExact(state, mask));
    }

    /** Makes this process the first of a session without a terminal; a shell's job in the foreground stays what it is. */
    public static void leaveTerminal() {
        try (Arena arena = Arena.ofConfined()) {
            LibC library = new LibC(arena);
            call(() -> (int) Common.SETSID.invokeExact(library.state));
        }
    }

    /**
     * Lets a signal end this process as it ends any other (SIG_DFL), which {@code sun.misc.Signal} refuses for those that
     * the JVM handles.
     */
    public static void endBySignal(int number) {
        try (Arena arena = Arena.ofConfined()) {
            LibC library = new LibC(arena);
            call(() -> (long) Signals.SIGNAL.invokeExact(library.state, number, 0L));
        }
    }

    /** Keeps this process's memory and environment from this user's other processes, and out of core dumps (PR_SET_DUMPABLE). */
    public static void hideMemory() {
        try (Arena arena = Arena.ofConfined()) {
            LibC library = new LibC(arena);
            call(() -> (int) Common.PRCTL.invokeExact(library.state, 4, 0L));
        }
    }

    public int open(MemorySegment path, int flags) {
        return (int) call(() -> (int) Files.OPEN.invokeExact(state, path, flags));
    }

    /** openat2, which has no function of its own; {@code how} is a {@code struct open_how}. */
    public int openat2(int directory, MemorySegment path, MemorySegment how) {
        return (int) call(() -> (long) Files.OPENAT2.invokeExact(state, 437L, directory, path, how, how.byteSize()));
    }

    public long pwrite(int descriptor, MemorySegment from, long offset) {
        return call(() -> (long) Files.PWRITE.invokeExact(state, descriptor, from, from.byteSize(), offset));
    }

    public int fsync(int descriptor) {
        return (int) call(() -> (int) Files.FSYNC.invokeExact(state, descriptor));
    }

    public int fallocate(int descriptor, int mode, long offset, long length) {
        return (int) call(() -> (int) Files.FALLOCATE.invokeExact(state, descriptor, mode, offset, length));
    }

    /** @param times two {@code timespec}: of the last access, of the last change */
    public int utimensat(int directory, MemorySegment path, MemorySegment times, int flags) {
        return (int) call(() -> (int) Files.UTIMENSAT.invokeExact(state, directory, path, times, flags));
    }

    public int symlink(MemorySegment text, MemorySegment path) {
        return (int) call(() -> (int) Files.SYMLINK.invokeExact(state, text, path));
    }

    public int flock(int descriptor, int operation) {
        return (int) call(() -> (int) Files.FLOCK.invokeExact(state, descriptor, operation));
    }

    /** @param about a {@code struct statfs} */
    public int fstatfs(int descriptor, MemorySegment about) {
        return (int) call(() -> (int) Files.FSTATFS.invokeExact(state, descriptor, about));
    }

    public int syncfs(int descriptor) {
        return (int) call(() -> (int) Files.SYNCFS.invokeExact(state, descriptor));
    }

    public int geteuid() {
        return (int) call(() -> (int) Files.GETEUID.invokeExact(state));
    }

    /** The length of the value of an extended attribute, which is in {@code value}. */
    public long getxattr(MemorySegment path, MemorySegment name, MemorySegment value) {
        return call(() -> (long) Attributes.GETXATTR.invokeExact(state, path, name, value, value.byteSize()));
    }

    public int setxattr(MemorySegment path, MemorySegment name, MemorySegment value) {
        return (int) call(() -> (int) Attributes.SETXATTR.invokeExact(state, path, name, value, value.byteSize(), 0));
    }

    public int removexattr(MemorySegment path, MemorySegment name) {
        return (int) call(() -> (int) Attributes.REMOVEXATTR.invokeExact(state, path, name));
    }

    /** The width of a terminal's window in characters (TIOCGWINSZ); 0 where it is not known. */
    public static int columns(int descriptor) {
        if (!isSupported()) {
            return 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_SHORT, 4);
            int result = (int) Files.IOCTL.invokeExact(new LibC(arena).state, descriptor, 0x5413L, size);
            return result < 0 ? 0 : Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 1));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int socket(int family, int type, int protocol) {
        return (int) call(() -> (int) Datagrams.SOCKET.invokeExact(state, family, type, protocol));
    }

    public int bind(int socket, MemorySegment address) {
        return (int) call(() -> (int) Datagrams.BIND.invokeExact(state, socket, address, (int) address.byteSize()));
    }

    public int getsockname(int socket, MemorySegment address, MemorySegment length) {
        return (int) call(() -> (int) Sockets.GETSOCKNAME.invokeExact(state, socket, address, length));
    }

    public int getpeername(int socket, MemorySegment address, MemorySegment length) {
        return (int) call(() -> (int) Sockets.GETPEERNAME.invokeExact(state, socket, address, length));
    }

    public int getsockopt(int socket, int level, int option, MemorySegment value, MemorySegment length) {
        return (int) call(() -> (int) Sockets.GETSOCKOPT.invokeExact(state, socket, level, option, value, length));
    }

    public int setsockopt(int socket, int level, int option, MemorySegment value) {
        return (int) call(() ->
                (int) Sockets.SETSOCKOPT.invokeExact(state, socket, level, option, value, (int) value.byteSize()));
    }

    /** Ends a connection in both directions. */
    public int shutdown(int socket) {
        return (int) call(() -> (int) Sockets.SHUTDOWN.invokeExact(state, socket, SHUT_RDWR));
    }

    /** Sets an option of type int; whether the kernel took it. */
    public boolean set(int socket, int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            return setsockopt(socket, level, option, arena.allocateFrom(JAVA_INT, value)) == 0;
        }
    }

    public long sendto(int socket, MemorySegment data, int flags, MemorySegment address) {
        return call(() -> (long) Datagrams.SENDTO.invokeExact(
                state, socket, data, data.byteSize(), flags, address, (int) address.byteSize()));
    }

    public long sendmsg(int socket, MemorySegment message, int flags) {
        return call(() -> (long) Datagrams.SENDMSG.invokeExact(state, socket, message, flags));
    }

    public long recvmsg(int socket, MemorySegment message, int flags) {
        return call(() -> (long) Datagrams.RECVMSG.invokeExact(state, socket, message, flags));
    }

    public int recvmmsg(int socket, MemorySegment messages, int count, int flags) {
        return (int) call(
                () -> (int) Datagrams.RECVMMSG.invokeExact(state, socket, messages, count, flags, MemorySegment.NULL));
    }

    /** {@code timeout} is a {@code struct timespec}. */
    public int ppoll(MemorySegment descriptors, long count, MemorySegment timeout) {
        return (int)
                call(() -> (int) Datagrams.PPOLL.invokeExact(state, descriptors, count, timeout, MemorySegment.NULL));
    }

    public int eventfd(int value, int flags) {
        return (int) call(() -> (int) Datagrams.EVENTFD.invokeExact(state, value, flags));
    }

    public long read(int descriptor, MemorySegment into) {
        return call(() -> (long) Datagrams.READ.invokeExact(state, descriptor, into, into.byteSize()));
    }

    public long write(int descriptor, MemorySegment from) {
        return call(() -> (long) Datagrams.WRITE.invokeExact(state, descriptor, from, from.byteSize()));
    }
}

package org.waybill.engine.storage;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** The few system calls that the JDK does not offer and that confinement and preallocation need (x86-64, aarch64). */
final class LinuxCalls {
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_PATH = 0x20_0000;
    static final int O_CLOEXEC = 0x8_0000;
    static final int RESOLVE_NO_MAGICLINKS = 0x02;
    static final int RESOLVE_NO_SYMLINKS = 0x04;
    static final int RESOLVE_BENEATH = 0x08;

    private static final long SYS_OPENAT2 = 437;
    private static final int ENOENT = 2;
    private static final int EPERM = 1;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int EXDEV = 18;
    private static final int ENOTDIR = 20;
    private static final int ENAMETOOLONG = 36;
    private static final int ELOOP = 40;
    private static final int EAGAIN = 11;
    private static final int ENOSPC = 28;
    private static final int EROFS = 30;
    private static final int EDQUOT = 122;

    private static final int SHOWN = 120;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final MethodHandle OPENAT2 = function("syscall", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG,
            JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG), 1);
    private static final MethodHandle OPEN = function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), 2);
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), -1);
    private static final MethodHandle FALLOCATE = function("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_LONG, JAVA_LONG), -1);

    private static final MethodHandle GETEUID = function("geteuid", FunctionDescriptor.of(JAVA_INT), -1);

    private LinuxCalls() {}

    private static MethodHandle function(String name, FunctionDescriptor form, int firstVariadic) {
        Linker.Option errno = Linker.Option.captureCallState("errno");
        Linker.Option[] options = firstVariadic < 0 ? new Linker.Option[] {errno}
                : new Linker.Option[] {errno, Linker.Option.firstVariadicArg(firstVariadic)};
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), form, options);
    }

    /** Opens a path as whoever owns this process may. */
    static int open(String path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int fd = (int) OPEN.invokeExact(state, arena.allocateFrom(path), flags);
            return fd >= 0 ? fd : fail(path, errno(state));
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a path beneath a directory; the kernel refuses what would leave it, at any moment of the walk. */
    static int openBeneath(int directory, String path, int flags) throws IOException {
        return openBeneath(directory, path, flags, 0, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
    }

    /**
     * The same with other rules for the walk.
     *
     * @param mode of a file that is made, less the umask
     */
    static int openBeneath(int directory, String path, int flags, int mode, long resolve) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment how = arena.allocate(24, 8);
            how.set(JAVA_LONG, 0, flags | O_CLOEXEC);
            how.set(JAVA_LONG, 8, mode);
            how.set(JAVA_LONG, 16, resolve);
            MemorySegment name = arena.allocateFrom(path);
            for (int attempt = 0;; attempt++) {
                long fd = (long) OPENAT2.invokeExact(state, SYS_OPENAT2, directory, name, how, 24L);
                if (fd >= 0) {
                    return (int) fd;
                }
                // the kernel says so when something was renamed under way and it cannot tell whether we escaped
                if (errno(state) != EAGAIN || attempt == 100) {
                    return fail(path, errno(state));
                }
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The user as whom this process reads and writes. */
    static int thisUser() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) GETEUID.invokeExact(arena.allocate(STATE));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static void close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            int _ = (int) CLOSE.invokeExact(arena.allocate(STATE), fd);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reserves space; false where the file system cannot, an exception where there is none left. */
    static boolean allocate(int fd, long bytes, String path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            if ((int) FALLOCATE.invokeExact(state, fd, 0, 0L, bytes) == 0) {
                return true;
            }
            int errno = errno(state);
            if (errno == ENOSPC || errno == EDQUOT) {
                throw new FileSystemException(path, null, "No space left on device");
            }
            return false;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static int errno(MemorySegment state) {
        return state.get(JAVA_INT, 0);
    }

    private static int fail(String path, int errno) throws IOException {
        throw switch (errno) {
            case ENOENT -> new NoSuchFileException(path);
            case EACCES, EPERM -> new AccessDeniedException(path);
            case EEXIST -> new FileAlreadyExistsException(path);
            case ENOSPC, EDQUOT -> new FileSystemException(path, null, "No space left on device");
            case EROFS -> new FileSystemException(path, null, "Read-only file system");
            case ENOTDIR -> new NotDirectoryException(path);
            case EXDEV, ELOOP -> new BadNameException("\"" + EntryNames.printable(path)
                    + "\" leads out of the directory that is served");
            case ENAMETOOLONG -> new BadNameException("a path longer than the system takes: "
                    + EntryNames.printable(path.substring(0, Math.min(path.length(), SHOWN))) + "...");
            default -> new FileSystemException(path, null, "open failed with errno " + errno);
        };
    }

    static boolean isSupported() {
        String arch = System.getProperty("os.arch");
        return System.getProperty("os.name").equals("Linux") && (arch.equals("amd64") || arch.equals("aarch64"));
    }
}

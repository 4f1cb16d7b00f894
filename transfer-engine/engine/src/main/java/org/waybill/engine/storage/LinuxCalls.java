package org.waybill.engine.storage;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import org.waybill.platform.LibC;

/** How files are opened and allocated beyond what the JDK offers; only where {@link LibC#isSupported}. */
final class LinuxCalls {
    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_PATH = 0x20_0000;
    static final int O_CLOEXEC = 0x8_0000;
    static final int RESOLVE_NO_MAGICLINKS = 0x02;
    static final int RESOLVE_NO_SYMLINKS = 0x04;
    static final int RESOLVE_BENEATH = 0x08;
    static final int RESOLVE_IN_ROOT = 0x10;

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final long UTIME_OMIT = (1L << 30) - 2;

    private static final int LOCK_EX_NB = 2 | 4;
    private static final int FALLOC_FL_KEEP_SIZE = 1;
    private static final int FALLOC_FL_PUNCH_HOLE = 2;

    private static final int ENOENT = 2;
    private static final int EPERM = 1;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int EXDEV = 18;
    private static final int ENOTDIR = 20;
    private static final int ENAMETOOLONG = 36;
    private static final int ELOOP = 40;
    private static final int ENOSPC = 28;
    private static final int EROFS = 30;
    private static final int EDQUOT = 122;

    private static final int SHOWN = 120;

    private LinuxCalls() {}

    /** Opens a path with the rights of this process's owner. */
    static int open(String path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            int fd = libc.open(arena.allocateFrom(path), flags);
            return fd >= 0 ? fd : fail(path, libc.errno());
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
            LibC libc = new LibC(arena);
            MemorySegment how = arena.allocate(24, 8);
            how.set(JAVA_LONG, 0, flags | O_CLOEXEC);
            how.set(JAVA_LONG, 8, mode);
            how.set(JAVA_LONG, 16, resolve);
            MemorySegment name = arena.allocateFrom(path);
            for (int attempt = 0; ; attempt++) {
                int fd = libc.openat2(directory, name, how);
                if (fd >= 0) {
                    return fd;
                }
                // the kernel says so when something was renamed under way and it does not know whether we escaped
                if (libc.errno() != LibC.EAGAIN || attempt == 100) {
                    return fail(path, libc.errno());
                }
            }
        }
    }

    /** Gives a file its time of last change. @param follow a link at the end of the path */
    static void setModified(String path, Instant modified, boolean follow) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            MemorySegment times = arena.allocate(32, 8);
            times.set(JAVA_LONG, 8, UTIME_OMIT);
            times.set(JAVA_LONG, 16, modified.getEpochSecond());
            times.set(JAVA_LONG, 24, modified.getNano());
            if (libc.utimensat(AT_FDCWD, arena.allocateFrom(path), times, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0) {
                fail(path, libc.errno());
            }
        }
    }

    /** Makes a symbolic link with this very text; the JDK drops slashes of it. */
    static void makeLink(String path, String text) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            if (libc.symlink(arena.allocateFrom(text), arena.allocateFrom(path)) < 0) {
                fail(path, libc.errno());
            }
        }
    }

    /** Writes all of it to an open file. */
    static void write(int fd, ByteBuffer content, long offset) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            MemorySegment left = MemorySegment.ofBuffer(content);
            for (long at = offset; left.byteSize() > 0; ) {
                long count = libc.pwrite(fd, left, at);
                if (count < 0 && libc.errno() != LibC.EINTR) {
                    throw libc.failure("writing");
                }
                at += Math.max(0, count);
                left = left.asSlice(Math.max(0, count));
            }
        }
    }

    /** Makes content and state of an open file durable. */
    static void sync(int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            int result = libc.fsync(fd);
            while (result < 0 && libc.errno() == LibC.EINTR) {
                result = libc.fsync(fd);
            }
            if (result < 0) {
                throw libc.failure("syncing");
            }
        }
    }

    static void close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            new LibC(arena).close(fd);
        }
    }

    /** Takes a file's space before its content comes, so that a full disk shows at once and extents are long. */
    static void reserve(String path, long bytes) throws IOException {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            // a file system that cannot reserve does without
            if (libc.fallocate(fd, 0, 0, bytes) != 0 && (libc.errno() == ENOSPC || libc.errno() == EDQUOT)) {
                throw new FileSystemException(path, null, "No space left on device");
            }
        } finally {
            close(fd);
        }
    }

    /** Makes a hole of a part of a file; false where the file system has no holes. */
    static boolean punch(String path, long offset, long length) throws IOException {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        try (Arena arena = Arena.ofConfined()) {
            return new LibC(arena).fallocate(fd, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, offset, length) == 0;
        } finally {
            close(fd);
        }
    }

    /** Locks an open file until its descriptor is closed; the lock is this descriptor's, not the process's. */
    static Directory.Hold lock(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            int result = libc.flock(fd, LOCK_EX_NB);
            while (result < 0 && libc.errno() == LibC.EINTR) {
                result = libc.flock(fd, LOCK_EX_NB);
            }
            return result == 0
                    ? Directory.Hold.OURS
                    : libc.errno() == LibC.EAGAIN ? Directory.Hold.OTHERS : Directory.Hold.UNKNOWN;
        }
    }

    private static int fail(String path, int errno) throws IOException {
        throw switch (errno) {
            case ENOENT -> new NoSuchFileException(path);
            case EACCES, EPERM -> new AccessDeniedException(path);
            case EEXIST -> new FileAlreadyExistsException(path);
            case ENOSPC, EDQUOT -> new FileSystemException(path, null, "No space left on device");
            case EROFS -> new FileSystemException(path, null, "Read-only file system");
            case ENOTDIR -> new NotDirectoryException(path);
            case EXDEV, ELOOP ->
                new BadNameException(
                        "\"" + EntryNames.printable(path) + "\" leads out of the directory that is served");
            case ENAMETOOLONG ->
                BadNameException.tooLong("a path longer than the system takes: "
                        + EntryNames.printable(path.substring(0, Math.min(path.length(), SHOWN))) + "...");
            default -> new FileSystemException(path, null, "open failed with errno " + errno);
        };
    }
}

package org.waybill.platform;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes durable what was written on a file system, all at once: of many small files that costs a fraction of a sync for
 * each (decision 0306). What could not be written is reported if it was written after this was opened. For many threads.
 */
public final class FileSystemSync implements AutoCloseable {
    /** Whose sync is that of each file: ext2 to ext4, XFS, Btrfs. Others may pass it on to no server, or to no disk. */
    private static final Set<Long> SAME_AS_EACH_FILES = Set.of(0xEF53L, 0x5846_5342L, 0x9123_683EL);

    /** What others wrote is written too, and waited for. */
    private static final long MOST_OF_OTHERS_BYTES = 64L << 20;

    private static final int STATFS_BYTES = 256;
    private static final int O_CLOEXEC = 0x8_0000;
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Pattern DIRTY = Pattern.compile("(?m)^(?:Dirty|Writeback): +([0-9]+) kB$");
    private static final boolean SUPPORTED = LibC.isSupported() && reportsErrors(System.getProperty("os.version"));

    private final int descriptor;
    private boolean closed;

    private FileSystemSync(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Since Linux 5.8 a sync of a file system fails when content of a file could not be written. */
    static boolean reportsErrors(String kernel) {
        Matcher version = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*").matcher(kernel);
        return version.matches()
                && Integer.parseInt(version.group(1)) * 10_000 + Integer.parseInt(version.group(2)) >= 5 * 10_000 + 8;
    }

    /** That of the file system on which a directory is; empty where each file is to be synced by itself. */
    public static Optional<FileSystemSync> of(Path directory) {
        if (!SUPPORTED) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            int descriptor = libc.open(arena.allocateFrom(directory.toString()), O_CLOEXEC);
            if (descriptor < 0) {
                return Optional.empty();
            }
            MemorySegment about = arena.allocate(STATFS_BYTES, Long.BYTES);
            if (libc.fstatfs(descriptor, about) == 0 && SAME_AS_EACH_FILES.contains(about.get(JAVA_LONG, 0))) {
                return Optional.of(new FileSystemSync(descriptor));
            }
            libc.close(descriptor);
            return Optional.empty();
        }
    }

    /**
     * Syncs it, unless much waits to be written that others wrote.
     *
     * @param ownBytes what the caller has written
     * @return false if not all was: then the caller syncs each of its files, which tells what failed
     */
    public synchronized boolean all(long ownBytes) {
        if (closed || unwrittenBytes() - ownBytes > MOST_OF_OTHERS_BYTES) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            return new LibC(arena).syncfs(descriptor) == 0;
        }
    }

    /** What the memory holds of files, of any file system, that is not on a disk. */
    private static long unwrittenBytes() {
        try {
            return DIRTY.matcher(Files.readString(MEMORY))
                    .results()
                    .mapToLong(each -> Long.parseLong(each.group(1)) << 10)
                    .sum();
        } catch (IOException _) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try (Arena arena = Arena.ofConfined()) {
                new LibC(arena).close(descriptor);
            }
        }
    }
}

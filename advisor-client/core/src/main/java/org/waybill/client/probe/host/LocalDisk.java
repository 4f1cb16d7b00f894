package org.waybill.client.probe.host;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.FreeSpace;

/** Recognises a slow disk of this machine by a small file, in a second or two; the file is gone when it is closed. */
public final class LocalDisk {
    private static final int MEBIBYTE = 1 << 20;
    private static final int MOST_MEBIBYTES = 16;
    private static final double LONG_ENOUGH_SECONDS = 0.6;
    /** What is done sooner may have gone into a cache or a moment's allowance of a quota, unless all is. */
    static final double LEAST_SECONDS = 0.05;
    /** On a faster disk so few bytes only show how long a flush takes. */
    static final double FAST_BYTES_PER_SECOND = 400e6;

    static final long LEAST_FREE_BYTES = 48L << 20;
    /** A smaller file shows nothing, nor does a directory with this number of smaller entries. */
    static final long LEAST_READ_BYTES = 4L << 20;

    /** All pieces together: 1, 2, 4, 8 and 16 MiB. */
    private static final long MOST_READ_BYTES = 31L << 20;

    /** On a slower disk the first pieces wait for all that the kernel reads ahead, which may be more than they are. */
    private static final double READ_AHEAD_BYTES_PER_SECOND = 30e6;

    private static final int MOST_ENTRIES = 10_000;
    private static final int MOST_LEVELS = 3;

    private LocalDisk() {}

    /**
     * How fast data get onto the disk where {@code path} is or will be, the final flush included: the best of a few
     * growing pieces, since a moment's stall makes no disk slow. Null where it is fast, almost full, or not ours to
     * write to.
     */
    public static @Nullable Double slowWriteBytesPerSecond(Path path) {
        Path directory = path.toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory)) {
            directory = directory.getParent();
        }
        boolean device = Files.exists(path) && !Files.isDirectory(path) && !Files.isRegularFile(path);
        if (device || directory == null || !Files.isWritable(directory)) {
            return null;
        }
        try {
            if (FreeSpace.bytes(directory) < LEAST_FREE_BYTES) {
                return null;
            }
            Path file = directory.resolve(".waybill-disk-" + Long.toHexString(System.nanoTime()) + ".tmp");
            try (FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE)) {
                double best = best(channel, true);
                return best >= FAST_BYTES_PER_SECOND ? null : Double.valueOf(best);
            }
        } catch (IOException _) {
            return null; // a disk that takes no file is the transfer's to report
        }
    }

    /**
     * How fast the file at {@code path}, or the first large one in the directory there, is read from a random place on:
     * what the last probe read is in memory since, and would hide the disk. Null where that is fast, as it is from memory,
     * or where there is none to read.
     */
    public static @Nullable Double slowReadBytesPerSecond(Path path) {
        try (Stream<Path> files = Files.walk(path, MOST_LEVELS)) {
            Optional<Path> file = files.limit(MOST_ENTRIES)
                    .filter(one -> Files.isRegularFile(one) && one.toFile().length() >= LEAST_READ_BYTES)
                    .findFirst();
            if (file.isEmpty()) {
                return null;
            }
            try (FileChannel channel = FileChannel.open(file.get())) {
                channel.position(start(channel.size(), ThreadLocalRandom.current()));
                double best = best(channel, false);
                if (best < READ_AHEAD_BYTES_PER_SECOND) {
                    best = Math.max(best, pastTheCache(file.get(), channel.position()));
                }
                return best >= FAST_BYTES_PER_SECOND ? null : Double.valueOf(best);
            }
        } catch (IOException | UncheckedIOException _) {
            return null; // a file that cannot be read is the transfer's to report
        }
    }

    /** How fast the next 2 MiB are read past the page cache, and so without reading ahead; 0 where that is not possible. */
    private static double pastTheCache(Path file, long from) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            int alignment = (int) Files.getFileStore(file).getBlockSize();
            ByteBuffer block =
                    ByteBuffer.allocateDirect(2 * MEBIBYTE + alignment).alignedSlice(alignment);
            block.limit(2 * MEBIBYTE);
            long startNs = System.nanoTime();
            int count = channel.read(block, from - from % alignment);
            return count < MEBIBYTE ? 0 : count / Math.max(1e-6, (System.nanoTime() - startNs) / 1e9);
        } catch (IOException | UnsupportedOperationException _) {
            return 0; // not every file system can
        }
    }

    /** Where all pieces fit behind it, if the file is twice as large as these; else half of the file. */
    static long start(long size, RandomGenerator random) {
        return random.nextLong(Math.max(size / 2, size - MOST_READ_BYTES) + 1);
    }

    /** Until pieces have taken long enough, or the file ends. */
    private static double best(FileChannel channel, boolean writing) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(MEBIBYTE);
        double best = 0;
        double last = 0;
        double spent = 0;
        for (int mebibytes = 1;
                mebibytes <= MOST_MEBIBYTES && (mebibytes <= 2 || spent < LONG_ENOUGH_SECONDS);
                mebibytes *= 2) {
            long startNs = System.nanoTime();
            long moved = 0;
            for (int i = 0; i < mebibytes; i++) {
                block.clear();
                while (block.hasRemaining()) {
                    int count = writing ? channel.write(block) : channel.read(block);
                    if (count < 0) {
                        return best > 0 ? best : last;
                    }
                    moved += count;
                }
            }
            if (writing) {
                channel.force(false);
            }
            double seconds = Math.max(1e-6, (System.nanoTime() - startNs) / 1e9);
            last = moved / seconds;
            best = seconds < LEAST_SECONDS ? best : Math.max(best, last);
            spent += seconds;
        }
        return best > 0 ? best : last;
    }
}

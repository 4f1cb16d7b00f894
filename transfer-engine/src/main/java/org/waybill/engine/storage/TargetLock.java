package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One writer a target. The lock is the kernel's, on a small file beside the target that names its owner; it ends with
 * the process that held it. A table of this process's own locks stands before it: POSIX file locks do not keep threads
 * of one process apart, and closing a second descriptor of a locked file drops the lock.
 */
public final class TargetLock implements AutoCloseable {
    private static final ConcurrentHashMap<String, String> HELD_HERE = new ConcurrentHashMap<>();
    private static final int MAX_OWNER_BYTES = 200;
    private static final int MAX_PROBE_LENGTH = 1 << 30;

    private final String key;
    private final Path file;
    private final FileChannel channel;
    private boolean freed;

    private TargetLock(String key, Path file, FileChannel channel) {
        this.key = key;
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock or says who has it.
     *
     * @param owner one line for whoever comes second
     */
    public static TargetLock acquire(Directory directory, String name, String owner) throws IOException {
        return acquire(directory.path(), name, owner);
    }

    /** The same in a directory that its path leads to. */
    public static TargetLock acquire(Path directory, String name, String owner) throws IOException {
        Path file = directory.resolve(EntryNames.stem(name) + ".lock");
        Object place = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        String key = Objects.requireNonNullElse(place, directory) + "/" + name;
        String holder = HELD_HERE.putIfAbsent(key, owner);
        if (holder != null) {
            throw busy(name, holder);
        }
        try {
            for (int attempt = 0; attempt < 10; attempt++) {
                FileChannel channel = lock(file, name, owner);
                if (channel != null) {
                    return new TargetLock(key, file, channel);
                }
            }
            throw busy(name, "");
        } catch (IOException e) {
            HELD_HERE.remove(key);
            throw e;
        }
    }

    /** This process, as an owner. */
    public static String thisProcess() {
        return "process " + ProcessHandle.current().pid() + " on this machine, since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Null if the lock file lost its name between our opening and our locking it. */
    private static @Nullable FileChannel lock(Path file, String name, String owner) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            FileLock held = channel.tryLock();
            if (held == null) {
                throw busy(name, read(channel));
            }
            if (!stillNamed(channel, file)) {
                channel.close();
                return null;
            }
            byte[] text = owner.getBytes(StandardCharsets.UTF_8);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(text, 0, Math.min(text.length, MAX_OWNER_BYTES)), 0);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Whether the name still means the file that we locked: its last owner removes it when done, and a lock on a
     * nameless file guards nothing. The JDK does not tell a channel's inode, so we give ours two random lengths (no
     * space is used) and look whether the name shows them.
     */
    private static boolean stillNamed(FileChannel channel, Path file) throws IOException {
        for (int round = 0; round < 2; round++) {
            int length = ThreadLocalRandom.current().nextInt(1, MAX_PROBE_LENGTH);
            channel.truncate(0);
            channel.write(ByteBuffer.allocate(1), length - 1L);
            try {
                if (Files.size(file) != length) {
                    return false;
                }
            } catch (NoSuchFileException _) {
                return false;
            }
        }
        return true;
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MAX_OWNER_BYTES);
        channel.read(text, 0);
        return StandardCharsets.UTF_8.decode(text.flip()).toString();
    }

    private static TargetBusyException busy(String name, String owner) {
        return new TargetBusyException("\"" + EntryNames.printable(name) + "\" is being written by "
                + (owner.isBlank() ? "another transfer" : EntryNames.printable(owner))
                + "; wait for it or choose another name");
    }

    /** Frees it, once: by the second call it may be somebody else's. */
    @Override
    public synchronized void close() throws IOException {
        if (freed) {
            return;
        }
        freed = true;
        try (channel) {
            Files.deleteIfExists(file);
        } finally {
            HELD_HERE.remove(key);
        }
    }
}

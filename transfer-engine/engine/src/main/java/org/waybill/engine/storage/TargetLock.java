package org.waybill.engine.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;

/**
 * One writer a target. The lock is the kernel's, on a small file next to the target that names its owner; it ends with
 * the process that held it. A table of this process's own locks comes before it: POSIX file locks do not keep threads
 * of one process apart, and closing a second descriptor of a locked file drops the lock.
 */
public final class TargetLock implements Closeable {
    private static final ConcurrentHashMap<String, Holder> HELD_HERE = new ConcurrentHashMap<>();
    /** Who has lost its peer has files to sync and threads to end; who waits for it longer hears that it is busy. */
    private static final int LEAVING_SECONDS = 20;

    private static final int MAX_OWNER_BYTES = 200;

    /** Each note is a line; those of a tree are of its read-only directories, and few. */
    private static final int MOST_NOTED_BYTES = 4 << 20;

    private final String key;
    private final Holder holder;
    private final TemporaryFile file;
    private final FileChannel channel;
    private final List<String> left;
    private boolean freed;

    private TargetLock(String key, Holder holder, TemporaryFile file, FileChannel channel, List<String> left) {
        this.key = key;
        this.holder = holder;
        this.file = file;
        this.channel = channel;
        this.left = List.copyOf(left);
    }

    /** What is done around the taking of a lock, while no other part of this process can take it. */
    @FunctionalInterface
    interface Around {
        /** Nothing else. */
        Around NOTHING = StorageErrors.Operation::run;

        TargetLock run(StorageErrors.Operation<TargetLock> taking) throws IOException;
    }

    /**
     * Takes the lock or says who has it.
     *
     * @param directory of the target; may be closed before the lock is
     * @param names of our own files there
     * @param owner one line for the second one that comes
     */
    public static TargetLock acquire(Directory directory, TemporaryNames names, String name, String owner)
            throws IOException {
        return acquire(directory, names, name, owner, Around.NOTHING);
    }

    static TargetLock acquire(Directory directory, TemporaryNames names, String name, String owner, Around around)
            throws IOException {
        String key = place(directory) + name;
        Holder holder = new Holder(owner);
        for (Holder other = HELD_HERE.putIfAbsent(key, holder);
                other != null;
                other = HELD_HERE.putIfAbsent(key, holder)) {
            if (!other.leaves()) {
                throw busy(name, other.owner);
            }
        }
        try {
            return around.run(() -> taken(directory, names, name, key, holder));
        } catch (IOException e) {
            holder.free(key);
            throw e;
        }
    }

    private static TargetLock taken(Directory directory, TemporaryNames names, String name, String key, Holder holder)
            throws IOException {
        for (int attempt = 0; attempt < 10; attempt++) {
            TemporaryFile file = TemporaryFile.findOrCreate(directory, names.lock(name));
            List<String> left = new ArrayList<>();
            FileChannel channel = lock(file, name, holder.owner, left);
            if (channel != null) {
                return new TargetLock(key, holder, file, channel, left);
            }
        }
        throw busy(name, "");
    }

    /**
     * Passes if no one writes a target; takes the lock for a moment where one is there.
     *
     * @param name {@code .} for the directory as a transfer's tree
     * @throws TargetBusyException if another transfer does
     */
    public static void requireFree(Directory directory, TemporaryNames names, String name) throws IOException {
        try (TemporaryFile lock =
                TemporaryFile.find(directory, names.lock(name)).orElse(null)) {
            if (lock == null) {
                return;
            }
        }
        TargetLock held = acquire(directory, names, name, thisProcess());
        for (String line : held.left) {
            held.note(line); // for the next run, which puts right what a killed one has left
        }
        try {
            held.close(held.left.isEmpty());
        } catch (AccessDeniedException _) {
            // what a killed run has left in a directory that is read-only by now locks no one out
        }
    }

    /**
     * Passes if no one writes a target in a directory, or a tree that begins there.
     *
     * @param locks the names of the locks that are in it
     * @throws TargetBusyException if another transfer does
     */
    public static void requireNoneHeld(Directory directory, Iterable<String> locks) throws IOException {
        String here = place(directory);
        for (Map.Entry<String, Holder> held : HELD_HERE.entrySet()) {
            if (held.getKey().startsWith(here)) {
                throw busy(held.getKey().substring(here.length()), held.getValue().owner);
            }
        }
        for (String name : locks) {
            try (TemporaryFile file = TemporaryFile.find(directory, name).orElse(null);
                    FileChannel channel =
                            file == null ? null : file.channel(StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                if (channel != null && channel.tryLock() == null) {
                    throw busy("what it holds", read(channel));
                }
            } catch (OverlappingFileLockException _) {
                throw busy("what it holds", ""); // started just now
            }
        }
    }

    /** What the keys of all targets in a directory begin with. */
    private static String place(Directory directory) throws IOException {
        Object inode = Files.readAttributes(directory.path(), BasicFileAttributes.class)
                .fileKey();
        return Objects.requireNonNullElse(inode, directory.path()) + "/";
    }

    /** Who has a lock in this process. */
    private static final class Holder {
        private final String owner;
        private final CountDownLatch freed = new CountDownLatch(1);
        private volatile boolean leaving;

        Holder(String owner) {
            this.owner = owner;
        }

        /** Waits for one that is about to free it; false for one that is not, or takes too long. */
        boolean leaves() throws IOException {
            try {
                return leaving && freed.await(LEAVING_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }

        void free(String key) {
            HELD_HERE.remove(key, this);
            freed.countDown();
        }
    }

    /** Its holder has ended, and frees it as soon as nothing of its own writes any more: others may wait for that. */
    public void leave() {
        holder.leaving = true;
    }

    /** What a holder that was killed had noted. */
    List<String> left() {
        return left;
    }

    /** Notes something for the next holder, if this one is killed before it frees the lock. @param line without line breaks */
    synchronized void note(String line) throws IOException {
        if (freed) {
            throw new ClosedChannelException();
        }
        ByteBuffer text = StandardCharsets.UTF_8.encode(line + "\n");
        for (long at = channel.size(); text.hasRemaining(); ) {
            at += channel.write(text, at);
        }
    }

    /** Keeps others from the directory that its file is in, as long as that is open. */
    Directory.Gate gate() {
        return Directory.Gate.enter(file.directory());
    }

    /** Nothing of it is in the directory any more; other parts of this process get it only when it is closed. */
    synchronized void removeFile() throws IOException {
        if (!freed) {
            file.delete();
        }
    }

    /** This process, as an owner. */
    public static String thisProcess() {
        return "process " + ProcessHandle.current().pid() + " on this machine, since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Null if the lock file lost its name between our opening and our locking it: its last owner removes it when done,
     * and a lock on a nameless file guards nothing.
     */
    private static @Nullable FileChannel lock(TemporaryFile file, String name, String owner, List<String> left)
            throws IOException {
        FileChannel channel = null;
        try {
            channel = file.channel(StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock held = channel.tryLock();
            if (held == null) {
                throw busy(name, read(channel));
            }
            if (file.hasItsName()) {
                left.addAll(notes(channel));
                channel.truncate(0);
                tell(owner, channel);
                return channel;
            }
        } catch (IOException e) {
            close(file, channel);
            throw e;
        }
        close(file, channel);
        return null;
    }

    private static void close(TemporaryFile file, @Nullable FileChannel channel) throws IOException {
        try (file) {
            if (channel != null) {
                channel.close();
            }
        }
    }

    /** The text is for a message only: where the disk is full, the lock is one without it. */
    private static void tell(String owner, FileChannel channel) throws IOException {
        byte[] text = owner.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_OWNER_BYTES);
        ByteBuffer line = ByteBuffer.allocate(length + 1).put(text, 0, length).put((byte) '\n');
        try {
            channel.write(line.flip(), 0);
        } catch (IOException e) {
            if (!StorageErrors.saysFull(ErrorText.of(e))) {
                throw e;
            }
        }
    }

    /** The owner. */
    private static String read(FileChannel channel) throws IOException {
        return read(channel, MAX_OWNER_BYTES).lines().findFirst().orElse("");
    }

    private static List<String> notes(FileChannel channel) throws IOException {
        int bytes = (int) Math.min(channel.size(), MOST_NOTED_BYTES);
        return read(channel, bytes)
                .lines()
                .skip(1)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String read(FileChannel channel, int bytes) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(bytes);
        for (int n = 0; n >= 0 && text.hasRemaining(); ) {
            n = channel.read(text, text.position());
        }
        return StandardCharsets.UTF_8.decode(text.flip()).toString();
    }

    static TargetBusyException busy(String name, String owner) {
        return new TargetBusyException("\"" + EntryNames.printable(name) + "\" is being written by "
                + (owner.isBlank() ? "another transfer" : EntryNames.printable(owner))
                + "; wait for it or choose another name");
    }

    /** Frees it, once: by the second call it may belong to another. */
    @Override
    public void close() throws IOException {
        close(true);
    }

    private synchronized void close(boolean removed) throws IOException {
        if (freed) {
            return;
        }
        freed = true;
        try (file;
                channel) {
            if (removed) {
                file.delete();
            }
        } finally {
            holder.free(key);
        }
    }
}

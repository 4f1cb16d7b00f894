package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.RangeSet;

/**
 * A file before it gets its final name. It is written under a name of our own in the target's directory, in any order
 * and by any thread; {@link #sync} and then {@link #publish()} make it durable and give it its name. A large one
 * keeps a ledger next to it and is resumed after a crash; a small one is started again.
 */
public final class PartialFile implements AutoCloseable {
    /**
     * The most that a block carries of a file: what is sent in one record, written at once past the page cache and
     * noted in the ledger. A multiple of the page size. Both ends refuse larger blocks than their own.
     */
    public static final int BLOCK_BYTES = 256 << 10;
    /** From this size on a file keeps a ledger and a lock. */
    public static final long RESUMABLE_BYTES = 8L << 20;

    private final Directory directory;
    private final String name;
    private final TemporaryFile file;
    private final SourceVersion source;
    private final BlockChannel blocks;
    private final ArrivedBlocks arrived;
    private final @Nullable TargetLock lock;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile WriteGuard guard = WriteGuard.NONE;
    private volatile NameFidelityCheck exact = new NameFidelityCheck();
    private volatile List<String> place = List.of();
    private volatile Naming naming = (_, _, _, rename) -> rename.run();

    /** @param lock of a large one, else null; closed with the file, as all else is */
    PartialFile(
            Directory directory,
            String name,
            TemporaryFile file,
            SourceVersion source,
            BlockChannel blocks,
            ArrivedBlocks arrived,
            @Nullable TargetLock lock) {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.source = source;
        this.blocks = blocks;
        this.arrived = arrived;
        this.lock = lock;
    }

    /**
     * Opens the partial file of a target, with what is left of an earlier attempt if it was large and of the same
     * source version. The blocks that the ledger claims are read and compared with their checksums.
     *
     * @param directory closed with the file
     * @param names of our own files there
     * @param token distinguishes these small partial files from those of others who may write here at the same time
     * @param owner who writes, for the lock of a large one
     * @param sparse whether zeros become holes; else the space is reserved
     */
    public static PartialFile open(
            Directory directory,
            TemporaryNames names,
            String name,
            SourceVersion source,
            String token,
            String owner,
            boolean sparse)
            throws IOException {
        return PartialFileOpener.open(directory, names, name, source, token, owner, sparse);
    }

    /**
     * Opens a partial file of unknown length. It has no ledger and is not resumed.
     *
     * @param directory closed with the file
     */
    static PartialFile growing(Directory directory, TemporaryNames names, String name, String token)
            throws IOException {
        return PartialFileOpener.growing(directory, names, name, token);
    }

    /** Has a file get its name in a directory, whose own names are {@code parent}. */
    interface Naming {
        void run(Directory at, List<String> parent, String name, WriteGuard.Rename rename) throws IOException;
    }

    /**
     * Has the guard check it; what another client has left of it is not resumed. Closes it if that fails.
     *
     * @param names looks whether it gets its name
     * @param at the names of its directory
     */
    PartialFile under(WriteGuard judge, NameFidelityCheck names, Naming named, List<String> at) throws IOException {
        guard = judge;
        naming = named;
        exact = names;
        place = at;
        try {
            if (!judge.opened(file, isGrowing() ? 0 : source.sizeBytes())) {
                restart();
            }
            return this;
        } catch (IOException e) {
            if (presentBytes() == 0) {
                discard();
            }
            close();
            throw e;
        }
    }

    private boolean isGrowing() {
        return source.sizeBytes() == Long.MAX_VALUE;
    }

    /** The name it will have. */
    public String name() {
        return name;
    }

    public SourceVersion source() {
        return source;
    }

    /** What is there already, in order. */
    public List<RangeSet.Range> present() {
        return arrived.present();
    }

    public long presentBytes() {
        return arrived.presentBytes();
    }

    /** Has samples of what is there sent again: the whole is not compared, and the source may be another one by now. */
    public void doubt() {
        arrived.takeSamples();
    }

    /** Whether a sample that was sent again is not what was there. */
    public boolean isContradicted() {
        return arrived.isContradicted();
    }

    /** Where the run of written bytes from {@code position} ends. */
    public long endOfRun(long position) {
        return arrived.endOfRun(position);
    }

    /**
     * Writes a block and notes it.
     *
     * @param length at most {@link #BLOCK_BYTES}
     * @return how many of its bytes were not there before
     */
    public long write(long offset, byte[] content, int start, int length) throws IOException {
        if (length > BLOCK_BYTES) {
            throw new IllegalArgumentException("a block of " + length + " bytes: at most " + BLOCK_BYTES
                    + " fit the buffer for writes past the page cache");
        }
        if (length == 0) {
            return 0;
        }
        if (offset + length > source.sizeBytes()) {
            throw new IOException("a block beyond the end of \"" + EntryNames.printable(name) + "\"");
        }
        if (isGrowing()) {
            guard.grew(length);
        }
        arrived.compare(blocks, offset, content, start, length);
        blocks.write(offset, content, start, length);
        return arrived.add(offset, content, start, length);
    }

    /** Another handle to read it, which stays open when this file gets its name. */
    FileChannel reader() throws IOException {
        return file.channel(StandardOpenOption.READ);
    }

    /** Reads back what was written. */
    public void readFully(ByteBuffer into, long offset) throws IOException {
        blocks.readFully(into, offset);
    }

    /** Everything again, zeros included: what was written is not what was sent. */
    public void restart() throws IOException {
        blocks.leaveHoles(false);
        arrived.clear();
    }

    /** Gives a file or directory what else it is to have. */
    @FunctionalInterface
    public interface Finish {
        /** Nothing else. */
        Finish NONE = (_, _) -> {};

        void run(Path file, LinkOption... links) throws IOException;
    }

    /** Makes the content, the time and the permissions durable; nothing can be written to it any more. */
    public void sync(int permissions) throws IOException {
        finish(permissions, Finish.NONE, Finish.NONE);
        sync();
    }

    /**
     * Gives it its time, its permissions and what else it is to have; nothing can be written to it any more, and it is to
     * be synced: by {@link #sync()}, or with all of its file system.
     *
     * @param beforeMode while it can be written
     */
    public void finish(int permissions, Finish beforeMode, Finish afterMode) throws IOException {
        blocks.finish();
        if (blocks.size() != source.sizeBytes()) {
            blocks.truncate(source.sizeBytes());
        }
        beforeMode.run(file.path(), file.links());
        FileState.setModified(file.path(), Instant.ofEpochSecond(0, source.modifiedNanos()), file.links());
        if (guard.keepsPermissions()) {
            Permissions.give(file.path(), permissions, file.links());
        } else {
            Permissions.finish(file.path(), permissions, file.links());
        }
        afterMode.run(file.path(), file.links());
    }

    /** Makes all of it durable. */
    public void sync() throws IOException {
        blocks.force();
        // hundreds may wait for their names
        blocks.close();
    }

    /** What distinguishes it from every other file, also when it has its name; null where there is nothing of that kind. */
    public @Nullable Object inode() {
        return file.inode();
    }

    /** Gives it its name; the directory must be synced afterwards. */
    public void publish() throws IOException {
        blocks.close();
        exact.refuseAnothers(directory, place, name);
        naming.run(directory, place, name, () -> file.rename(directory, name));
    }

    /** Removes the ledger and the lock; call it when the name is durable. */
    public void forget() throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        blocks.close();
        arrived.forget();
        release();
    }

    /** Its session has ended and will close it: those who need the same target may wait for that. Must not block. */
    public void leave() {
        if (lock != null) {
            lock.leave();
        }
    }

    private void release() throws IOException {
        try (directory;
                TargetLock _ = lock;
                file;
                arrived) {
            // from the last to the first: the lock after what it guards
        }
    }

    /** Removes all traces of an unfinished file. */
    public void discard() throws IOException {
        blocks.close();
        if (!ended.get()) {
            file.delete();
        }
        forget();
    }

    public Directory directory() {
        return directory;
    }

    public boolean isResumable() {
        return arrived.isKept();
    }

    /** Stops writing: a large file is kept to be taken up again, a small one removed. */
    @Override
    public void close() throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        blocks.close();
        if (!isResumable()) {
            file.delete();
        }
        release();
    }
}

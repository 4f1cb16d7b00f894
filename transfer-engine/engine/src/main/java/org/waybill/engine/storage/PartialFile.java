package org.waybill.engine.storage;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.ZeroRuns;
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
    /** A ledger's blocks may be larger by this, if another version wrote it; others are sent again. */
    private static final int LARGEST_CLAIM_BYTES = 4 * BLOCK_BYTES;
    /** From this size on a file keeps a ledger and a lock. */
    public static final long RESUMABLE_BYTES = 8L << 20;

    private static final long FLUSH_EVERY_BYTES = 32L << 20;

    private final Directory directory;
    private final String name;
    private final TemporaryFile file;
    private final SourceVersion source;
    private final FileChannel channel;
    private final RangeSet written = new RangeSet();
    private final @Nullable BlockLedger ledger;
    private final @Nullable TargetLock lock;
    private final BackgroundFlush flush;
    private final SourceSamples samples = new SourceSamples();
    private final boolean sparse;

    /** Whether what is not written yet reads as zeros, so that zeros need no writing. */
    private volatile boolean holes;

    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable FileChannel unbuffered;
    private volatile WriteGuard guard = WriteGuard.NONE;
    private volatile NameFidelityCheck exact = new NameFidelityCheck();
    private volatile List<String> place = List.of();

    private PartialFile(
            Directory directory,
            String name,
            TemporaryFile file,
            SourceVersion source,
            FileChannel channel,
            @Nullable BlockLedger ledger,
            @Nullable TargetLock lock,
            boolean sparse) {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.source = source;
        this.channel = channel;
        this.ledger = ledger;
        this.lock = lock;
        this.flush = new BackgroundFlush(channel, FLUSH_EVERY_BYTES);
        this.sparse = sparse;
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
        if (source.sizeBytes() < RESUMABLE_BYTES) {
            return fresh(directory, names, name, source, token, sparse);
        }
        TargetLock lock = TargetLock.acquire(directory, names, name, owner);
        try {
            LegacyPartialFile.takeUp(directory, names, name);
            // of a source that was small then
            TemporaryFile.remove(directory, small(names, name, token));
            return resumable(directory, names, name, source, lock, sparse);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static PartialFile resumable(
            Directory directory,
            TemporaryNames names,
            String name,
            SourceVersion source,
            TargetLock lock,
            boolean sparse)
            throws IOException {
        List<Closeable> opened = new ArrayList<>();
        try {
            TemporaryFile log = TemporaryFile.findOrCreate(directory, names.stem(name) + ".ledger");
            opened.add(log);
            BlockLedger ledger = BlockLedger.open(log, source);
            opened.add(ledger);
            TemporaryFile file = TemporaryFile.findOrCreate(directory, names.stem(name) + ".part");
            opened.add(file);
            FileChannel channel = file.channel(StandardOpenOption.READ, StandardOpenOption.WRITE);
            opened.add(channel);
            PartialFile partial = new PartialFile(directory, name, file, source, channel, ledger, lock, sparse);
            partial.takeUp();
            return partial;
        } catch (IOException e) {
            opened.reversed().forEach(Quietly::close);
            throw e;
        }
    }

    /**
     * Opens a partial file of unknown length. It has no ledger and is not resumed.
     *
     * @param directory closed with the file
     */
    static PartialFile growing(Directory directory, TemporaryNames names, String name, String token)
            throws IOException {
        long nowNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return fresh(directory, names, name, new SourceVersion(Long.MAX_VALUE, nowNanos), token, false);
    }

    private static String small(TemporaryNames names, String name, String token) {
        return names.stem(name) + "-" + token + ".part";
    }

    private static PartialFile fresh(
            Directory directory, TemporaryNames names, String name, SourceVersion source, String token, boolean sparse)
            throws IOException {
        TemporaryFile file = TemporaryFile.create(directory, small(names, name, token));
        try {
            if (sparse) {
                file.lengthen(source.sizeBytes());
            }
            FileChannel channel = file.channel(StandardOpenOption.READ, StandardOpenOption.WRITE);
            PartialFile partial = new PartialFile(directory, name, file, source, channel, null, null, sparse);
            partial.holes = sparse;
            return partial;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Has the guard check it; what another client has left of it is not resumed. Closes it if that fails.
     *
     * @param names looks whether it gets its name
     * @param at the names of its directory
     */
    PartialFile under(WriteGuard judge, NameFidelityCheck names, List<String> at) throws IOException {
        guard = judge;
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

    /** Reserves the space unless it is to have holes, then believes of the ledger what the content confirms. */
    private void takeUp() throws IOException {
        if (channel.size() > source.sizeBytes()) {
            channel.truncate(source.sizeBytes());
        }
        List<LedgerEntry> claims = ledger == null ? List.of() : ledger.found();
        if (!sparse && LinuxRoot.isSupported()) {
            LinuxCalls.reserve(file.path().toString(), source.sizeBytes());
        }
        ByteBuffer buffer = ByteBuffer.allocate(LARGEST_CLAIM_BYTES);
        for (LedgerEntry claim : claims) {
            if (claim.length() <= buffer.capacity() && claim.offset() + claim.length() <= source.sizeBytes()) {
                buffer.clear().limit(claim.length());
                readFully(buffer, claim.offset());
                if (LedgerFormat.crc(buffer.array(), 0, claim.length()) == claim.crc32c()) {
                    written.add(claim.offset(), claim.offset() + claim.length());
                }
            }
        }
        if (sparse) {
            empty();
        }
        unbuffered = openUnbuffered();
    }

    /** Makes holes of all that is not believed: other bytes, or space that an earlier run reserved. */
    private void empty() throws IOException {
        boolean emptied = true;
        if (written.bytes() == 0) {
            channel.truncate(0);
        }
        for (RangeSet.Range gap : written.missingBelow(channel.size())) {
            emptied &= LinuxRoot.isSupported() && LinuxCalls.punch(file.path().toString(), gap.start(), gap.length());
        }
        file.lengthen(source.sizeBytes());
        holes = emptied;
    }

    /** Bypassing the page cache costs a sixth of the CPU time, and the last sync is short (decision 0023). */
    private @Nullable FileChannel openUnbuffered() {
        try {
            return file.channel(StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
        } catch (IOException | UnsupportedOperationException _) {
            return null;
        }
    }

    /** The name it will have. */
    public String name() {
        return name;
    }

    public SourceVersion source() {
        return source;
    }

    /** What is there already, in order. */
    public synchronized List<RangeSet.Range> present() {
        return written.ranges();
    }

    public synchronized long presentBytes() {
        return written.bytes();
    }

    /** Has samples of what is there sent again: the whole is not compared, and the source may be another one by now. */
    public synchronized void doubt() {
        samples.takeFrom(written, source.sizeBytes());
    }

    /** Whether a sample that was sent again is not what was there. */
    public boolean isContradicted() {
        return samples.isContradicted();
    }

    /** Where the run of written bytes from {@code position} ends. */
    public synchronized long endOfRun(long position) {
        return written.endOfRun(position);
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
        samples.compare(this, offset, content, start, length);
        if (holes) {
            ZeroRuns.writeOthers(
                    content, start, length, (from, count) -> store(offset + from - start, content, from, count));
        } else {
            store(offset, content, start, length);
        }
        if (ledger != null) {
            ledger.append(new LedgerEntry(offset, length, LedgerFormat.crc(content, start, length)));
        }
        synchronized (this) {
            long before = written.bytes();
            written.add(offset, offset + length);
            return written.bytes() - before;
        }
    }

    private void store(long offset, byte[] content, int start, int length) throws IOException {
        if (!writeUnbuffered(offset, content, start, length)) {
            ByteBuffer out = ByteBuffer.wrap(content, start, length);
            for (long at = offset; out.hasRemaining(); ) {
                at += channel.write(out, at);
            }
            flush.wrote(length);
        }
    }

    private boolean writeUnbuffered(long offset, byte[] content, int start, int length) throws IOException {
        FileChannel target = unbuffered;
        int mask = DirectBuffers.ALIGNMENT - 1;
        if (target == null || (offset & mask) != 0 || (length & mask) != 0) {
            return false;
        }
        ByteBuffer buffer = DirectBuffers.take();
        try {
            buffer.put(content, start, length).flip();
            int wrote = target.write(buffer, offset);
            return wrote == length;
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
                unbuffered = null;
                return false;
            }
            throw e;
        } finally {
            DirectBuffers.give(buffer);
        }
    }

    /** Another handle to read it, which stays open when this file gets its name. */
    FileChannel reader() throws IOException {
        return file.channel(StandardOpenOption.READ);
    }

    /** Reads back what was written. */
    public void readFully(ByteBuffer into, long offset) throws IOException {
        for (long at = offset; into.hasRemaining(); ) {
            int count = channel.read(into, at);
            if (count < 0) {
                throw new IOException("\"" + EntryNames.printable(name) + "\" was truncated by another process");
            }
            at += count;
        }
    }

    /** Everything again, zeros included: what was written is not what was sent. */
    public void restart() throws IOException {
        holes = false;
        synchronized (this) {
            written.clear();
            samples.clear();
        }
        if (ledger != null) {
            ledger.clear();
        }
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
        sync(permissions, Finish.NONE, Finish.NONE);
    }

    /**
     * The same with what else it is to have.
     *
     * @param beforeMode while it can be written
     */
    public void sync(int permissions, Finish beforeMode, Finish afterMode) throws IOException {
        flush.finish();
        if (channel.size() != source.sizeBytes()) {
            channel.truncate(source.sizeBytes());
        }
        beforeMode.run(file.path(), file.links());
        FileState.setModified(file.path(), Instant.ofEpochSecond(0, source.modifiedNanos()), file.links());
        if (guard.keepsPermissions()) {
            Permissions.give(file.path(), permissions, file.links());
        } else {
            Permissions.finish(file.path(), permissions, file.links());
        }
        afterMode.run(file.path(), file.links());
        channel.force(true);
        // hundreds may wait for their names
        closeChannels();
    }

    /** What distinguishes it from every other file, also when it has its name; null where there is nothing of that kind. */
    public @Nullable Object inode() {
        return file.inode();
    }

    /** Gives it its name; the directory must be synced afterwards. */
    public void publish() throws IOException {
        closeChannels();
        exact.refuseAnothers(directory, place, name);
        guard.publish(directory.entry(name), name, () -> file.rename(directory, name));
    }

    /** Removes the ledger and the lock; call it when the name is durable. */
    public void forget() throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        closeChannels();
        if (ledger != null) {
            ledger.delete();
        }
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
                BlockLedger _ = ledger) {
            // from the last to the first: the lock after what it guards
        }
    }

    /** Removes all traces of an unfinished file. */
    public void discard() throws IOException {
        closeChannels();
        if (!ended.get()) {
            file.delete();
        }
        forget();
    }

    public Directory directory() {
        return directory;
    }

    public boolean isResumable() {
        return ledger != null;
    }

    private void closeChannels() throws IOException {
        channel.close();
        FileChannel other = unbuffered;
        if (other != null) {
            other.close();
        }
    }

    /** Stops writing: a large file is kept to be taken up again, a small one removed. */
    @Override
    public void close() throws IOException {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        closeChannels();
        if (!isResumable()) {
            file.delete();
        }
        release();
    }
}

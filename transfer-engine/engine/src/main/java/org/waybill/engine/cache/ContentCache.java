package org.waybill.engine.cache;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.RefusedException;

/**
 * The content of whole files that this node has sent on, on its disk: each client's apart, so that none learns what
 * others have (decision 0299). An entry is named by the SHA-256 of its content and by size, time and mode, by which it is
 * found; it is a hard link to a file that was verified and synced, so that a kill leaves it whole or not at all. Entries
 * ({@link CacheEntries}) and copies on their way ({@link CacheStages}) share its room. For many threads of one process;
 * others are refused.
 */
public final class ContentCache implements AutoCloseable {
    /** A smaller file is sent as soon as it is looked for. */
    static final long LEAST_BYTES = 64 << 10;

    private static final Logger LOG = System.getLogger(ContentCache.class.getName());
    /** A session whose connection was closed has given back what it holds. */
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final CacheDirectory directory;
    private final CacheEntries entries;
    private final CacheStages stages = new CacheStages();
    private final long mostBytes;
    private boolean closed;

    private ContentCache(CacheDirectory directory, long mostBytes) {
        this.directory = directory;
        this.entries = new CacheEntries(directory);
        this.mostBytes = mostBytes;
    }

    /**
     * Takes the directory, and takes up what an earlier run has left there.
     *
     * @throws TransferException if it is another process's, or holds anything else
     */
    public static ContentCache open(CacheSettings settings) throws TransferException {
        CacheDirectory directory = CacheDirectory.open(settings.directory());
        try {
            ContentCache cache = new ContentCache(directory, settings.mostBytes());
            cache.takeUp();
            return cache;
        } catch (IOException e) {
            directory.close();
            throw CacheDirectory.failure(e, settings.directory());
        }
    }

    private synchronized void takeUp() throws IOException {
        directory.removeStages();
        entries.takeUp();
        makeRoom(0);
        directory.write(counts());
    }

    /**
     * Where a client's tree is put to be sent on; the caller closes it.
     *
     * @param client its fingerprint, and after a dash that of the client it acts for
     * @param key of one transfer
     */
    public synchronized CacheStage stage(String client, String key) throws IOException {
        CacheStage stage = stages.make(this, client, place(client, key));
        if (stage.users == 1) {
            try {
                stages.recount(stage);
            } catch (IOException e) {
                left(stage);
                throw e;
            }
        }
        return stage;
    }

    /** The same, where what is in it is only read. @throws IOException if nothing is there any more */
    public synchronized CacheStage enter(String client, String key) throws IOException {
        return stages.enter(place(client, key));
    }

    private Path place(String client, String key) throws IOException {
        if (closed) {
            throw new IOException("the node is stopping");
        }
        CacheDirectory.requireClient(client);
        Path place = directory.stage(client, key);
        stages.abandoned(place).forEach(this::remove);
        return place;
    }

    /** What was put there was sent on, or will not be; where the client puts something there again, it stays. */
    public synchronized void remove(CacheStage stage) {
        if (stages.remove(stage)) {
            entries.removeOutdated();
            directory.write(counts());
        }
    }

    /** A session with it is over; what of it is partial may be resumed. */
    synchronized void left(CacheStage stage) {
        // one that was removed holds up no end
        boolean over = closed && !stages.areInUse();
        stages.left(stage);
        if (!over) {
            directory.write(counts());
        }
        notifyAll();
        release();
    }

    /** Gives what is known of a version another name, by which its reader compares it. */
    synchronized void offer(CacheStage stage, FileVersion version, CacheEntries.Naming naming) {
        if (entries.offer(version, naming)) {
            stages.hold(stage, version);
        }
    }

    /** The source has another content: the entry, which the stage has no more, is damaged, or outdated. */
    synchronized void drop(CacheStage stage, FileVersion version) {
        stages.letGo(stage, version);
        entries.drop(version);
    }

    /**
     * A verified file is there, whether it arrived or was found.
     *
     * @param naming gives it another name
     */
    synchronized void keep(CacheStage stage, FileVersion version, String sha256, CacheEntries.Naming naming) {
        if (version.sizeBytes() < LEAST_BYTES || version.sizeBytes() > mostBytes) {
            return;
        }
        try {
            if (entries.keep(version, sha256, naming)) {
                stages.release(stage, version.sizeBytes());
                stages.hold(stage, version);
            }
            makeRoom(0);
        } catch (IOException e) {
            // the copy itself does not need it
            LOG.log(Level.WARNING, "cannot keep a file in the cache: " + e);
        }
    }

    /**
     * Takes room for a file that arrives.
     *
     * @param inode of the file, which may have its room already; null where it has none
     */
    synchronized void reserve(CacheStage stage, @Nullable Object inode, long sizeBytes) throws RefusedException {
        long moreBytes = stages.lackingBytes(stage, inode, sizeBytes);
        if (moreBytes > roomBytes(moreBytes)) {
            throw new RefusedException(
                    Reason.DISK_FULL, "the cache of " + mostBytes + " bytes has no room for " + moreBytes + " more");
        }
        stages.reserve(stage, inode, sizeBytes);
    }

    /**
     * So much of what a copy has is known, and the last of it was not sent.
     *
     * @throws TransferException if it cannot be in the cache at once, as it is before it is sent on
     */
    synchronized void requireRoom(CacheStage stage, long totalBytes) throws TransferException {
        if (totalBytes <= mostBytes - stages.takenBytes()) {
            return;
        }
        if (totalBytes <= mostBytes - stages.takenBytesBesides(stage, false)) {
            for (CacheStage idle : stages.idle()) {
                if (totalBytes > mostBytes - stages.takenBytesBesides(stage, true)) {
                    remove(idle);
                }
            }
        }
        long roomBytes = mostBytes - stages.takenBytesBesides(stage, true);
        if (totalBytes > roomBytes) {
            throw new TransferException(
                    Reason.DISK_FULL,
                    "the copy has at least " + totalBytes + " bytes, and the cache has room for "
                            + Math.max(0, roomBytes));
        }
    }

    /** How much may arrive, after what is not in use has made room for {@code wantedBytes}. */
    public synchronized long roomBytes(long wantedBytes) {
        makeRoom(wantedBytes);
        if (wantedBytes > freeBytes() && wantedBytes <= mostBytes - stages.takenBytesInUse()) {
            for (CacheStage idle : stages.idle()) {
                if (wantedBytes > freeBytes()) {
                    remove(idle);
                    makeRoom(wantedBytes);
                }
            }
        }
        return freeBytes();
    }

    private long freeBytes() {
        return Math.max(0, mostBytes - entries.bytes() - stages.reservedBytes());
    }

    /** Nothing is removed for what would not fit though all were. */
    private void makeRoom(long wantedBytes) {
        if (wantedBytes <= Math.max(0, mostBytes - stages.takenBytes())) {
            entries.shrinkTo(mostBytes - stages.reservedBytes() - wantedBytes);
        }
    }

    public synchronized CacheCounts counts() {
        return entries.counts();
    }

    /** Sessions with it have been ended: waits for them, and releases its directory when none uses it. */
    @Override
    public synchronized void close() {
        closed = true;
        long startedNanos = System.nanoTime();
        try {
            for (long left = LEAVING.toMillis();
                    stages.areInUse() && left > 0;
                    left = LEAVING.minusNanos(System.nanoTime() - startedNanos).toMillis()) {
                wait(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        release();
    }

    private void release() {
        if (closed && !stages.areInUse()) {
            directory.close();
        }
    }
}

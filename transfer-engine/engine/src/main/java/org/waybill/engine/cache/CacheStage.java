package org.waybill.engine.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.sink.CutThroughListener;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.storage.WriteGuard;

/**
 * A directory in which a client's tree waits to be sent on. What the cache has of it is there before it is looked for,
 * and what arrives is kept; close it when a session with it is over.
 */
public final class CacheStage implements CutThroughListener, WriteGuard, AutoCloseable {
    private final ContentCache cache;
    private final String client;
    private final Path directory;

    /** For what is in it and no entry of the cache counts; guarded by the cache. */
    long reservedBytes;

    /** What of that is for which files of an earlier session, by their inodes; guarded by the cache. */
    final Map<Object, Long> found = new HashMap<>();

    /** The entries that it has, which make no room meanwhile; guarded by the cache. */
    final Set<FileVersion> entries = new HashSet<>();

    /** Guarded by the cache. */
    int users;

    /** When the last of them left; guarded by the cache. */
    long leftNanos;

    CacheStage(ContentCache cache, String client, Path directory) {
        this.cache = cache;
        this.client = client;
        this.directory = directory;
    }

    public Path directory() {
        return directory;
    }

    String client() {
        return client;
    }

    private FileVersion version(TreeEntry entry) {
        return new FileVersion(client, entry.sizeBytes(), entry.modifiedNanos(), entry.permissions());
    }

    @Override
    public void listed(long totalBytes) throws TransferException {
        cache.requireRoom(this, totalBytes);
    }

    /** It is sent on as a whole, or the client has it forwarded. */
    @Override
    public boolean needsAll() {
        return true;
    }

    @Override
    public void expected(TreeEntry entry, TargetTree tree) {
        cache.offer(this, version(entry), content -> tree.linkFrom(entry, content));
    }

    /** Its room is needed for what arrives instead. */
    @Override
    public void differs(TreeEntry entry, TargetTree tree) {
        try {
            tree.unlink(entry);
        } catch (IOException _) {
            // it counts until the stage is gone
        }
        cache.drop(this, version(entry));
    }

    @Override
    public void arrived(TreeEntry entry, TargetTree tree, byte @Nullable [] sha256) {
        if (sha256 != null) {
            cache.keep(this, version(entry), Sha256.hex(sha256), name -> tree.linkTo(entry, name));
        }
    }

    @Override
    public void mayReplace(Path file, String name) {
        // all that is here is this client's
    }

    @Override
    public boolean opened(TemporaryFile partial, long sizeBytes) throws IOException {
        Object inode = Files.readAttributes(partial.path(), BasicFileAttributes.class, partial.links())
                .fileKey();
        cache.reserve(this, inode, sizeBytes);
        return true;
    }

    @Override
    public boolean keepsPermissions() {
        return true; // it is closed to all others, and they are sent on
    }

    @Override
    public boolean changesOthers() {
        return true; // nothing here is others'
    }

    @Override
    public void grew(long bytes) throws IOException {
        cache.reserve(this, null, bytes);
    }

    @Override
    public void publish(Path file, String name, Rename keep, Rename rename) throws IOException {
        keep.run();
        rename.run();
    }

    @Override
    public long usableBytes(FreeBytes free, long wantedBytes) throws IOException {
        // first, since it frees some
        long room = cache.roomBytes(wantedBytes);
        long usable = Math.min(free.now(), room);
        if (usable < wantedBytes) {
            throw new RefusedException(
                    Reason.DISK_FULL, "it has " + wantedBytes + " bytes, and the cache has room for " + usable);
        }
        return usable;
    }

    @Override
    public void close() {
        cache.left(this);
    }
}

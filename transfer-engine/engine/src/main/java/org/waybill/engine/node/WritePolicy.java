package org.waybill.engine.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.WriteGuard;

/** What a paired client writes: marked as its own, over no other client's files without leave, and within its quota. */
record WritePolicy(RequestAuthorization permit, List<Quota> quotas) implements WriteGuard {
    private static final System.Logger LOG = System.getLogger(WritePolicy.class.getName());
    /** For the moment between the look and the rename, by the file's name; clients may share one. */
    private static final Object[] RENAMES = new Object[64];

    static {
        Arrays.setAll(RENAMES, _ -> new Object());
    }

    WritePolicy {
        quotas = List.copyOf(quotas);
    }

    @Override
    public void mayReplace(Path file, String name) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            require(Operation.Kind.OVERWRITE, file);
        }
    }

    /**
     * Passes if this client may do that to what is there. A link has no mark: it belongs to another writer.
     *
     * @throws RefusedException else
     */
    void require(Operation.Kind kind, Path file) throws IOException {
        boolean own = OwnerAttribute.of(file, LinkOption.NOFOLLOW_LINKS)
                .filter(permit.mark()::equals)
                .isPresent();
        Optional<String> refusal =
                permit.grant().refusal(new Operation(kind, permit.grant().path(), own));
        if (refusal.isPresent()) {
            throw new RefusedException(Reason.PERMISSION, refusal.get());
        }
    }

    @Override
    public boolean changesOthers() {
        return permit.grant().rights().contains(Grant.Right.MODIFY);
    }

    /** Removes something that is not a directory, if this client may. */
    void remove(Path file, String name) throws IOException {
        synchronized (RENAMES[renaming(name)]) {
            require(Operation.Kind.DELETE, file);
            givingBack(file, () -> Files.delete(file));
        }
    }

    /** Does away with what has this name; what counted of it is free again. */
    private void givingBack(Path file, Rename change) throws IOException {
        String mark = quotas.isEmpty()
                ? ""
                : OwnerAttribute.of(file, LinkOption.NOFOLLOW_LINKS).orElse("");
        // of a file with other names nothing is free
        long bytes = mark.isEmpty() || FileState.names(file) > 1 ? 0 : Files.size(file);
        change.run();
        quotas.stream().filter(quota -> quota.counts(mark)).forEach(quota -> quota.giveBack(bytes));
    }

    /**
     * Renames what this client may rename.
     *
     * @param from a file or link; a directory's files were looked at already
     * @param replace whether what has the name already, no directory, may go
     */
    void rename(Path from, Path to, String name, boolean replace) throws IOException {
        int one = renaming(String.valueOf(from.getFileName()));
        int other = renaming(name);
        synchronized (RENAMES[Math.min(one, other)]) {
            synchronized (RENAMES[Math.max(one, other)]) {
                boolean directory = Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS);
                if (!directory) {
                    require(Operation.Kind.RENAME, from);
                }
                if (!Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                } else if (!replace) {
                    throw new RefusedException(
                            Reason.BAD_INPUT,
                            "the new name already exists; choose another name, or add --force to replace a file");
                } else if (directory || Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
                    throw new RefusedException(
                            Reason.BAD_INPUT,
                            "the new name already exists, and a directory is never replaced and replaces nothing;"
                                    + " remove it first");
                } else {
                    publish(to, name, Rename.NONE, () -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE));
                }
            }
        }
    }

    private static int renaming(String name) {
        return Math.floorMod(name.hashCode(), RENAMES.length);
    }

    @Override
    public boolean opened(TemporaryFile partial, long sizeBytes) throws IOException {
        boolean others = OwnerAttribute.of(partial.path(), partial.links())
                .filter(mark -> !mark.equals(permit.mark()))
                .isPresent();
        if (!OwnerAttribute.put(partial.path(), permit.mark(), partial.links())) {
            if (!quotas.isEmpty()) {
                throw new RefusedException(
                        Reason.PERMISSION,
                        "the node's file system keeps no extended attributes, so"
                                + " a quota cannot be kept; have its operator pair this client without one");
            }
            LOG.log(System.Logger.Level.DEBUG, "the file system keeps no extended attributes, so no file has an owner");
        }
        if (!quotas.isEmpty() && Files.size(partial.path()) < sizeBytes) {
            try (FileChannel channel = partial.channel(StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1), sizeBytes - 1);
            }
        }
        for (Quota quota : quotas) {
            quota.take(sizeBytes);
        }
        return !others;
    }

    @Override
    public void grew(long bytes) throws IOException {
        for (Quota quota : quotas) {
            quota.grow(bytes);
        }
    }

    @Override
    public void publish(Path file, String name, Rename keep, Rename rename) throws IOException {
        synchronized (RENAMES[renaming(name)]) {
            mayReplace(file, name);
            keep.run();
            givingBack(file, rename);
        }
    }

    @Override
    public long usableBytes(FreeBytes free, long wantedBytes) throws IOException {
        long usable = free.now();
        for (Quota quota : quotas) {
            quota.require(wantedBytes);
            usable = Math.min(usable, quota.leftBytes(wantedBytes));
        }
        return usable;
    }
}

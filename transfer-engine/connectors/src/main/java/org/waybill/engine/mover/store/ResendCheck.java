package org.waybill.engine.mover.store;

import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Whether a copy sends a file again that is there with the size and time of its source: as {@link SkipUnchanged}
 * decides, but that hashes which can be had are taken to be equal. For one tree or file, and many threads.
 */
public final class ResendCheck {
    private final RemoteTargets remote;
    private final boolean verify;
    private @Nullable FinishedFiles finished;
    private @Nullable Boolean bothHash;
    private boolean tree;

    /** @param remote what the home knows of earlier transfers */
    public ResendCheck(RemoteTargets remote, boolean verify) {
        this.remote = remote;
        this.verify = verify;
    }

    /** Before the first file. @param targetPath of the copy of {@code root} */
    public synchronized void begin(Store source, Entry root, Store target, String targetPath) {
        tree = root.isDirectory();
        finished = tree
                ? remote.finished(source, root.path(), target, targetPath, InstantSource.system())
                : FinishedFiles.NONE;
    }

    /** Why a file is sent again; empty where it is not. */
    public synchronized Optional<String> why(ConnectionPair ends, Entry source, Entry copy)
            throws TransferException, InterruptedException {
        Store target = ends.target();
        FinishedFiles known = finished;
        if (!ends.source().isReadable(source.path()) || !target.isReadable(copy.path())) {
            return Optional.of("it cannot be read, so that nothing shows that it is equal");
        }
        if (!target.has(Feature.TIMES)) {
            return Optional.of(target.label() + " does not keep times, so that the whole file is sent again");
        }
        Boolean hashes = bothHash;
        if (hashes == null) {
            hashes = canHash(target, copy) && canHash(ends.source(), source);
            bothHash = hashes;
        }
        FileItem item = new FileItem(source.name(), source, copy.path(), FileItem.Earlier.SAME_TIME);
        boolean skipped = hashes
                || tree && !verify
                || known != null && known.sha256(ends.source(), item, source).isPresent();
        return skipped
                ? Optional.empty()
                : Optional.of("no checksum shows that it is equal, so that the whole file is sent again");
    }

    private static boolean canHash(Store store, Entry file) throws TransferException, InterruptedException {
        return store.has(Feature.CHEAP_READ)
                || store.has(Feature.HASH_RANGES)
                || store.sha256(file.path(), Math.min(1, Math.max(0, file.sizeBytes())))
                        .isPresent()
                || store.sha256(file.path(), -1).isPresent()
                || !SumOfParts.of(store, file.path()).isEmpty();
    }
}

package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.platform.PrivateFiles;

/**
 * Keeps transfers to one remote target apart. Servers know no locks that all clients heed: those of one home exclude
 * each other by a lock in the home, and those of several homes write to partial files of different names, so that each
 * one verifies and names what it has written itself; the last one's stays. Of the trees of all targets it knows those
 * that this home has started.
 *
 * @param names keyed with the home's secret
 * @param locks a directory of the home, made when it is not there; null for who has no home
 */
public record RemoteTargets(TemporaryNames names, @Nullable Path locks) {
    /**
     * Where the data of a source go until they are verified and may be called {@code target}.
     *
     * @param origin changes when the source does
     */
    String partial(Store store, String target, String origin) throws TransferException {
        return store.isRemote()
                ? StorePath.join(
                        StorePath.parent(target),
                        names.stem(StorePath.name(target)) + "-" + PartialName.ofOrigin(origin)
                                + EntryNames.PARTIAL_AT_SERVERS)
                : store.partial(target, origin);
    }

    /**
     * Keeps this home's other transfers from a target until closed.
     *
     * @throws TransferException {@link org.waybill.engine.Reason#TARGET_BUSY}, naming who has it
     */
    Store.Lock lock(Store store, String target, StoreProvider.Events events) throws TransferException {
        Path directory = locks;
        if (!store.isRemote() || directory == null) {
            return () -> {};
        }
        try {
            PrivateFiles.createDirectory(directory);
            try (ConfinedRoot root = ConfinedRoot.open(directory);
                    Directory at = root.open(List.of())) {
                TargetLock held = TargetLock.acquire(at, names, store.label() + " " + target, TargetLock.thisProcess());
                // the lock ends with its channel; an empty file left behind locks no one out
                return () -> Quietly.close(held);
            }
        } catch (TargetBusyException e) {
            throw StorageErrors.map(e, "writing", target);
        } catch (IOException e) {
            events.tell(
                    "NOT_LOCKED",
                    "other transfers to the same destinations are not locked out, because nothing can be written to "
                            + directory + ": " + e.getMessage());
            return () -> {};
        }
    }

    /**
     * Removes what earlier runs have left of a target, except for one partial file, and notes in the home that this one
     * is started. The target is locked.
     *
     * @param partial of the source as it is now; empty where the target is whole already, and without a source
     * @return where the data go
     */
    String begin(Store store, String target, String partial, @Nullable Entry source, StoreProvider.Events events)
            throws TransferException, InterruptedException {
        Path directory = locks;
        if (!store.isRemote()) {
            store.tidy(target, partial);
            return partial;
        }
        String left = directory == null ? "" : noted(directory, store, target);
        String chosen = source == null ? partial : store.begin(target, partial, left, source);
        if (directory != null) {
            try {
                if (!left.equals(chosen) && EntryNames.isOwn(StorePath.name(left))) {
                    store.delete(left);
                }
                write(note(directory, store, target), chosen);
            } catch (IOException e) {
                events.tell(
                        "NOT_NOTED",
                        "a partial file of " + StorePath.shown(target)
                                + " will stay if this is interrupted and the source changes: " + e.getMessage());
            }
        }
        return chosen;
    }

    /** What {@link Store#begin} has last returned of a target that is not whole; empty for nothing that is known. */
    public String noted(Store store, String target) {
        Path directory = locks;
        return store.isRemote() && directory != null ? noted(directory, store, target) : "";
    }

    /** What was last begun of a target; empty for nothing, and where it cannot be read. */
    private String noted(Path directory, Store store, String target) {
        try {
            Path note = note(directory, store, target);
            return Files.exists(note) ? Files.readString(note) : "";
        } catch (IOException _) {
            return "";
        }
    }

    /** There is nothing to write, since the target is whole. */
    void begin(Store store, String target, StoreProvider.Events events) throws TransferException, InterruptedException {
        begin(store, target, "", null, events);
    }

    private static void write(Path note, String partial) throws IOException {
        if (partial.isEmpty()) {
            Files.deleteIfExists(note);
            return;
        }
        try (OutputStream out = PrivateFiles.overwrite(note)) {
            out.write(partial.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Nothing is left of the target but itself. */
    void end(Store store, String target) {
        Path directory = locks;
        if (store.isRemote() && directory != null) {
            try {
                write(note(directory, store, target), "");
            } catch (IOException _) {
                // the next run to this target looks once for what is not there
            }
        }
    }

    /**
     * Notes in the home that a directory is about to be made for a tree: a run that is killed before its mark is in it
     * would nest the tree the next time.
     */
    void beginTree(Store store, String target, StoreProvider.Events events) {
        Path directory = locks;
        if (directory != null) {
            try {
                PrivateFiles.createDirectory(directory);
                PrivateFiles.overwrite(treeNote(directory, store, target)).close();
            } catch (IOException e) {
                events.tell("NOT_NOTED", "nothing can be written to " + directory + ": " + e.getMessage());
            }
        }
    }

    /** Whether a run from this home has started the tree and not ended it. */
    boolean hasBegunTree(Store store, String target) {
        Path directory = locks;
        return directory != null && Files.exists(treeNote(directory, store, target));
    }

    void endTree(Store store, String target) {
        Path directory = locks;
        if (directory != null) {
            try {
                Files.deleteIfExists(treeNote(directory, store, target));
            } catch (IOException _) {
                // the next run continues in what is there
            }
        }
    }

    /** What this home knows of read-only directories that a run has opened below a destination. */
    OpenedNotes opened(Store store, String root) {
        return new OpenedNotes(locks, names.stem(store.label() + " " + root));
    }

    private Path treeNote(Path directory, Store store, String target) {
        return directory.resolve(names.stem(store.label() + " " + target) + ".tree");
    }

    private Path note(Path directory, Store store, String target) {
        return directory.resolve(names.stem(store.label() + " " + target) + ".part");
    }

    /** What this home knows of the files of a tree that have arrived at or from servers. */
    FinishedFiles finished(Store source, String sourcePath, Store target, String targetPath, InstantSource clock) {
        Path directory = locks;
        if (directory == null || (!source.isRemote() && !target.isRemote())) {
            return FinishedFiles.NONE;
        }
        try {
            return FinishedFiles.open(
                    directory,
                    names.stem(source.label() + ' ' + sourcePath + '\n' + target.label() + ' ' + targetPath),
                    clock);
        } catch (IOException _) {
            return FinishedFiles.NONE;
        }
    }
}

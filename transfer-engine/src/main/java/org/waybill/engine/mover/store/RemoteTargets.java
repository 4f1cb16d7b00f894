package org.waybill.engine.mover.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.OwnNames;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetLock;
import org.waybill.platform.PrivateFiles;

/**
 * Keeps transfers to one remote target apart. Servers know no locks that all clients heed: those of one home exclude
 * each other by a lock in the home, and those of several homes write to partial files of different names, so that each
 * one verifies and names what it has written itself; the last one's stays.
 *
 * @param names keyed with the home's secret
 * @param locks a directory of the home, made when it is not there; null for who has no home
 */
public record RemoteTargets(OwnNames names, @Nullable Path locks) {
    /**
     * Where the data of a source go until they are verified and may be called {@code target}.
     *
     * @param origin changes when the source does
     */
    String partial(Store store, String target, String origin) throws TransferException {
        return store.isRemote() ? StorePath.join(StorePath.parent(target), names.stem(StorePath.name(target)) + "-"
                + PartialName.ofOrigin(origin) + ".part") : store.partial(target, origin);
    }

    /**
     * Keeps this home's other transfers from a target until closed.
     *
     * @throws TransferException {@link org.waybill.engine.Reason#TARGET_BUSY}, naming who has it
     */
    Store.Lock lock(Store store, String target, StoreProvider.Events events) throws TransferException {
        Path directory = locks;
        if (!store.isRemote() || directory == null) {
            return () -> { };
        }
        try {
            PrivateFiles.createDirectory(directory);
            try (ConfinedRoot root = ConfinedRoot.open(directory); Directory at = root.open(List.of())) {
                return closing(TargetLock.acquire(at, names, store.label() + " " + target, TargetLock.thisProcess()));
            }
        } catch (TargetBusyException e) {
            throw StorageErrors.map(e, "writing", target);
        } catch (IOException e) {
            events.tell("NOT_LOCKED", "other transfers to the same targets are not kept apart, since nothing can be"
                    + " written to " + directory + ": " + e.getMessage());
            return () -> { };
        }
    }

    private static Store.Lock closing(TargetLock held) {
        return () -> {
            try {
                held.close();
            } catch (IOException _) {
                // the lock ends with its channel; an empty file left behind locks nobody out
            }
        };
    }
}

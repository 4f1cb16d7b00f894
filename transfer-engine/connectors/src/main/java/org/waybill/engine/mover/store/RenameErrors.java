package org.waybill.engine.mover.store;

import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What is said of names that are to be given or taken away, in the same words for every store. */
public final class RenameErrors {
    private RenameErrors() {}

    /**
     * Refuses a new name that would take another thing's place.
     *
     * @return what is to be renamed
     */
    public static Entry check(Store store, String from, String to, boolean replace)
            throws TransferException, InterruptedException {
        if (from.equals("/") || StorePath.isWithin(from, to)) {
            throw StorePath.badInput(to, ": nothing can be renamed to itself or to a place within itself");
        }
        Entry source = store.look(from)
                .orElseThrow(() -> StorePath.failure(
                        Reason.NOT_FOUND, from, " at " + store.label() + ": there is no such file or directory"));
        store.checkName(to);
        Optional<Entry> there = store.look(to);
        if (there.isPresent() && !replace) {
            throw taken(to);
        }
        if (there.isPresent() && (there.get().isDirectory() || source.isDirectory())) {
            throw neverReplaced(to);
        }
        return source;
    }

    /** Something has the name. */
    public static TransferException taken(String to) {
        return StorePath.badInput(to, ": already exists; choose another name, or add --force to replace a file");
    }

    /** A directory has the name, or is to have a file's. */
    public static TransferException neverReplaced(String to) {
        return StorePath.badInput(
                to, ": already exists, and a directory is never replaced and replaces nothing; remove it first");
    }

    /** A directory that holds something. */
    public static TransferException notEmpty(String path) {
        return StorePath.badInput(
                path, ": the directory is not empty; 'waybill rm -r' removes it with all that it holds");
    }
}

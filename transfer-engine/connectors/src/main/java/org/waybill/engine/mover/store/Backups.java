package org.waybill.engine.mover.store;

import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.EntryNames;

/**
 * Keeps what is replaced or deleted: under its own path, below one directory of the destination.
 *
 * @param root the destination
 * @param directory below it; empty when nothing is kept
 */
public record Backups(String root, List<String> directory) {
    private static final int MOST_OF_ONE_NAME = 10_000;

    /** Nothing is kept. */
    public static final Backups NONE = new Backups("", List.of());

    /** @throws TransferException {@link Reason#BAD_INPUT} for a directory that is not below the destination */
    public static Backups of(String root, String directory, Store target) throws TransferException {
        if (directory.isEmpty()) {
            return NONE;
        }
        if (!target.features().contains(Store.Feature.RENAME)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    target.label() + " cannot rename, so replaced files cannot be kept; leave --backup-dir out");
        }
        try {
            List<String> names = directory.startsWith("/") ? List.of() : EntryNames.split(directory);
            if (!names.isEmpty()) {
                return new Backups(root, names);
            }
        } catch (BadNameException _) {
            // said below
        }
        throw new TransferException(
                Reason.BAD_INPUT,
                "--backup-dir " + StorePath.shown(directory)
                        + " is not below the destination: write a relative path without ..");
    }

    /** Whether anything is kept. */
    public boolean isKept() {
        return !directory.isEmpty();
    }

    /** Where the files go that are replaced; what is there is not part of the copy. */
    String path() {
        return StorePath.join(root, String.join("/", directory));
    }

    /**
     * Moves a file aside that is about to be replaced; nothing happens where there is none.
     *
     * @return where it is now; empty if there was none
     */
    String setAside(Store target, String path) throws TransferException, InterruptedException {
        return isKept() && target.stat(path).filter(Entry::isFile).isPresent() ? move(target, path) : "";
    }

    /** Moves a file, or a directory with all that it holds, there; returns where it is now. */
    public String move(Store target, String path) throws TransferException, InterruptedException {
        String place =
                StorePath.join(path(), path.substring(StorePath.join(root, "").length()));
        target.createDirectories(StorePath.parent(place));
        requireWithin(target, StorePath.parent(place));
        for (int i = 0; i < MOST_OF_ONE_NAME; i++) {
            String free = i == 0 ? place : place + "~" + i;
            if (target.stat(free).isEmpty()) {
                target.rename(path, free, false);
                return free;
            }
        }
        throw StorePath.failure(
                Reason.LIMIT, place, " has " + MOST_OF_ONE_NAME + " backups: choose another --backup-dir");
    }

    /** Gives a file its name. */
    @FunctionalInterface
    interface Naming {
        /** @param there whether another may have it still */
        void run(boolean there) throws TransferException, InterruptedException;
    }

    /** What has the name steps aside before, where it is to be kept, and back if the new one does not get it. */
    void inPlaceOf(Store target, String path, Naming naming) throws TransferException, InterruptedException {
        String aside = setAside(target, path);
        try {
            naming.run(aside.isEmpty());
        } catch (TransferException e) {
            if (!aside.isEmpty() && target.stat(path).isEmpty()) {
                target.rename(aside, path, false);
            }
            throw e;
        }
    }

    /** Others may have put a link there; not every store resolves it. */
    private void requireWithin(Store target, String directory) throws TransferException, InterruptedException {
        String real = target.realPath(directory);
        if (!StorePath.isWithin(target.realPath(root), real)) {
            throw StorePath.failure(
                    Reason.UNSAFE,
                    directory,
                    " leads out of the destination, to " + StorePath.shown(real) + ": choose another --backup-dir");
        }
        String at = root;
        for (String name :
                directory.substring(StorePath.join(root, "").length()).split("/")) {
            at = StorePath.join(at, name);
            if (target.look(at).filter(there -> there.kind() == Entry.Kind.LINK).isPresent()) {
                throw StorePath.failure(Reason.UNSAFE, at, " is a symbolic link: choose another --backup-dir");
            }
        }
    }
}

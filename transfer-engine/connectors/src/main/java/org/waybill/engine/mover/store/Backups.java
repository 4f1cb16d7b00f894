package org.waybill.engine.mover.store;

import java.util.List;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBackups;

/**
 * Keeps what is replaced or deleted: under its own path, below one directory of the destination.
 *
 * @param root the destination
 * @param directory below it; empty when nothing is kept
 * @param opened read-only directories of the destination
 */
public record Backups(String root, List<String> directory, OpenedDirectories opened) {
    /** Nothing is kept, wherever that is. */
    public static final Backups NONE = new Backups("", List.of(), OpenedDirectories.NONE);

    /** @throws TransferException {@link Reason#BAD_INPUT} for a directory that is not below the destination */
    public static Backups of(String root, String directory, Store target) throws TransferException {
        if (directory.isEmpty()) {
            return new Backups(root, List.of(), OpenedDirectories.NONE);
        }
        if (!target.has(Store.Feature.RENAME)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    target.label() + " cannot rename, so replaced files cannot be kept; leave --backup-dir out");
        }
        try {
            return new Backups(root, TargetBackups.names(directory), OpenedDirectories.NONE);
        } catch (RefusedException e) {
            throw new TransferException(e.reason(), String.valueOf(e.getMessage()), e);
        }
    }

    /** The same where a directory may be a read-only one of this user's own. */
    public Backups opening(OpenedDirectories directories) {
        return new Backups(root, directory, directories);
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
     * Moves a file or link aside that is about to be replaced; nothing happens where there is none.
     *
     * @return where it is now; empty if there was none
     */
    String setAside(Store target, String path) throws TransferException, InterruptedException {
        return isKept() && target.look(path).filter(Entry::isFileOrLink).isPresent() ? move(target, path) : "";
    }

    /** Moves a file, or a directory with all that it holds, there; returns where it is now. */
    public String move(Store target, String path) throws TransferException, InterruptedException {
        String place = StorePath.join(path(), below(root, path));
        makeDirectory(target, StorePath.parent(place));
        for (int i = 0; ; i++) {
            String free = numbered(place, i);
            if (target.look(free).isEmpty()) {
                opened.writing(target, StorePath.parent(free), () -> {
                    target.rename(path, free, false);
                    return free;
                });
                return free;
            }
        }
    }

    private static String numbered(String place, int others) throws TransferException {
        return StorageErrors.mapped("keeping", place, () -> TargetBackups.numbered(place, others));
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

    private static String below(String above, String path) {
        return path.substring(StorePath.join(above, "").length());
    }

    /**
     * Makes what is not there of a directory, below what is there and is within the destination; as closed as the directory
     * whose files it keeps.
     */
    private void makeDirectory(Store target, String directory) throws TransferException, InterruptedException {
        String there = directory;
        while (!there.equals(root) && target.look(there).isEmpty()) {
            there = StorePath.parent(there);
        }
        requireWithin(target, there);
        if (there.equals(directory)) {
            return;
        }
        opened.writing(target, there, () -> {
            target.createDirectories(directory);
            return directory;
        });
        requireWithin(target, directory);
        for (String made = directory; !made.equals(there) && !made.equals(path()); made = StorePath.parent(made)) {
            Optional<Entry> kept = target.stat(StorePath.join(root, below(path(), made)));
            target.metadata().narrow(made, kept.map(Entry::permissions).orElse(-1));
        }
    }

    /** Others may have put a link there; not every store resolves it. */
    private void requireWithin(Store target, String directory) throws TransferException, InterruptedException {
        if (directory.equals(root)) {
            return;
        }
        String at = root;
        for (String name : below(root, directory).split("/")) {
            at = StorePath.join(at, name);
            if (target.look(at).filter(there -> there.kind() == Entry.Kind.LINK).isPresent()) {
                throw StorePath.failure(Reason.UNSAFE, at, " is a symbolic link: choose another --backup-dir");
            }
        }
        String real = target.realPath(directory);
        if (!StorePath.isWithin(target.realPath(root), real)) {
            throw StorePath.failure(
                    Reason.UNSAFE,
                    directory,
                    " leads out of the destination, to " + StorePath.shown(real) + ": choose another --backup-dir");
        }
    }
}

package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What of a directory was removed, and what could not be. For one thread. */
public final class RemovedTree {
    /** The number of remaining entries that are named. */
    private static final int MOST_NAMED = 1_000;

    private long files;
    private long directories;
    private long keptCount;
    private final List<NotTransferred> kept = new ArrayList<>();

    /** Files, links and other things that are not directories. */
    public long files() {
        return files;
    }

    public long directories() {
        return directories;
    }

    /** How many entries could not be removed, besides their parents. */
    public long keptCount() {
        return keptCount;
    }

    /** The first of those. */
    public List<NotTransferred> kept() {
        return List.copyOf(kept);
    }

    /** The number of removed entries. */
    public void add(long moreFiles, long moreDirectories) {
        files += moreFiles;
        directories += moreDirectories;
    }

    /** This one could not be removed. */
    public void keep(String path, Reason reason, String why) {
        keptCount++;
        if (kept.size() < MOST_NAMED) {
            kept.add(new NotTransferred(path, reason.name(), why));
        }
    }

    /** These could not be removed, and {@code count} in total. */
    public void keep(long count, List<NotTransferred> first) {
        keptCount += count;
        kept.addAll(first);
    }

    /** Removes a tree deepest first, for stores whose listings distinguish links from directories. */
    public void walk(Store store, String directory) throws TransferException, InterruptedException {
        String real = StorePath.join(store.realPath(StorePath.parent(directory)), StorePath.name(directory));
        if (store.removeIfLink(directory, real)) {
            files++;
        } else {
            remove(store, directory, real);
        }
    }

    /** @param real where the directory is: one that is not below it is reached by a link */
    private boolean remove(Store store, String directory, String real) throws TransferException, InterruptedException {
        boolean empty = true;
        List<Entry> entries;
        try {
            entries = store.list(directory);
        } catch (TransferException e) {
            return kept(e, directory);
        }
        for (Entry entry : entries) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            try {
                empty &= removeEntry(store, entry, StorePath.join(real, entry.name()));
            } catch (TransferException e) {
                empty = kept(e, entry.path());
            }
        }
        if (empty) {
            try {
                store.removeDirectory(directory);
                directories++;
            } catch (TransferException e) {
                if (e.reason() == Reason.BAD_INPUT) {
                    keep(directory, Reason.PERMISSION, "it holds something that is not listed, such as a broken link");
                    return false;
                }
                return kept(e, directory);
            }
        }
        return empty;
    }

    private boolean removeEntry(Store store, Entry entry, String real) throws TransferException, InterruptedException {
        if (entry.kind() == Entry.Kind.UNNAMEABLE) {
            keep(entry.path(), Reason.BAD_INPUT, entry.whyUnnameable());
            return false;
        }
        // a server that shows a link as what it leads to must not lead us out of the tree
        if (entry.isDirectory() && !store.removeIfLink(entry.path(), real)) {
            return remove(store, entry.path(), real);
        }
        if (!entry.isDirectory()) {
            store.delete(entry.path());
        }
        files++;
        return true;
    }

    /** @throws TransferException where nothing more can be removed either */
    private boolean kept(TransferException failure, String path) throws TransferException {
        if (failure.reason().isRetriable() || failure.reason() == Reason.INTERRUPTED) {
            throw failure;
        }
        keep(path, failure.reason(), failure.getMessage());
        return false;
    }
}

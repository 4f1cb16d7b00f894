package org.waybill.client.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/** A walk through a directory of any store: names in order, links listed and not followed. */
public final class FileTree {
    /** A server that shows links as what they lead to may lead round in a circle. */
    private static final int DEEPEST = 200;

    private final Store store;
    private final Consumer<Entry> visitor;
    private final PeerLimits limits = PeerLimits.tree();
    private final List<NotTransferred> unread = new ArrayList<>();

    private FileTree(Store store, Consumer<Entry> visitor) {
        this.store = store;
        this.visitor = visitor;
    }

    /** What a directory holds, by name. */
    public static List<Entry> list(Store store, String directory) throws TransferException, InterruptedException {
        if (!store.has(Store.Feature.DIRECTORIES)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    store.label() + " does not offer WebDAV, so it cannot list directories: name a file");
        }
        List<Entry> entries = new ArrayList<>(store.list(directory));
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    /**
     * Passes each entry below a directory to the consumer, a directory before its entries.
     *
     * @return the directories that cannot be read
     * @throws TransferException where the directory itself cannot be read, or the connection is lost
     */
    public static List<NotTransferred> walk(Store store, String directory, Consumer<Entry> visitor)
            throws TransferException, InterruptedException {
        FileTree tree = new FileTree(store, visitor);
        tree.visit(list(store, directory), 0);
        return tree.unread;
    }

    private void visit(List<Entry> entries, int depth) throws TransferException, InterruptedException {
        for (Entry entry : entries) {
            limits.take(entry.path().length());
            visitor.accept(entry);
            if (entry.isDirectory()) {
                List<Entry> within;
                try {
                    if (depth == DEEPEST) {
                        throw new TransferException(Reason.LIMIT, "more than " + DEEPEST + " nested directories");
                    }
                    within = list(store, entry.path());
                } catch (TransferException e) {
                    if (e.reason().isRetriable() || e.reason() == Reason.INTERRUPTED) {
                        throw e;
                    }
                    unread.add(NotTransferred.failed(entry.path(), e));
                    continue;
                }
                visit(within, depth + 1);
            }
        }
    }
}

package org.waybill.client.files;

import java.util.List;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/**
 * How much a file or directory holds.
 *
 * @param bytes of the files whose size is told
 * @param files files, links and other things that are no directories
 * @param directories with the one that was named
 * @param unread what could not be read, and is not counted
 */
public record TreeSize(long bytes, long files, long directories, List<NotTransferred> unread) {
    public TreeSize {
        unread = List.copyOf(unread);
    }

    /** Counts what an entry is or holds. */
    public static TreeSize of(Store store, Entry entry) throws TransferException, InterruptedException {
        if (!entry.isDirectory()) {
            return new TreeSize(Math.max(0, entry.sizeBytes()), 1, 0, List.of());
        }
        long[] sums = new long[3];
        List<NotTransferred> unread = FileTree.walk(store, entry.path(), one -> {
            sums[0] += one.isFile() ? Math.max(0, one.sizeBytes()) : 0;
            sums[one.isDirectory() ? 2 : 1]++;
        });
        return new TreeSize(sums[0], sums[1], sums[2] + 1, unread);
    }
}

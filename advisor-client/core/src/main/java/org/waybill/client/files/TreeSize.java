package org.waybill.client.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * How much a file or directory holds.
 *
 * @param bytes of the files whose size is known
 * @param files files, links and other things that are not directories
 * @param directories with the one that was named
 */
public record TreeSize(String path, long bytes, long files, long directories) {
    /**
     * Counts what an entry is, or what it holds and each directory in it does.
     *
     * @param unread hears what could not be read, and is not counted
     * @return as {@code du} lists them: a directory after those in it, so the entry itself is the last
     */
    public static List<TreeSize> of(Store store, Entry entry, List<NotTransferred> unread)
            throws TransferException, InterruptedException {
        if (!entry.isDirectory()) {
            return List.of(new TreeSize(entry.path(), Math.max(0, entry.sizeBytes()), 1, 0));
        }
        Map<String, long[]> sums = new TreeMap<>(Comparator.comparing(path -> StorePath.join(path, "\uffff")));
        sums.put(entry.path(), new long[] {0, 0, 1});
        unread.addAll(FileTree.walk(store, entry.path(), one -> {
            if (one.isDirectory()) {
                sums.put(one.path(), new long[] {0, 0, 1});
            }
            for (String at = StorePath.parent(one.path());
                    at.length() >= entry.path().length();
                    at = at.equals("/") ? "" : StorePath.parent(at)) {
                long[] sum = sums.getOrDefault(at, new long[3]);
                sum[0] += one.isFile() ? Math.max(0, one.sizeBytes()) : 0;
                sum[one.isDirectory() ? 2 : 1]++;
            }
        }));
        List<TreeSize> all = new ArrayList<>();
        sums.forEach((path, sum) -> all.add(new TreeSize(path, sum[0], sum[1], sum[2])));
        return all;
    }
}

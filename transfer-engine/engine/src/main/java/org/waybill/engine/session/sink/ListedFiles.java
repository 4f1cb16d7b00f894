package org.waybill.engine.session.sink;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.WireException;

/** The entries of a session in the order of their numbers. */
final class ListedFiles {
    private final List<TreeEntry> entries = new ArrayList<>();
    /** By the same numbers; a directory is none. */
    private final List<@Nullable ReceivingFile> files = new ArrayList<>();

    synchronized void add(TreeEntry entry, @Nullable ReceivingFile file) {
        entries.add(entry);
        files.add(file);
    }

    synchronized int count() {
        return entries.size();
    }

    /** What the peer speaks of. */
    synchronized ReceivingFile get(int number) throws WireException {
        ReceivingFile file = number >= 0 && number < files.size() ? files.get(number) : null;
        if (file == null) {
            throw new WireException("it speaks of entry " + number + ", which is no file that was asked for");
        }
        return file;
    }

    /** The same; null for a directory. */
    synchronized @Nullable ReceivingFile find(int number) {
        return files.get(number);
    }

    synchronized TreeEntry entry(int number) {
        return entries.get(number);
    }

    /** Those that are neither copied nor given up. */
    synchronized List<TreeEntry> pending() {
        return files.stream()
                .filter(file -> file != null && !file.isOver())
                .map(file -> file.entry)
                .toList();
    }
}

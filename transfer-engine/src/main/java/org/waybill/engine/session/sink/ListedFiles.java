package org.waybill.engine.session.sink;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.WireException;

/** The entries of a session in the order of their numbers; directories are none. */
final class ListedFiles {
    private final List<@Nullable ReceivingFile> entries = new ArrayList<>();

    synchronized void add(@Nullable ReceivingFile file) {
        entries.add(file);
    }

    synchronized int count() {
        return entries.size();
    }

    /** What the peer speaks of. */
    synchronized ReceivingFile get(int number) throws WireException {
        ReceivingFile file = number >= 0 && number < entries.size() ? entries.get(number) : null;
        if (file == null) {
            throw new WireException("it speaks of entry " + number + ", which is no file that was asked for");
        }
        return file;
    }

    synchronized TreeEntry entry(int number) {
        ReceivingFile file = entries.get(number);
        return file == null ? new TreeEntry(List.of(), true, 0, 0, 0) : file.entry;
    }

    /** Those that are neither moved nor given up. */
    synchronized List<TreeEntry> pending() {
        return entries.stream().filter(file -> file != null && !file.isOver()).map(file -> file.entry).toList();
    }
}

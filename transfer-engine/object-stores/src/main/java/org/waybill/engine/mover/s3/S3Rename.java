package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/** Other names, by copies within the server: all are there before the first of the old ones goes. */
final class S3Rename {
    private final S3Store store;
    /** What was copied; a directory after what lies in it. What comes meanwhile stays. */
    private final List<Entry> copied = new ArrayList<>();
    /** The copies, and what was to be one. */
    private final List<Entry> made = new ArrayList<>();

    S3Rename(S3Store store) {
        this.store = store;
    }

    /** A directory with all that is in it. */
    void tree(String from, String to) throws TransferException, InterruptedException {
        try {
            copy(from, to);
        } catch (TransferException e) {
            undo(to);
            throw e;
        }
        remove(copied);
        store.removeDirectory(from);
    }

    private void copy(String from, String to) throws TransferException, InterruptedException {
        store.createDirectories(to);
        for (Entry entry : store.list(from)) {
            String place = StorePath.join(to, entry.name());
            store.checkName(place);
            try {
                if (entry.isDirectory()) {
                    copy(entry.path(), place);
                } else if (entry.isFile()) {
                    store.copyWithin(entry.path(), place, entry.sizeBytes());
                } else {
                    throw StorePath.badInput(entry.path(), " cannot be renamed: " + entry.whyUnnameable());
                }
            } finally {
                made.add(entry.at(place));
            }
            copied.add(entry);
        }
    }

    private void remove(List<Entry> entries) throws TransferException, InterruptedException {
        for (Entry one : entries) {
            if (one.isDirectory()) {
                store.removeDirectory(one.path());
            } else {
                store.delete(one.path());
            }
        }
    }

    /** Nothing had the new name: what has it by now is in the way of the next attempt. */
    private void undo(String to) throws InterruptedException {
        try {
            remove(made);
            store.removeDirectory(to);
        } catch (TransferException _) {
            // the copy's failure is told
        }
    }
}

package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;

/**
 * Read-only directories of this user's own at a destination, which a copy may write into while this is open; they are
 * read-only again afterwards. As by rsync.
 *
 * @param root of the copy
 */
record OpenedDirectories(Store target, String root, FileCopy.Context context, List<Metadata.Opened> opened)
        implements AutoCloseable {
    private static final int OWNER_WRITES = 0200;

    OpenedDirectories(Store target, String root, FileCopy.Context context) {
        this(target, root, context, new ArrayList<>());
    }

    /** @param there a directory as it is; where it cannot be opened, what is to be written there fails */
    void open(Entry there) throws TransferException, InterruptedException {
        if (there.permissions() < 0 || (there.permissions() & OWNER_WRITES) != 0) {
            return;
        }
        try {
            target.metadata().openToOwner(root, there.path()).ifPresent(opened::add);
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        for (Metadata.Opened each : opened.reversed()) {
            try {
                each.close();
            } catch (TransferException e) {
                context.tell("NOT_CLOSED", "a directory could not be made read-only again: " + e.getMessage());
            }
        }
    }
}

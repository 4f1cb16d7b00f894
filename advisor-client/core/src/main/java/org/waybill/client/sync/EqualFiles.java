package org.waybill.client.sync;

import java.util.List;
import java.util.function.Consumer;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** Files of a destination whose content is equal: they get the permissions of their sources, and nothing is sent. */
public final class EqualFiles {
    private EqualFiles() {}

    /**
     * Gives each the permissions of its source.
     *
     * @param refused hears why the first one that keeps its own does
     * @return how many have got others
     */
    public static long givePermissions(Store destination, List<Difference> equal, Consumer<String> refused)
            throws TransferException, InterruptedException {
        long given = 0;
        boolean told = false;
        for (Difference one : equal) {
            Entry source = one.source();
            Entry there = one.destination();
            if (source == null || there == null) {
                continue;
            }
            try {
                String root = StorePath.parent(there.path());
                given += destination.givePermissions(root, there.path(), source) ? 1 : 0;
            } catch (TransferException e) {
                if (e.isRetriable()) {
                    throw e;
                } else if (!told) {
                    refused.accept(e.getMessage());
                    told = true;
                }
            }
        }
        return given;
    }
}

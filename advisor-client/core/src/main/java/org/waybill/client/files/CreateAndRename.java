package org.waybill.client.files;

import java.util.Optional;
import org.waybill.client.endpoint.Shown;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** Makes directories and gives things other names; what is there already is not lost by it. */
public final class CreateAndRename {
    private CreateAndRename() {}

    /**
     * Makes a directory.
     *
     * @param shown how messages name it
     * @param parents whether it may be there already, and those above it are made too
     */
    public static void makeDirectory(EndpointStores.Opened at, String shown, boolean parents)
            throws TransferException, InterruptedException {
        Store store = at.store();
        Optional<Entry> there = store.stat(at.path());
        if (there.isPresent() && !(parents && there.get().isDirectory())) {
            throw new TransferException(Reason.BAD_INPUT, shown + " already exists");
        }
        if (!store.has(Store.Feature.DIRECTORIES)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    shown + ": " + store.label() + " has no directories, like all plain HTTP servers");
        }
        String above = StorePath.parent(at.path());
        if (!parents && store.stat(above).filter(Entry::isDirectory).isEmpty()) {
            throw new TransferException(
                    Reason.NOT_FOUND,
                    shown + ": the parent directory " + StorePath.shown(above) + " does not exist; -p creates it");
        }
        store.checkName(at.path());
        store.createDirectories(at.path());
    }

    /**
     * Gives a file, a link or a directory another name at its store.
     *
     * @param replace whether it may take the place of a file; never of a directory
     */
    public static void rename(Store store, String from, String to, boolean replace)
            throws TransferException, InterruptedException {
        if (!store.has(Store.Feature.RENAME)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    Shown.of(store.label()) + " cannot rename"
                            + (store.has(Store.Feature.DIRECTORIES)
                                    ? ": use copy --delete-source"
                                    : ", like all plain HTTP servers"));
        }
        store.rename(from, to, replace);
    }
}

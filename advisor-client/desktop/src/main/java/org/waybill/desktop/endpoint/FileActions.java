package org.waybill.desktop.endpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.CreateAndRename;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.FileTree;
import org.waybill.client.files.ProtectedPaths;
import org.waybill.client.files.TreeSize;
import org.waybill.desktop.AdvisorFacade.Listing;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.StorePath;

/** What the browser does at an end, as the commands {@code ls}, {@code mkdir}, {@code rename} and {@code rm} do it. */
public final class FileActions {
    private final EndpointStores stores;
    private final Path userHome;

    /** @param userHome which is never removed */
    public FileActions(EndpointStores stores, Path userHome) {
        this.stores = stores;
        this.userHome = userHome;
    }

    /** What a directory holds; of a file, what the directory that it lies in does. */
    public Listing list(Endpoint end) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = stores.open(end)) {
            String path = at.store().stat(at.path()).filter(Entry::isDirectory).isPresent()
                    ? at.path()
                    : StorePath.parent(at.path());
            return new Listing(at(end, path.endsWith("/") ? path : path + "/"), FileTree.list(at.store(), path));
        }
    }

    /** The same end with another path. */
    static Endpoint at(Endpoint end, String path) {
        Location here = end.location();
        return new Endpoint(
                new Location(here.scheme(), here.user(), here.host(), here.port(), path), end.schemeChosen());
    }

    /** Whether it is a directory, or a link to one. */
    boolean isDirectory(Endpoint end) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = stores.open(end)) {
            return at.store().stat(at.path()).filter(Entry::isDirectory).isPresent();
        }
    }

    void makeDirectory(Endpoint end) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = stores.open(end)) {
            CreateAndRename.makeDirectory(at, StorePath.shown(StorePath.name(at.path())), false);
        }
    }

    /** Replaces nothing. */
    void rename(Endpoint end, String name) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = stores.open(end)) {
            CreateAndRename.rename(
                    at.store(), at.path(), StorePath.checkedChild(StorePath.parent(at.path()), name), false);
        }
    }

    /** What would go with it; refuses what is never removed. */
    TreeSize measure(Endpoint end) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = stores.open(end)) {
            return TreeSize.of(at.store(), removable(end, at), new ArrayList<>())
                    .getLast();
        }
    }

    /** @return what stays */
    List<NotTransferred> remove(Endpoint end) throws TransferException, InterruptedException {
        RemovedTree removed = new RemovedTree();
        try (EndpointStores.Opened at = stores.open(end)) {
            ProtectedPaths.remove(at, removable(end, at), removed);
        }
        return removed.kept();
    }

    private Entry removable(Endpoint end, EndpointStores.Opened at) throws TransferException, InterruptedException {
        ProtectedPaths.check(end, at, userHome);
        return at.store()
                .look(at.path())
                .orElseThrow(() ->
                        new TransferException(Reason.NOT_FOUND, StorePath.shown(at.path()) + " is no longer there"));
    }
}

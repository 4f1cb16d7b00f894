package org.waybill.desktop.endpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.CreateAndRename;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.FileTree;
import org.waybill.client.files.ProtectedPaths;
import org.waybill.client.files.TreeSize;
import org.waybill.desktop.Questions;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.UnknownNodeException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.trust.ChangedServerException;
import org.waybill.engine.mover.trust.UnknownServerException;

/** What the browser does at an endpoint, as the commands {@code ls}, {@code mkdir}, {@code rename} and {@code rm}. */
public class FileActions {
    private final EndpointStores stores;
    private final Path userHome;
    private final Questions questions;

    /** A directory by its absolute name, with its entries. */
    public record Listing(Endpoint directory, List<Entry> entries) {
        public Listing {
            entries = List.copyOf(entries);
        }
    }

    /** @param userHome which is never removed */
    public FileActions(EndpointStores stores, Path userHome, Questions questions) {
        this.stores = stores;
        this.userHome = userHome;
        this.questions = questions;
    }

    /** Something that is done with an endpoint's files. */
    @FunctionalInterface
    private interface Action<T> {
        T with(EndpointStores.Opened at) throws TransferException, InterruptedException;
    }

    private <T> T open(Endpoint end, Action<T> action) throws TransferException, InterruptedException {
        return questions.settling(() -> {
            try (EndpointStores.Opened at = stores.open(end)) {
                return action.with(at);
            }
        });
    }

    /**
     * Asks the person for what a log-in needs, so that what measures later asks nothing. Other troubles show later.
     *
     * @throws TransferException for a server that is not trusted, or whose key or certificate changed
     */
    public void logIn(Endpoint end) throws TransferException, InterruptedException {
        try {
            if (!end.isLocal()) {
                isDirectory(end);
            }
        } catch (TransferException e) {
            if (e.reason() == Reason.HOST_KEY || isAsked(e) || hasChanged(e)) {
                throw e;
            }
        }
    }

    private static boolean hasChanged(TransferException e) {
        return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                .anyMatch(ChangedServerException.class::isInstance);
    }

    /** Whether the person is asked to trust a server that something failed for. */
    public static boolean isAsked(TransferException e) {
        return UnknownServerException.in(e).isPresent()
                || UnknownNodeException.in(e).isPresent();
    }

    /** The entries of a directory; of a file, those of its directory. */
    public Listing list(Endpoint end) throws TransferException, InterruptedException {
        return open(end, at -> {
            String path = isDirectory(at) ? at.path() : StorePath.parent(at.path());
            return new Listing(end.at(path.endsWith("/") ? path : path + "/"), FileTree.list(at.store(), path));
        });
    }

    /** Whether it is a directory, or a link to one. */
    boolean isDirectory(Endpoint end) throws TransferException, InterruptedException {
        return open(end, FileActions::isDirectory);
    }

    private static boolean isDirectory(EndpointStores.Opened at) throws TransferException, InterruptedException {
        return at.store().stat(at.path()).filter(Entry::isDirectory).isPresent();
    }

    /** @return nothing, which has failed */
    List<NotTransferred> makeDirectory(Endpoint end) throws TransferException, InterruptedException {
        return open(end, at -> {
            CreateAndRename.makeDirectory(at, StorePath.shown(StorePath.name(at.path())), false);
            return List.of();
        });
    }

    /** Replaces nothing. */
    List<NotTransferred> rename(Endpoint end, String name) throws TransferException, InterruptedException {
        return open(end, at -> {
            CreateAndRename.rename(
                    at.store(), at.path(), StorePath.checkedChild(StorePath.parent(at.path()), name), false);
            return List.of();
        });
    }

    /** What would be deleted with it; refuses what is never deleted. */
    TreeSize measure(Endpoint end) throws TransferException, InterruptedException {
        return open(
                end,
                at -> TreeSize.of(at.store(), removable(end, at), new ArrayList<>())
                        .getLast());
    }

    /** @return what could not be deleted */
    List<NotTransferred> remove(Endpoint end) throws TransferException, InterruptedException {
        return open(end, at -> {
            RemovedTree removed = new RemovedTree();
            ProtectedPaths.remove(at, removable(end, at), removed);
            return removed.kept();
        });
    }

    private Entry removable(Endpoint end, EndpointStores.Opened at) throws TransferException, InterruptedException {
        ProtectedPaths.check(end, at, userHome);
        return at.store()
                .look(at.path())
                .orElseThrow(
                        () -> new TransferException(Reason.NOT_FOUND, StorePath.shown(at.path()) + " does not exist"));
    }
}

package org.waybill.cli.move;

import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.progress.ProgressView;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.mover.store.ResendCheck;
import org.waybill.engine.mover.store.Store;

/** Both ends of a comparison, opened by their protocols. */
record OpenEndpoints(Store source, Store destination, TreePair trees) implements AutoCloseable {
    /** Where a copy is, at two open stores. */
    private interface Place {
        TreePair of(Store source, Store destination) throws TransferException, InterruptedException;
    }

    /** For sync and check, whose place never depends on what the destination has. */
    static OpenEndpoints open(Session session, Endpoint source, Endpoint destination)
            throws TransferException, InterruptedException {
        return open(
                session.stores(),
                source,
                destination,
                (from, to) -> TreePair.of(from, source.location(), to, destination.location()));
    }

    /** For a copy: refuses what the copy itself refuses before it lists or writes anything. */
    static OpenEndpoints ofCopy(Session session, EndpointStores stores, TransferRequest request)
            throws TransferException, InterruptedException {
        return open(
                stores,
                new Endpoint(request.source(), true),
                new Endpoint(request.destination(), true),
                (from, to) -> TreePair.of(from, to, CopyRoot.of(request, from, to, remote(session))));
    }

    /** What this home knows of its copies to servers. */
    static RemoteTargets remote(Session session) throws TransferException {
        return new RemoteTargets(
                HomeKey.names(session.home().root()), session.home().locks());
    }

    private static OpenEndpoints open(EndpointStores stores, Endpoint source, Endpoint destination, Place place)
            throws TransferException, InterruptedException {
        Store from = open(stores, source);
        Store to = null;
        try {
            to = open(stores, destination);
            return new OpenEndpoints(from, to, place.of(from, to));
        } catch (TransferException | InterruptedException e) {
            if (to != null) {
                to.close();
            }
            from.close();
            throw e;
        }
    }

    private static Store open(EndpointStores stores, Endpoint end) throws TransferException, InterruptedException {
        if (end.isStream()) {
            throw Invalid.usage("- is a stream and cannot be compared: name a file or a directory");
        }
        return stores.open(end).store();
    }

    /** Compares both; that it is still running is shown where it takes long. */
    ComparisonResult compare(Session session, TreeComparison.Wanted wanted)
            throws TransferException, InterruptedException {
        return compare(session, wanted, null);
    }

    /** @param resend finds equal files that a copy sends again; null where they count as equal */
    ComparisonResult compare(Session session, TreeComparison.Wanted wanted, @Nullable ResendCheck resend)
            throws TransferException, InterruptedException {
        try (ProgressView _ = new ProgressView(session, session.quiet(), false, "comparing source and destination")) {
            return trees.compare(wanted, resend);
        }
    }

    @Override
    public void close() {
        source.close();
        destination.close();
    }
}

package org.waybill.cli.sources;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/** Lists directories of this machine, of servers and of nodes. A connection is kept for the next use of one server. */
final class RemoteListings implements SourceList.Places, AutoCloseable {
    private final Session session;
    private final Ends ends;
    private @Nullable Store store;
    private @Nullable Location storeAt;

    RemoteListings(Session session, Ends ends) {
        this.session = session;
        this.ends = ends;
    }

    @Override
    public Endpoint parse(String text) throws TransferException {
        return ends.place(session, text);
    }

    @Override
    public boolean exists(Endpoint place) throws TransferException, InterruptedException {
        try {
            Store open = open(place);
            return open.look(open.resolve(place.location().path())).isPresent();
        } catch (TransferException e) {
            if (e.reason() == Reason.NOT_FOUND || e.reason() == Reason.BAD_INPUT) {
                return store == null; // a protocol without directories, whose URLs may hold a ?
            }
            throw e;
        }
    }

    @Override
    public Optional<Map<String, Entry>> names(Endpoint directory) throws TransferException, InterruptedException {
        Map<String, Entry> names = new TreeMap<>();
        try {
            Store open = open(directory);
            if (!open.has(Store.Feature.DIRECTORIES)) {
                return Optional.empty();
            }
            for (Entry entry : open.list(open.resolve(directory.location().path()))) {
                // of names that read alike the one counts that can be requested
                names.merge(entry.name(), entry, RemoteListings::requestable);
            }
            return Optional.of(names);
        } catch (TransferException e) {
            if (e.reason() == Reason.NOT_FOUND || e.reason() == Reason.PERMISSION || e.reason() == Reason.BAD_INPUT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Entry requestable(Entry one, Entry other) {
        boolean all = one.kind() == Entry.Kind.UNNAMEABLE && other.kind() == Entry.Kind.UNNAMEABLE;
        boolean second = all ? !one.mayHoldEntries() : one.kind() == Entry.Kind.UNNAMEABLE;
        return second ? other : one;
    }

    @Override
    public void passOver(String directory) {
        session.note("waybill: " + PrintableText.of(directory) + " cannot be listed: nothing in it was matched");
    }

    private Store open(Endpoint end) throws TransferException, InterruptedException {
        Location at = end.location();
        Location server = new Location(at.scheme(), at.user(), at.host(), at.port(), "/");
        Store known = store;
        if (known == null || !server.equals(storeAt)) {
            close();
            known = session.quietStores().open(end).store();
            store = known;
            storeAt = server;
        }
        return known;
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
        store = null;
        storeAt = null;
    }
}

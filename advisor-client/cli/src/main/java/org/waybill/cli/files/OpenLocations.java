package org.waybill.cli.files;

import java.util.HashMap;
import java.util.Map;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.SshOptions;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** Places of one command, with one connection to each server. */
final class OpenLocations implements AutoCloseable {
    private final Session session;
    private final SshOptions ssh;
    private final Map<Location, Store> stores = new HashMap<>();

    OpenLocations(Session session, SshOptions ssh) {
        this.session = session;
        this.ssh = ssh;
    }

    /** What was named, and where it is. @param text as the user wrote it */
    record Place(String text, Endpoint end, EndpointStores.Opened at) {
        Store store() {
            return at.store();
        }

        String path() {
            return at.path();
        }

        /** What is there, links followed. */
        Entry entry() throws TransferException, InterruptedException {
            return store().stat(path()).orElseThrow(this::absent);
        }

        TransferException absent() {
            return new TransferException(
                    Reason.NOT_FOUND, StorePath.shown(text) + ": there is no such file or" + " directory");
        }

        /** For a person: what the user named and what is below it by its own name. */
        String shown(String path) {
            return path.equals(path()) ? text : StorePath.join(StorePath.withoutTrailingSlash(text), below(path));
        }

        /** What is left of a path below this place. */
        String below(String path) {
            return StorePath.isWithin(path(), path) && !path.equals(path())
                    ? path.substring(path().endsWith("/") ? path().length() : path().length() + 1)
                    : path;
        }
    }

    /** Where a place is, without the path there. */
    Location server(String text) throws TransferException {
        Location at = ssh.place(session, text).location();
        return at.isStream() ? at : new Location(at.scheme(), at.user(), at.host(), at.port(), "/");
    }

    Place open(String text) throws TransferException, InterruptedException {
        Endpoint end = ssh.place(session, text);
        Location server = server(text);
        Store known = stores.get(server);
        EndpointStores.Opened opened = known == null
                ? session.stores().open(end)
                : new EndpointStores.Opened(known, known.resolve(end.location().path()));
        stores.put(server, opened.store());
        return new Place(text, end, opened);
    }

    @Override
    public void close() {
        stores.values().forEach(Store::close);
    }
}

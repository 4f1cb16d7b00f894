package org.waybill.client.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Shown;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;

/**
 * Opens the files of an endpoint: on this machine, behind SSH, FTP, GridFTP, HTTP or WebDAV, or at a node; with the
 * credentials, the trust and the words for failures of the transfers there.
 */
public final class EndpointStores {
    private final WaybillHome home;
    private final Map<String, StoreProvider> providers;
    private final StoreProvider.Events events;

    /**
     * With what a user's transfers use.
     *
     * @param agentSocket of the SSH agent, null where there is none
     * @param events hears what is worth a line, such as that a password goes in clear
     */
    public EndpointStores(
            WaybillHome home, Credentials credentials, @Nullable Path agentSocket, StoreProvider.Events events) {
        List<StoreProvider> all = new ArrayList<>(Movers.remoteStores(credentials, agentSocket));
        all.add(NodeStore.provider(home.root()));
        this.home = home;
        this.providers = StoreProvider.byScheme(all);
        this.events = events;
    }

    /** A store that is open, and where in it the endpoint is. @param path absolute, without a slash at its end */
    public record Opened(Store store, String path) implements AutoCloseable {
        @Override
        public void close() {
            store.close();
        }
    }

    /**
     * Connects and logs in.
     *
     * @throws TransferException {@link Reason#BAD_INPUT} for an endpoint that has no files, such as {@code -}
     */
    public Opened open(Endpoint end) throws TransferException, InterruptedException {
        String scheme = end.location().scheme();
        StoreProvider provider = end.isLocal() && !end.isStream()
                ? LocalStore.provider(HomeKey.names(home.root()))
                : Optional.ofNullable(providers.get(scheme)).orElseThrow(() -> noFiles(end));
        Store store = provider.open(end.location(), events);
        try {
            return new Opened(store, store.resolve(end.location().path()));
        } catch (TransferException | InterruptedException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private TransferException noFiles(Endpoint end) {
        return new TransferException(
                Reason.BAD_INPUT,
                Shown.of(end.format()) + " cannot be listed or read: expected a path, user@host:path, or a URL of "
                        + String.join(", ", new TreeSet<>(providers.keySet())));
    }
}

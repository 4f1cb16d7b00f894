package org.waybill.client.probe.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocol;

/** Makes test transfers with an endpoint by the protocol that its location names. */
public final class EndTransfers {
    private final Map<String, StoreProvider> providers;
    private final @Nullable Path home;
    private final ProbeContext context;

    /** @param home this machine's {@code WAYBILL_HOME}, to be known by nodes; null to do without nodes */
    public EndTransfers(List<StoreProvider> providers, @Nullable Path home, ProbeContext context) {
        this.providers = StoreProvider.byScheme(providers);
        this.home = home;
        this.context = context;
    }

    /** By every protocol that test transfers can be made with: SSH, FTP, HTTP, GridFTP, and to nodes the engine's. */
    public static EndTransfers usual(
            Credentials credentials, @Nullable Path agentSocket, @Nullable Path home, ProbeContext context) {
        return new EndTransfers(Movers.remoteStores(credentials, agentSocket), home, context);
    }

    /**
     * Transfers between this machine and an endpoint; empty where the protocol or what is there allows none: pulls need
     * a file that is there, pushes a directory or a name in one.
     *
     * @param name of the transfers in {@code method}
     */
    public Optional<TimedTransfer> with(String name, Location far, boolean pull)
            throws TransferException, InterruptedException {
        if (far.is(Protocol.WAYBILL) && home != null) {
            return Optional.of(EngineTransfers.connect(home, far, pull, context));
        }
        Optional<StoreProvider> provider = providerOf(far);
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        Store store = provider.get().open(far, (code, text) -> {});
        try {
            Optional<TimedTransfer> transfers = stored(name, store, far, pull);
            if (transfers.isEmpty()) {
                store.close();
            }
            return transfers;
        } catch (TransferException | InterruptedException e) {
            store.close();
            throw e;
        }
    }

    private Optional<TimedTransfer> stored(String name, Store store, Location far, boolean pull)
            throws TransferException, InterruptedException {
        String path = store.resolve(far.path());
        Optional<Entry> there = store.stat(path);
        if (pull) {
            return there.filter(Entry::isFile)
                    .filter(file -> file.sizeBytes() > 0)
                    .map(file -> StoreTransfers.pull(name, store, path, file.sizeBytes(), far.host(), context));
        }
        return directory(store, path, there)
                .map(directory -> StoreTransfers.push(name, store, directory, far.host(), context));
    }

    /** The directory that a path is, or that it is or would be in; empty when there is none. */
    private static Optional<String> directory(Store store, String path, Optional<Entry> there)
            throws TransferException, InterruptedException {
        if (there.filter(Entry::isDirectory).isPresent()) {
            return Optional.of(path);
        }
        String parent = StorePath.parent(path);
        return store.stat(parent).filter(Entry::isDirectory).map(_ -> parent);
    }

    /**
     * Transfers straight between two remote ends: in the directories that their paths name, or that these paths are in,
     * both of which must let files be written.
     *
     * @throws TransferException {@code BAD_INPUT} when a protocol knows no such transfers
     */
    public TimedTransfer thirdParty(ThirdPartyTransfers.Consent consent, Location source, Location destination)
            throws TransferException, InterruptedException {
        StoreProvider from = providerOf(source).orElseThrow(() -> unknown(source));
        StoreProvider to = providerOf(destination).orElseThrow(() -> unknown(destination));
        String name = ".waybill-probe-"
                + Long.toHexString(context.nowNs() ^ context.now().toEpochMilli());
        Store sourceStore = from.open(source, (code, text) -> {});
        try {
            Store destinationStore = to.open(destination, (code, text) -> {});
            try {
                return new ThirdPartyTransfers(
                        consent,
                        sourceStore,
                        destinationStore,
                        testFile(sourceStore, source, name),
                        testFile(destinationStore, destination, name),
                        context);
            } catch (TransferException | InterruptedException e) {
                destinationStore.close();
                throw e;
            }
        } catch (TransferException | InterruptedException e) {
            sourceStore.close();
            throw e;
        }
    }

    private static String testFile(Store store, Location at, String name)
            throws TransferException, InterruptedException {
        String path = store.resolve(at.path());
        String directory = directory(store, path, store.stat(path))
                .orElseThrow(() -> new TransferException(
                        Reason.NOT_FOUND,
                        "there is no directory for a test file at " + store.label() + " " + StorePath.shown(path)));
        return StorePath.join(directory, name);
    }

    private Optional<StoreProvider> providerOf(Location far) {
        return Optional.ofNullable(providers.get(far.scheme()));
    }

    private static TransferException unknown(Location far) {
        return new TransferException(Reason.BAD_INPUT, "no test transfers can be made by " + far.scheme());
    }
}

package org.waybill.client.probe.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;

/** Makes test transfers with an end by the protocol that its location names. */
public final class EndTransfers {
    private final List<StoreProvider> providers;
    private final @Nullable Path home;
    private final ProbeContext context;

    /** @param home this machine's {@code WAYBILL_HOME}, to be known by nodes; null to do without nodes */
    public EndTransfers(List<StoreProvider> providers, @Nullable Path home, ProbeContext context) {
        this.providers = List.copyOf(providers);
        this.home = home;
        this.context = context;
    }

    /**
     * Transfers between this machine and an end; empty where the protocol or what lies there allows none: pulls want a
     * file that is there, pushes a directory or a name in one.
     *
     * @param name of the transfers in {@code method}
     */
    public Optional<TimedTransfer> with(String name, Location far, boolean pull)
            throws TransferException, InterruptedException {
        if (far.scheme().equals("waybill") && home != null) {
            return Optional.of(EngineTransfers.connect(home, far, pull, context));
        }
        Optional<StoreProvider> provider = providerOf(far);
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        Store store = provider.get().open(far, (code, text) -> { });
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
            return there.filter(Entry::isFile).filter(file -> file.sizeBytes() > 0)
                    .map(file -> StoreTransfers.pull(name, store, path, file.sizeBytes(), context));
        }
        boolean directory = there.filter(Entry::isDirectory).isPresent();
        int slash = path.lastIndexOf('/');
        String parent = directory ? path : slash > 0 ? path.substring(0, slash) : "/";
        boolean exists = directory || store.stat(parent).filter(Entry::isDirectory).isPresent();
        return exists ? Optional.of(StoreTransfers.push(name, store, parent, context)) : Optional.empty();
    }

    /**
     * Transfers straight between two remote ends, both directories that may be written.
     *
     * @throws TransferException {@code BAD_INPUT} when a protocol knows no such transfers
     */
    public TimedTransfer thirdParty(ThirdPartyTransfers.Consent consent, Location source, Location destination)
            throws TransferException, InterruptedException {
        StoreProvider from = providerOf(source).orElseThrow(() -> unknown(source));
        StoreProvider to = providerOf(destination).orElseThrow(() -> unknown(destination));
        String name = ".waybill-probe-" + Long.toHexString(context.nowNs() ^ context.now().toEpochMilli());
        Store sourceStore = from.open(source, (code, text) -> { });
        try {
            Store destinationStore = to.open(destination, (code, text) -> { });
            return new ThirdPartyTransfers(consent, sourceStore, destinationStore,
                    StorePath.join(sourceStore.resolve(source.path()), name),
                    StorePath.join(destinationStore.resolve(destination.path()), name), context);
        } catch (TransferException | InterruptedException e) {
            sourceStore.close();
            throw e;
        }
    }

    private Optional<StoreProvider> providerOf(Location far) {
        return providers.stream().filter(one -> one.schemes().contains(far.scheme())).findFirst();
    }

    private static TransferException unknown(Location far) {
        return new TransferException(Reason.BAD_INPUT, "no test transfers can be made by " + far.scheme());
    }
}

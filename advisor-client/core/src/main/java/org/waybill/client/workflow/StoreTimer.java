package org.waybill.client.workflow;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.StoreTransfers;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;

/** Times transfers over the protocol's own store: reads of the source, or writes beside the destination. */
public final class StoreTimer implements TransferTimer {
    private static final System.Logger LOG = System.getLogger(StoreTimer.class.getName());

    private final List<StoreProvider> providers;
    private final ProbeContext context;

    public StoreTimer(List<StoreProvider> providers, ProbeContext context) {
        this.providers = List.copyOf(providers);
        this.context = context;
    }

    @Override
    public Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException {
        boolean pull = candidate.destination().isLocal();
        Location far = pull ? candidate.source() : candidate.destination();
        Optional<StoreProvider> provider = providers.stream().filter(one -> one.schemes().contains(far.scheme()))
                .findFirst();
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        try {
            Store store = provider.get().open(far, (code, text) -> { });
            Optional<StoreTransfers> transfers = transfers(candidate.transport(), store, far, pull);
            if (transfers.isEmpty()) {
                store.close();
                return Optional.empty();
            }
            // the seed only chooses resamples: the same points give the same interval
            return GrowingTransfers.run(transfers.get(), budget, context, far.path().hashCode()).fit();
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "no transfers of growing size by {0}: {1}", candidate.transport(), e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<StoreTransfers> transfers(String name, Store store, Location far, boolean pull)
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
}

package org.waybill.client.dataset;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.estimate.Dataset;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;

/** Asks the remote host by its own protocol: the size of a file, or a walk through its directories within bounds. */
public record StoreCounter(Map<String, StoreProvider> providers, long mostFiles, Duration patience, EntryFilter filter)
        implements DatasetCounter {
    public StoreCounter(List<StoreProvider> providers, long mostFiles, Duration patience) {
        this(StoreProvider.byScheme(providers), mostFiles, patience, EntryFilter.ALL);
    }

    @Override
    public DatasetCounter through(EntryFilter other) {
        return new StoreCounter(providers, mostFiles, patience, other);
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException {
        Location at = source.location();
        Optional<StoreProvider> provider = provider(source);
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        Store store;
        try {
            store = provider.get().open(at, (code, text) -> {});
        } catch (TransferException e) {
            // whether the account works is not the counter's question: advice is given without the size
            return Optional.empty();
        }
        try (store) {
            return count(store, source);
        }
    }

    @Override
    public boolean canCount(Endpoint source) {
        return provider(source).isPresent();
    }

    @Override
    public DatasetCounter upTo(long files) {
        return new StoreCounter(providers, Math.min(files, mostFiles), patience, filter);
    }

    private Optional<StoreProvider> provider(Endpoint source) {
        return source.isLocal()
                ? Optional.empty()
                : Optional.ofNullable(providers.get(source.location().scheme()));
    }

    private Optional<DatasetSize> count(Store store, Endpoint source) throws TransferException, InterruptedException {
        String path = store.resolve(source.location().path());
        Optional<Entry> found = store.stat(path);
        if (found.isEmpty()) {
            throw new TransferException(Reason.NOT_FOUND, "no such file: " + Shown.of(source.format()));
        }
        Entry entry = found.get();
        if (entry.isFile()) {
            return entry.sizeBytes() < 0
                    ? Optional.empty()
                    : Optional.of(new DatasetSize(new Dataset(entry.sizeBytes(), 1), false, true));
        }
        boolean walks = entry.isDirectory() && store.has(Store.Feature.DIRECTORIES);
        return walks ? Optional.of(walk(store, path)) : Optional.empty();
    }

    private DatasetSize walk(Store store, String root) throws TransferException, InterruptedException {
        long endNs = System.nanoTime() + patience.toNanos();
        Deque<String> directories = new ArrayDeque<>(List.of(root));
        long bytes = 0;
        long files = 0;
        boolean complete = true;
        Set<String> missing = filter.missing(Set.of());
        while (!directories.isEmpty() && complete) {
            try {
                for (Entry entry : store.list(directories.removeFirst())) {
                    String name = entry.path().substring(root.equals("/") ? 1 : root.length() + 1);
                    missing.remove(name);
                    if (entry.isDirectory() && filter.acceptsDirectory(name)) {
                        directories.addLast(entry.path());
                    } else if (entry.isFile() && filter.acceptsFile(name, entry.sizeBytes(), entry.modified())) {
                        files++;
                        bytes += Math.max(0, entry.sizeBytes());
                    }
                }
            } catch (TransferException e) {
                complete = false;
            }
            complete &= files < mostFiles && endNs - System.nanoTime() > 0;
        }
        if (complete && !missing.isEmpty()) {
            // what a list names must be there, as a copy requires
            throw DatasetCounter.missing(
                    missing, Shown.of(StorePath.join(root, missing.iterator().next())) + " at " + store.label());
        }
        return new DatasetSize(new Dataset(bytes, Math.max(1, files)), true, complete);
    }
}

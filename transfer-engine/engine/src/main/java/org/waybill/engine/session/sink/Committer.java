package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.StorageErrors;

/**
 * Gives verified files their names, many at a time: all of a batch are synced (small ones are written only then), then
 * renamed, then their directories are synced. While one batch is being synced the next one gathers.
 */
final class Committer {
    private static final int MAX_BATCH = 256;
    private static final int SYNC_THREADS = 8;

    private final LinkedBlockingQueue<ReceivingFile> ready = new LinkedBlockingQueue<>();
    private final SinkContext shared;
    private final SinkWriter writer;
    private final FileOutcomes decisions;
    private volatile boolean ended;

    Committer(SinkContext shared, SinkWriter writer, FileOutcomes decisions) {
        this.shared = shared;
        this.writer = writer;
        this.decisions = decisions;
    }

    void start() {
        Thread thread = shared.scope.start("commit", this::run);
        shared.outcome.whenEnded(() -> {
            ended = true;
            thread.interrupt();
        });
    }

    void add(ReceivingFile file) {
        ready.add(file);
    }

    private void run() throws InterruptedException, TransferException {
        try (ExecutorService syncers = Executors.newFixedThreadPool(
                SYNC_THREADS, Thread.ofPlatform().name("sync ", 0).daemon().factory())) {
            while (!ended) {
                List<ReceivingFile> batch = new ArrayList<>();
                batch.add(ready.take());
                ready.drainTo(batch, MAX_BATCH - 1);
                long before = System.nanoTime();
                commit(batch, syncers);
                shared.meter.synced(System.nanoTime() - before);
            }
        } catch (InterruptedException e) {
            if (!ended) {
                throw e;
            }
        }
    }

    private void commit(List<ReceivingFile> batch, ExecutorService syncers)
            throws InterruptedException, TransferException {
        Map<Path, Directory> directories = new HashMap<>();
        List<ReceivingFile> named = publish(synced(batch, syncers), directories);
        try {
            for (Directory directory : directories.values()) {
                directory.sync();
            }
        } catch (IOException e) {
            throw StorageErrors.map(
                    e, "syncing the directory of", batch.getFirst().entry.path());
        }
        for (ReceivingFile file : named) {
            try {
                partOf(file).forget();
            } catch (IOException e) {
                throw StorageErrors.map(e, "removing the ledger of", file.entry.path());
            }
            decisions.committed(file);
        }
    }

    /** Those whose content is on the disk. */
    private List<ReceivingFile> synced(List<ReceivingFile> batch, ExecutorService syncers)
            throws InterruptedException, TransferException {
        List<ReceivingFile> synced = new ArrayList<>(batch.size());
        List<Future<@Nullable TransferException>> syncing = new ArrayList<>(batch.size());
        for (ReceivingFile file : batch) {
            syncing.add(syncers.submit(() -> sync(file)));
        }
        for (int i = 0; i < batch.size(); i++) {
            try {
                TransferException failure = syncing.get(i).get();
                if (failure == null) {
                    synced.add(batch.get(i));
                } else {
                    decisions.lost(batch.get(i), failure);
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (TransferException e) {
                // the session ends: the rest of the batch would only hold its end up
                syncers.shutdownNow();
                throw e;
            }
        }
        return synced;
    }

    /**
     * Gives all their names; returns those that have theirs.
     *
     * @param directories gets what must be synced for the names to last
     */
    private List<ReceivingFile> publish(List<ReceivingFile> batch, Map<Path, Directory> directories)
            throws TransferException {
        List<ReceivingFile> named = new ArrayList<>(batch.size());
        for (ReceivingFile file : batch) {
            try {
                PartialFile part = partOf(file);
                part.publish();
                file.inode(part.inode());
                directories.put(part.directory().path(), part.directory());
                named.add(file);
            } catch (IOException e) {
                decisions.lost(file, StorageErrors.map(e, "renaming to", file.entry.path()));
            }
        }
        return named;
    }

    private @Nullable TransferException sync(ReceivingFile file) {
        try {
            PartialFile part = file.part();
            (part == null ? writer.writeKept(file) : part)
                    .sync(file.permissions(), shared.attributes.beforeMode(file), shared.attributes.afterMode(file));
            return null;
        } catch (TransferException e) {
            return e;
        } catch (IOException e) {
            return StorageErrors.map(e, "syncing", file.entry.path());
        }
    }

    private static PartialFile partOf(ReceivingFile file) {
        PartialFile part = file.part();
        if (part == null) {
            throw new IllegalStateException("committed before it was written: " + file.entry.path());
        }
        return part;
    }
}

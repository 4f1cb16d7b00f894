package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.FileSystemSync;

/**
 * Gives verified files their names, many at a time: all of a batch are synced (small ones are written only then, and synced
 * together where that is as safe), then renamed, then their directories are synced. While one batch is being synced the next
 * one gathers. See decision 0306.
 */
final class Committer {
    private static final int MAX_BATCH = 256;
    private static final int SYNC_THREADS = 8;
    /** To hand small files to a thread one by one costs as much as to write them. */
    private static final int MOST_TASKS = 2 * SYNC_THREADS;
    /** Fewer are synced by themselves, at the same time. */
    private static final int LEAST_TOGETHER = 2 * SYNC_THREADS;

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

    /** Something to do with each of many files. */
    private interface Step {
        void run(ReceivingFile file) throws IOException, TransferException;
    }

    /** Those whose content is on the disk. */
    private List<ReceivingFile> synced(List<ReceivingFile> batch, ExecutorService syncers)
            throws InterruptedException, TransferException {
        Map<Optional<FileSystemSync>, List<ReceivingFile>> written = new HashMap<>();
        for (ReceivingFile file : each(batch, this::write, syncers)) {
            written.computeIfAbsent(together(file), _ -> new ArrayList<>()).add(file);
        }
        List<ReceivingFile> synced = new ArrayList<>(batch.size());
        List<ReceivingFile> alone = new ArrayList<>();
        written.forEach((with, files) -> (isSynced(with, files) ? synced : alone).addAll(files));
        synced.addAll(each(alone, file -> partOf(file).sync(), syncers));
        return synced;
    }

    /** What it may be synced with; a file of many blocks has hardly anything left to be written. */
    private static Optional<FileSystemSync> together(ReceivingFile file) {
        return FileExaminer.isLarge(file.entry)
                ? Optional.empty()
                : partOf(file).directory().fileSystem();
    }

    /** Syncs all at once, if that costs less and can be done. */
    private static boolean isSynced(Optional<FileSystemSync> fileSystem, List<ReceivingFile> files) {
        return files.size() >= LEAST_TOGETHER
                && fileSystem.isPresent()
                && fileSystem
                        .get()
                        .all(files.stream()
                                .mapToLong(file -> file.entry.sizeBytes())
                                .sum());
    }

    /** Does something with many files at a time; returns those with which it could be done. */
    private List<ReceivingFile> each(List<ReceivingFile> files, Step step, ExecutorService syncers)
            throws InterruptedException, TransferException {
        int together = Math.max(1, files.size() / MOST_TASKS);
        List<Future<List<Optional<TransferException>>>> tasks = new ArrayList<>();
        for (int i = 0; i < files.size(); i += together) {
            List<ReceivingFile> some = files.subList(i, Math.min(files.size(), i + together));
            tasks.add(syncers.submit(
                    () -> some.stream().map(file -> failure(file, step)).toList()));
        }
        List<ReceivingFile> done = new ArrayList<>(files.size());
        Iterator<ReceivingFile> next = files.iterator();
        try {
            for (Future<List<Optional<TransferException>>> task : tasks) {
                for (Optional<TransferException> failure : task.get()) {
                    ReceivingFile file = next.next();
                    if (failure.isPresent()) {
                        decisions.lost(file, failure.get());
                    } else {
                        done.add(file);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TransferException e) {
            // the session ends: the rest of the batch would only hold its end up
            syncers.shutdownNow();
            throw e;
        }
        return done;
    }

    private static Optional<TransferException> failure(ReceivingFile file, Step step) {
        try {
            step.run(file);
            return Optional.empty();
        } catch (TransferException e) {
            return Optional.of(e);
        } catch (IOException e) {
            return Optional.of(StorageErrors.map(e, "syncing", file.entry.path()));
        }
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

    private void write(ReceivingFile file) throws IOException, TransferException {
        PartialFile part = file.part();
        (part == null ? writer.writeKept(file) : part)
                .finish(file.permissions(), shared.attributes.beforeMode(file), shared.attributes.afterMode(file));
    }

    private static PartialFile partOf(ReceivingFile file) {
        PartialFile part = file.part();
        if (part == null) {
            throw new IllegalStateException("committed before it was written: " + file.entry.path());
        }
        return part;
    }
}

package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Workers;
import org.waybill.engine.storage.TargetTree;

/**
 * Copies many files at once, each thread with its own connections; then makes the links, through which nothing is
 * written any more, and last gives the directories their times. A file that alone is at fault does not stop the others;
 * what would stop every file stops at once.
 */
final class ParallelCopier {
    private final FileCopy.Context context;
    private final List<FileItem> items;
    private final List<FileItem> links;
    private final List<FileItem> directories;
    /** What files fail with whose directory is not there any more. */
    private static final Set<Reason> LOST_PLACE = EnumSet.of(Reason.NOT_FOUND, Reason.TARGET_BUSY, Reason.UNSAFE);

    private final String root;
    private final boolean linksNames;
    /** By their names. */
    private final Set<String> linked = new HashSet<>();

    private final Queue<FileItem> queue;
    private final List<NotTransferred> notTransferred;
    private final SortedMap<String, String> hashes = new TreeMap<>();
    private int failedFiles;
    private boolean someRetriable;
    private SourceTree.@Nullable Failure firstFailure;
    private volatile boolean stopped;
    private final AtomicInteger working = new AtomicInteger();

    /**
     * @param root of the tree at the target, whose time others give it
     * @param linksNames whether names of one file become names of one file
     */
    ParallelCopier(FileCopy.Context context, SourceTree.Plan plan, String root, boolean linksNames) {
        this.context = context;
        this.root = root;
        this.linksNames = linksNames;
        this.items = plan.items();
        this.links = plan.links();
        this.directories = plan.directories().entrySet().stream()
                .filter(each -> !each.getKey().equals(root))
                .map(each -> new FileItem(each.getKey(), each.getValue(), each.getKey(), FileItem.Earlier.NONE))
                .toList();
        this.queue = new ConcurrentLinkedQueue<>();
        this.notTransferred = new ArrayList<>(plan.notTransferred());
        plan.refused().forEach(this::fileFailed);
    }

    /**
     * Copies everything.
     *
     * @param threads at least 1; fewer are used when the remote host refuses more connections
     * @return the SHA-256 of each file by its name
     */
    SortedMap<String, String> run(ConnectionPair ends, int threads) throws TransferException, InterruptedException {
        TargetNames.Waves waves = context.names().waves(items);
        drain(ends, linksNames ? FileItem.byFile(waves.first(), ends.source()) : waves.first(), threads);
        drain(ends, waves.later(), 1);
        refuseAltered(ends.target());
        waves = context.names().waves(links);
        drain(ends, waves.first(), threads);
        drain(ends, waves.later(), 1);
        drain(ends, directories, threads);
        return finished();
    }

    private void drain(ConnectionPair ends, List<FileItem> wave, int threads) throws InterruptedException {
        if (stopped) {
            return;
        }
        context.opened()
                .expect(
                        ends.target(),
                        wave.stream()
                                .filter(item -> !item.source().isDirectory())
                                .flatMap(FileItem::all));
        queue.addAll(wave);
        int workers = Math.min(threads, queue.size());
        working.set(workers);
        Workers.run(workers, isFirst -> work(ends, isFirst));
    }

    /** A file that is stored there under another name has not arrived, even with an equal hash. */
    private void refuseAltered(Store target) throws TransferException, InterruptedException {
        if (stopped) {
            return;
        }
        Set<String> displaced = target.displaced();
        for (FileItem item : displaced.isEmpty() ? List.<FileItem>of() : items) {
            if (displaced.contains(StorePath.parent(item.target())) && hashes.remove(item.name()) != null) {
                itemFailed(
                        item,
                        StorePath.failure(
                                Reason.UNSAFE,
                                item.target(),
                                ": "
                                        + TargetTree.elsewhere(StorePath.parent(item.target()))
                                                .getMessage()));
            }
        }
        List<FileItem> written =
                items.stream().filter(item -> hashes.containsKey(item.name())).toList();
        List<FileItem> altered = context.names().altered(target, written);
        for (FileItem item : altered.isEmpty() ? altered : context.names().endangered(target, written, altered)) {
            String hash = hashes.getOrDefault(item.name(), "");
            if (!hash.isEmpty()
                    && !hash.equals(CopyVerification.hashAtDestination(target, context, item.target())
                            .orElse(hash))) {
                hashes.remove(item.name());
                itemFailed(
                        item,
                        StorePath.badInput(
                                item.target(),
                                " was written over by a file whose name " + target.label()
                                        + " considers the same; rename one of them"));
            }
        }
        for (FileItem item : altered) {
            hashes.remove(item.name());
            itemFailed(item, context.names().altered(target, item.target()));
        }
    }

    private synchronized SortedMap<String, String> finished() throws TransferException {
        if (firstFailure != null) {
            TransferException first = firstFailure.why();
            TransferException whole = failedFiles < 2
                    ? first
                    : first.ofSeveral(NotTransferred.ofSeveral(failedFiles, hashes.size(), first), someRetriable);
            long bytes = items.stream()
                    .filter(item -> hashes.containsKey(item.name()))
                    .mapToLong(FileItem::sizeBytes)
                    .sum();
            throw whole.lacking(missing(first))
                    .having(hashes.size(), bytes - context.meter().linkedBytes());
        }
        return hashes;
    }

    /**
     * Everything that is not at the destination; a failure that ended the transfer is also the reason for what was not
     * started.
     */
    private List<NotTransferred> missing(TransferException ending) {
        List<NotTransferred> missing = new ArrayList<>(notTransferred);
        Set<String> known = new HashSet<>(hashes.keySet());
        known.addAll(linked);
        notTransferred.forEach(one -> known.add(one.path()));
        Stream.concat(items.stream(), links.stream())
                .filter(item -> !known.contains(item.name()))
                .forEach(item -> missing.add(new NotTransferred(
                        item.name(),
                        ending.reason().name(),
                        StorePath.shown(item.target()) + " was not copied because the transfer stopped: "
                                + ending.getMessage())));
        return missing;
    }

    private void work(ConnectionPair shared, boolean first) {
        try {
            if (first) {
                drain(shared);
            } else {
                drainWithMore(shared);
            }
            working.decrementAndGet();
        } catch (TransferException e) {
            leave(e);
        } catch (InterruptedException _) {
            fail(new TransferException(Reason.INTERRUPTED, "interrupted"));
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** A connection that does not come about leaves the files to the others, as long as there are any. */
    private void leave(TransferException e) {
        if (working.decrementAndGet() > 0) {
            // where the whole copy is stopped, connections end with it
            if (e.reason() != Reason.INTERRUPTED && !isStopped()) {
                context.tell("FEWER_SESSIONS", "one connection fewer: " + e.getMessage());
            }
        } else if (!queue.isEmpty()) {
            fail(e);
        }
    }

    private void drainWithMore(ConnectionPair shared) throws TransferException, InterruptedException {
        try (ConnectionPair own = shared.more()) {
            drain(own);
        }
    }

    private void drain(ConnectionPair ends) throws TransferException, InterruptedException {
        for (FileItem item = queue.poll(); item != null && !stopped; item = queue.poll()) {
            copy(ends, item);
        }
        if (!stopped) {
            flush(ends);
        }
    }

    private void flush(ConnectionPair ends) throws InterruptedException {
        try {
            ends.target().flush();
        } catch (TransferException e) {
            // every file is whole and verified; a name that a power cut might take back is worth a word, no failure
            context.tell("NOT_SYNCED", e.getMessage());
        }
    }

    private void copy(ConnectionPair ends, FileItem item) throws TransferException, InterruptedException {
        List<FileItem> later = new ArrayList<>();
        try {
            switch (item.source().kind()) {
                case LINK -> {
                    writing(ends, item, () -> {
                        item.makeLink(ends.source(), ends.target(), context);
                        return item;
                    });
                    linked(item);
                }
                case DIRECTORY -> finishDirectory(ends, root, item.target(), item.source(), context);
                default -> later.addAll(copyFile(ends, item));
            }
        } catch (TransferException failure) {
            TransferException e = ends.canRepeat() ? failure : failure.ofStream();
            if (context.meter().isCancelled()) {
                fail(item, e);
            } else {
                failed(ends, item, ends.judged(e, item.source().path(), item.target()));
            }
            if (!item.twins().isEmpty()) {
                queue.add(FileItem.of(item.twins()));
                later.addAll(item.twins());
            }
        }
        if (!item.source().isDirectory()) {
            item.all()
                    .filter(one -> !later.contains(one))
                    .forEach(one -> context.opened().done(ends.target(), one));
        }
    }

    /** @return names of the file that are to be copied by themselves, later */
    private List<FileItem> copyFile(ConnectionPair ends, FileItem item) throws TransferException, InterruptedException {
        return writing(ends, item, () -> {
            FileCopy copy = new FileCopy(ends.source(), ends.target(), context, item);
            try {
                done(item, copy.copy(), copy.apart());
                return copy.apart();
            } catch (TransferException e) {
                if (copy.leftOver().isPresent()) {
                    remove(ends, copy.leftOver().get());
                }
                throw e;
            }
        });
    }

    /** Nothing was written where it was refused: it is begun again, by a connection that may be new. */
    private <T> T writing(ConnectionPair ends, FileItem item, OpenedDirectories.Action<T> action)
            throws TransferException, InterruptedException {
        return context.opened().writing(ends.target(), StorePath.parent(item.target()), action);
    }

    private void remove(ConnectionPair ends, String leftOver) throws InterruptedException {
        try {
            ends.renew();
            ends.target().delete(leftOver);
        } catch (TransferException e) {
            context.tell(
                    "LEFT_OVER",
                    StorePath.shown(leftOver) + " stays at " + ends.target().label() + ": " + e.getMessage());
        }
    }

    /**
     * Gives a directory its source's attributes and time, when nothing more is put into it; that it cannot have them is
     * not a failure.
     */
    static void finishDirectory(
            ConnectionPair ends, String root, String directory, Entry source, FileCopy.Context context)
            throws TransferException, InterruptedException {
        KeptExtras kept = new KeptExtras(ends.source(), ends.target());
        Map<Extra, String> refused = kept.give(root, source.at(directory), source, context.extras());
        if (!refused.isEmpty() && context.opened().opens(ends.target(), directory)) {
            refused = kept.give(root, source.at(directory), source, context.extras());
            context.opened().tryToClose(ends.target(), directory);
        }
        context.tellNotKept(source.path(), refused);
        setTime(ends.target(), source.at(directory), source, context);
    }

    /** @param there a directory or link */
    static void setTime(Store target, Entry there, Entry source, FileCopy.Context context)
            throws TransferException, InterruptedException {
        target.metadata()
                .giveTime(there, source)
                .ifPresent(why -> context.tell("TIME_NOT_KEPT", StorePath.shown(there.path()) + ": " + why));
    }

    private synchronized void linked(FileItem item) {
        linked.add(item.name());
    }

    /** @param apart names of the file that have to be copied by themselves */
    private synchronized void done(FileItem item, String hash, List<FileItem> apart) {
        hashes.put(item.name(), hash);
        item.twins().stream().filter(twin -> !apart.contains(twin)).forEach(twin -> hashes.put(twin.name(), hash));
        queue.addAll(apart);
    }

    private void failed(ConnectionPair ends, FileItem item, TransferException e)
            throws TransferException, InterruptedException {
        if (LOST_PLACE.contains(e.reason()) && isTargetGone(ends.target())) {
            fail(item, new TransferException(Reason.NOT_FOUND, TargetTree.gone(StorePath.shown(root)), e));
            return;
        }
        switch (e.reason()) {
            case NOT_FOUND,
                    PERMISSION,
                    BAD_INPUT,
                    SOURCE_CHANGED,
                    VERIFICATION_FAILED,
                    TARGET_BUSY,
                    UNSAFE,
                    GAVE_UP -> {
                context.tell("FILE_FAILED", StorePath.shown(item.name()) + ": " + e.getMessage());
                itemFailed(item, e);
                if (!queue.isEmpty()) {
                    ends.renew();
                }
            }
            default -> fail(item, e);
        }
    }

    /** Then no other file fares better. */
    private boolean isTargetGone(Store target) throws InterruptedException {
        try {
            return !root.isEmpty()
                    && target.has(Store.Feature.DIRECTORIES)
                    && target.stat(root).isEmpty();
        } catch (TransferException _) {
            return false;
        }
    }

    private synchronized void itemFailed(FileItem item, TransferException e) {
        notTransferred.add(NotTransferred.failed(item.name(), e));
        fileFailed(new SourceTree.Failure(item.name(), e, false));
    }

    private synchronized void fileFailed(SourceTree.Failure one) {
        failedFiles++;
        someRetriable |= one.why().isRetriable();
        if (firstFailure == null || !stopped && SourceTree.Failure.ORDER.compare(one, firstFailure) < 0) {
            firstFailure = one;
        }
    }

    /** A failure of one file that ends the transfer; those that end with it have none of their own. */
    private synchronized void fail(FileItem item, TransferException e) {
        if (!stopped) {
            notTransferred.add(NotTransferred.failed(item.name(), e));
        }
        fail(e);
    }

    private synchronized void fail(TransferException e) {
        if (!stopped) {
            stopped = true;
            failedFiles = 1;
            firstFailure = new SourceTree.Failure("", e, false);
            context.meter().cancel();
        }
    }
}

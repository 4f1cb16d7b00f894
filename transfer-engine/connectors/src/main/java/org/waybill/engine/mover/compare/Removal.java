package org.waybill.engine.mover.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.store.Backups;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.OpenedDirectories;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * Takes away what only the destination has, after all else is done. Both ends are asked again first: what the source
 * has meanwhile, or what has changed since, stays. Links are removed and never followed (decision 0273).
 */
public final class Removal {
    private final TreePair trees;
    private final EntryFilter filter;
    private final boolean follows;
    private final String backupDirectory;
    private final OpenedDirectories opened;
    private Backups backups = Backups.NONE;
    private final List<String> deleted = new ArrayList<>();
    private final List<NotTransferred> kept = new ArrayList<>();

    /**
     * What was done.
     *
     * @param deleted paths below the destination, as they went
     * @param kept what was to go and stayed, with the reason
     */
    public record Result(List<String> deleted, List<NotTransferred> kept) {
        public Result {
            deleted = List.copyOf(deleted);
            kept = List.copyOf(kept);
        }

        /** Why the first of what stayed did, if that was no wish. */
        public Optional<Reason> firstFailure() {
            return kept.stream().filter(NotTransferred::isFailure).findFirst().map(one -> Reason.valueOf(one.reason()));
        }
    }

    /**
     * @param rules of the copies: what their filter leaves out of the source keeps nothing at the destination, and where
     *     they keep backups, files are moved there
     */
    public Removal(TreePair trees, CopyRules rules) {
        this(trees, rules, OpenedDirectories.below(trees.path()));
    }

    /** @param opened read-only directories of the destination */
    public Removal(TreePair trees, CopyRules rules, OpenedDirectories opened) {
        this.trees = trees;
        this.opened = opened;
        this.filter = rules.filter();
        this.backupDirectory = rules.backupDirectory();
        CopyRules.Links policy = rules.links()
                .where(trees.source().has(Store.Feature.LINKS)
                        && trees.destination().has(Store.Feature.LINKS));
        this.follows = policy == CopyRules.Links.INSIDE || policy == CopyRules.Links.FOLLOW;
    }

    /**
     * Removes what a comparison found.
     *
     * @param unwanted entries of the destination, with all that is in their directories
     * @throws TransferException {@link Reason#UNSAFE} before anything was removed, where the source cannot be asked
     *     again
     */
    public Result run(List<Difference> unwanted) throws TransferException, InterruptedException {
        try {
            return removed(unwanted);
        } finally {
            opened.closeThoseLeft(trees.destination());
        }
    }

    private Result removed(List<Difference> unwanted) throws TransferException, InterruptedException {
        backups = Backups.of(trees.path(), backupDirectory, trees.destination()).opening(opened);
        List<Difference> still = stillUnwanted(unwanted);
        if (trees.destination().has(Store.Feature.HIDDEN_LINKS)) {
            still = removeWholeTrees(still);
        }
        Map<String, List<Difference>> byDirectory = new TreeMap<>(deepestFirst());
        for (Difference one : still) {
            byDirectory
                    .computeIfAbsent(above(one.path()), _ -> new ArrayList<>())
                    .add(one);
        }
        for (Map.Entry<String, List<Difference>> each : byDirectory.entrySet()) {
            int before = deleted.size();
            removeIn(each.getKey(), each.getValue());
            if (deleted.size() > before) {
                giveTime(each.getKey());
            }
        }
        if (backups.isKept() && !deleted.isEmpty()) {
            giveTime("");
        }
        return new Result(deleted, kept);
    }

    /**
     * At a store that hides links any directory may be one, and what is below it anywhere. So a directory goes by its
     * own name with all that it holds, if nothing of that is to stay, and nothing else below a directory goes.
     *
     * @return what is left to be removed, which is in the root itself
     */
    private List<Difference> removeWholeTrees(List<Difference> unwanted)
            throws TransferException, InterruptedException {
        Set<String> all = unwanted.stream().map(Difference::path).collect(Collectors.toSet());
        Set<String> gone = new HashSet<>();
        List<Difference> rest = new ArrayList<>();
        for (Difference one : unwanted) {
            Entry seen = one.destination();
            if (one.path().indexOf('/') >= 0 || seen == null) {
                continue;
            }
            if (!seen.isDirectory()) {
                rest.add(one);
            } else if (isGoneWhole(all, seen.path(), one.path())) {
                gone.add(one.path());
            }
        }
        for (Difference one : unwanted) {
            if (gone.contains(one.path().split("/", 2)[0])) {
                deleted.add(one.path());
            } else if (one.path().indexOf('/') >= 0 || one.isDirectory()) {
                keep(one, "may be behind a symbolic link, which this server does not show; not deleted");
            }
        }
        return rest;
    }

    private boolean isGoneWhole(Set<String> unwanted, String directory, String path)
            throws TransferException, InterruptedException {
        try {
            RemovedTree removed = new RemovedTree();
            if (backups.isKept() && holdsOnly(unwanted, directory, path)) {
                backups.move(trees.destination(), directory);
                return true;
            } else if (holdsOnly(unwanted, directory, path)) {
                trees.destination().removeTree(directory, removed);
            }
            kept.addAll(removed.kept());
            return removed.kept().isEmpty() && removed.files() + removed.directories() > 0;
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            kept.add(NotTransferred.failed(path, e));
            return false;
        }
    }

    /** Whether all that a directory of the destination holds, at any depth, is among some paths. */
    private boolean holdsOnly(Set<String> paths, String directory, String path)
            throws TransferException, InterruptedException {
        for (Entry entry : trees.destination().list(directory)) {
            String below = path + "/" + entry.name();
            if (!paths.contains(below) || entry.isDirectory() && !holdsOnly(paths, entry.path(), below)) {
                return false;
            }
        }
        return true;
    }

    private static Comparator<String> deepestFirst() {
        return Comparator.<String>comparingLong(path -> path.isEmpty()
                        ? 0
                        : 1 + path.chars().filter(c -> c == '/').count())
                .reversed()
                .thenComparing(Comparator.naturalOrder());
    }

    private static String below(String root, String directory) {
        return directory.isEmpty() ? root : StorePath.join(root, directory);
    }

    private static String above(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** Without what the source has by now, and all below it. */
    private List<Difference> stillUnwanted(List<Difference> unwanted) throws TransferException, InterruptedException {
        Set<String> all = new HashSet<>();
        unwanted.forEach(one -> all.add(one.path()));
        Map<String, Map<String, Entry>> listed = new HashMap<>();
        Set<String> back = new HashSet<>();
        for (Difference one : unwanted) {
            String directory = above(one.path());
            if (!all.contains(directory) || one.source() != null) {
                Map<String, Entry> source = listed.get(directory);
                if (source == null) {
                    source = listedAgain(directory);
                    listed.put(directory, source);
                }
                Entry now = source.get(StorePath.name(one.path()));
                if (now != null && TreeComparison.accepts(filter, one.path(), now) && !isStillOther(one, now)) {
                    back.add(one.path());
                    kept.add(NotTransferred.leftOut(one.path(), "is at the source again; not deleted"));
                }
            }
        }
        return unwanted.stream().filter(one -> !liesIn(one.path(), back)).toList();
    }

    /** Whether what is in the way of an entry of the source still is. */
    private static boolean isStillOther(Difference one, Entry now) {
        Entry source = one.source();
        Entry destination = one.destination();
        return source != null && destination != null && now.kind() != destination.kind();
    }

    private static boolean liesIn(String path, Set<String> roots) {
        for (String at = path; !at.isEmpty(); at = above(at)) {
            if (roots.contains(at)) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Entry> listedAgain(String directory) throws TransferException, InterruptedException {
        String path = below(trees.here().path(), directory);
        try {
            Map<String, Entry> byName = new HashMap<>();
            for (Entry entry : ContentComparison.list(trees.source(), path)) {
                boolean vague = follows && entry.kind() == Entry.Kind.LINK
                        || filter.judgesFiles() && entry.isFile() && !entry.exact();
                byName.put(
                        entry.name(), vague ? trees.source().stat(entry.path()).orElse(entry) : entry);
            }
            return byName;
        } catch (TransferException e) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "nothing was deleted, since " + StorePath.shown(path) + " of the source could not be listed again: "
                            + e.getMessage(),
                    e);
        }
    }

    private void removeIn(String directory, List<Difference> unwanted) throws TransferException, InterruptedException {
        Store store = trees.destination();
        String root = trees.path();
        String path = below(root, directory);
        String real = directory.isEmpty() ? "" : StorePath.join(store.realPath(root), directory);
        Map<String, Entry> there = new HashMap<>();
        try {
            // a server that shows a link as what it leads to must not lead out of the tree
            if (!directory.isEmpty() && !store.realPath(path).equals(real)) {
                unwanted.forEach(one -> keep(one, "is reached through a symbolic link; not deleted"));
                return;
            }
            ContentComparison.list(store, path).forEach(entry -> there.put(entry.name(), entry));
        } catch (TransferException e) {
            unwanted.forEach(one -> kept.add(NotTransferred.failed(one.path(), e)));
            return;
        }
        try (Parent parent = new Parent(path, directory.isEmpty() ? "." : directory)) {
            for (Difference one : unwanted) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                remove(one, Optional.ofNullable(there.get(StorePath.name(one.path()))), parent);
            }
        }
    }

    /** A directory that both have gets its source's time again; that it cannot have it is not a failure. */
    private void giveTime(String directory) throws TransferException, InterruptedException {
        Store store = trees.destination();
        try {
            Optional<Entry> source = store.metadata().keepsDirectoryTimes()
                    ? trees.source().stat(below(trees.here().path(), directory))
                    : Optional.empty();
            Instant modified = source.isEmpty() ? null : source.get().as(store).modified();
            if (modified != null && source.get().isDirectory()) {
                store.metadata().setDirectoryTime(below(trees.path(), directory), modified);
            }
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
        }
    }

    /** A directory that entries are removed from; a read-only one that was opened for that is closed again. */
    private final class Parent implements AutoCloseable {
        private final String path;
        private final String shown;

        Parent(String path, String shown) {
            this.path = path;
            this.shown = shown;
        }

        @Override
        public void close() throws TransferException {
            try {
                opened.close(trees.destination(), path);
            } catch (TransferException e) {
                if (e.isRetriable()) {
                    throw e;
                }
                kept.add(new NotTransferred(
                        shown, e.reason().name(), "could not be made read-only again: " + e.getMessage()));
            }
        }
    }

    /** By its time; where a listing tells none, by what else changes with the content. */
    private static boolean isSameFile(Entry seen, Entry here) {
        return seen.sizeBytes() == here.sizeBytes()
                && Objects.equals(seen.modified(), here.modified())
                && (seen.modified() != null || Objects.equals(seen.tag(), here.tag()));
    }

    private void remove(Difference one, Optional<Entry> now, Parent parent)
            throws TransferException, InterruptedException {
        Entry seen = one.destination();
        if (seen == null || now.isEmpty()) {
            return;
        }
        Entry here = seen.exact() ? ContentComparison.exact(trees.destination(), now.get()) : now.get();
        boolean same = here.kind() == seen.kind() && (!seen.isFile() || isSameFile(seen, here));
        if (!same) {
            keep(one, "was changed meanwhile; not deleted");
            return;
        }
        try {
            opened.writing(trees.destination(), parent.path, () -> {
                remove(seen);
                return deleted.add(one.path());
            });
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            } else if (seen.isDirectory() && e.reason() == Reason.BAD_INPUT) {
                keep(one, "is not empty: it holds entries that were kept");
            } else {
                kept.add(NotTransferred.failed(one.path(), e));
            }
        }
    }

    private void remove(Entry seen) throws TransferException, InterruptedException {
        if (seen.isDirectory()) {
            trees.destination().removeDirectory(seen.path());
        } else if (backups.isKept() && seen.isFileOrLink()) {
            backups.move(trees.destination(), seen.path());
        } else {
            trees.destination().delete(seen.path());
        }
    }

    private void keep(Difference one, String why) {
        kept.add(NotTransferred.leftOut(one.path(), why));
    }
}

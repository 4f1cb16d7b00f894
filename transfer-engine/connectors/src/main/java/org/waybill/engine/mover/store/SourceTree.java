package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.meter.TransferMeter;

/**
 * Lists what is to be copied. Links are kept, followed or left out as the rules say (decision 0277); devices, sockets,
 * pipes and the leftovers of other transfers are left out with an event.
 */
public final class SourceTree {
    private static final int MOST_FILES = 10_000_000;
    private static final int DEEPEST = 500;
    /** What is a file's or a directory's own fault. */
    private static final Set<Reason> OWN =
            EnumSet.of(Reason.PERMISSION, Reason.NOT_FOUND, Reason.BAD_INPUT, Reason.UNSAFE);
    /** What is a directory's own fault when the server still answers otherwise. */
    private static final Set<Reason> PERHAPS_OWN =
            EnumSet.of(Reason.CONNECTION_LOST, Reason.AUTHENTICATION, Reason.INTERNAL);

    private final Store source;
    private final Store target;
    private final StoreProvider.Events events;
    private final TransferMeter meter;
    private final EntryFilter filter;
    private final CopyRules.Links policy;
    private final boolean bothKeep;
    private boolean saidFollowed;
    /** Of the paths that a list chose those that are there. */
    private final Set<String> met = new HashSet<>();

    private final List<FileItem> items = new ArrayList<>();
    private final List<FileItem> links = new ArrayList<>();
    private final SortedMap<String, Entry> directories = new TreeMap<>();
    private final List<NotTransferred> notTransferred = new ArrayList<>();
    private final List<Failure> refused = new ArrayList<>();
    private final PeerLimits kept = PeerLimits.tree();
    /** The directories on the way to where the walk is: how many names each has, and a hash of them, by its tag. */
    private final Map<String, Long> openByTag = new HashMap<>();

    private String root = "/";
    private String rootReal = "/";
    private FileItem.Earlier earlier = FileItem.Earlier.NONE;

    /**
     * What cannot be copied. The first by its path gives a copy its exit code, as a dry run does; what a list names in vain
     * comes last.
     *
     * @param unmet whether it is such a name
     */
    record Failure(String name, TransferException why, boolean unmet) {
        static final Comparator<Failure> ORDER =
                Comparator.comparing(Failure::unmet).thenComparing(Failure::name);
    }

    /**
     * What to do.
     *
     * @param directories to create, parents first, by what they are at the source
     * @param links to make after all files
     * @param refused files that cannot be copied at all, one reason each
     * @param notTransferred these and what is left out, by name
     */
    record Plan(
            SortedMap<String, Entry> directories,
            List<FileItem> items,
            List<FileItem> links,
            List<Failure> refused,
            List<NotTransferred> notTransferred) {
        long bytes() {
            return items.stream().mapToLong(FileItem::sizeBytes).sum();
        }

        /** The same except for a directory of the target, {@code name} in the source, and all that is in it. */
        Plan without(String directory, String name, TransferException why) {
            List<Failure> alsoRefused = new ArrayList<>(refused);
            alsoRefused.add(new Failure(name, why, false));
            List<NotTransferred> missing = new ArrayList<>(notTransferred);
            missing.add(NotTransferred.failed(name, why));
            List<FileItem> kept = new ArrayList<>(items);
            List<FileItem> keptLinks = new ArrayList<>(links);
            for (List<FileItem> some : List.of(kept, keptLinks)) {
                some.removeIf(item -> StorePath.isWithin(directory, item.target())
                        && missing.add(NotTransferred.failed(item.name(), why)));
            }
            SortedMap<String, Entry> others = new TreeMap<>(directories);
            others.keySet().removeIf(one -> StorePath.isWithin(directory, one));
            return new Plan(others, kept, keptLinks, alsoRefused, missing);
        }

        /** The same directories with other files and links. */
        Plan of(List<FileItem> files, List<FileItem> otherLinks, List<NotTransferred> missing) {
            return new Plan(directories, files, otherLinks, refused, missing);
        }

        /** All that is not there when nothing could be copied. */
        List<NotTransferred> missing(TransferException why) {
            List<NotTransferred> missing = new ArrayList<>(notTransferred);
            items.forEach(item -> missing.add(NotTransferred.failed(item.name(), why)));
            links.forEach(item -> missing.add(NotTransferred.failed(item.name(), why)));
            return missing;
        }

        /** Whether the size of every file is known. */
        boolean sizesKnown() {
            return items.stream().allMatch(item -> item.source().sizeBytes() >= 0);
        }
    }

    SourceTree(Store source, Store target, StoreProvider.Events events, TransferMeter meter, CopyRules rules) {
        this.source = source;
        this.target = target;
        this.events = events;
        this.meter = meter;
        this.filter = rules.filter();
        this.bothKeep = source.has(Store.Feature.LINKS) && target.has(Store.Feature.LINKS);
        this.policy = rules.links().where(bothKeep);
        this.saidFollowed = rules.links() != CopyRules.Links.AUTO;
    }

    /** The plan for a directory, which becomes {@code targetRoot}. */
    Plan of(Entry directory, String targetRoot, boolean targetExists) throws TransferException, InterruptedException {
        earlier = targetExists ? FileItem.Earlier.SAME_TIME : FileItem.Earlier.NONE;
        rootReal = source.realPath(directory.path());
        root = directory.path();
        walk(directory, rootReal, "", targetRoot, new HashSet<>(Set.of(rootReal)), 0);
        for (String path : filter.missing(met)) {
            TransferException why = whyNotMet(source, root, path);
            notTransferred.add(NotTransferred.failed(path, why));
            refused.add(new Failure(path, why, true));
        }
        return new Plan(directories, items, links, refused, notTransferred);
    }

    /** Why a walk of a directory has not met a path that a list names: it is not there, or behind a link. */
    public static TransferException whyNotMet(Store source, String directory, String path)
            throws TransferException, InterruptedException {
        String full = StorePath.join(directory, path);
        TransferException why = new TransferException(
                Reason.NOT_FOUND, "no such file or directory: " + StorePath.shown(full) + " at " + source.label());
        try {
            if (source.stat(full).isEmpty()) {
                return why;
            }
        } catch (TransferException e) {
            if (!OWN.contains(e.reason())) {
                throw e;
            } else if (e.reason() == Reason.NOT_FOUND) {
                return why;
            }
            why = e;
        }
        return isBehindLink(source, directory, path) ? StorePath.badInput(full, EntryFilter.BEHIND_LINK) : why;
    }

    private static boolean isBehindLink(Store source, String directory, String path)
            throws TransferException, InterruptedException {
        boolean links = source.has(Store.Feature.LINKS);
        for (int slash = path.indexOf('/'); links && slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (source.look(StorePath.join(directory, path.substring(0, slash)))
                    .filter(entry -> entry.kind() == Entry.Kind.LINK)
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void walk(Entry directory, String real, String name, String targetDirectory, Set<String> open, int depth)
            throws TransferException, InterruptedException {
        meter.check();
        if (depth > DEEPEST) {
            throw StorePath.failure(Reason.LIMIT, directory.path(), " is more than " + DEEPEST + " directories deep");
        }
        Optional<List<Entry>> listed = listed(directory.path(), name);
        if (listed.isEmpty()) {
            return;
        }
        // a tag alone proves little: there are servers that give the same tag for every directory
        long contents = (long) listed.get().size() << 32
                | listed.get().stream()
                                .mapToInt(entry -> entry.name().hashCode())
                                .sum()
                        & 0xffffffffL;
        @Nullable String tag = directory.tag();
        @Nullable Long above = tag == null ? null : openByTag.put(tag, contents);
        if (above != null && above == contents) {
            leaveOut(directory, name, "leads back into itself");
            return;
        }
        directories.put(targetDirectory, directory);
        kept.take(directory.path().length() + targetDirectory.length());
        int before = items.size() + links.size();
        entries(once(listed.get(), name), real, name, targetDirectory, open, depth);
        if (items.size() + links.size() == before && !target.holdsEmptyDirectories()) {
            leaveOutEmpty(directory, name, targetDirectory);
        }
        if (tag != null && above != null) {
            openByTag.put(tag, above);
        } else if (tag != null) {
            openByTag.remove(tag);
        }
    }

    /** Empty for a directory that alone is at fault, which is named, as one too large to be listed; others can be copied. */
    private Optional<List<Entry>> listed(String directory, String name) throws TransferException, InterruptedException {
        for (boolean again = false; true; again = true) {
            try {
                return Optional.of(source.list(directory));
            } catch (TransferException e) {
                boolean own = OWN.contains(e.reason()) || e.reason() == Reason.LIMIT;
                if (name.isEmpty() || !own && !PERHAPS_OWN.contains(e.reason())) {
                    throw e;
                }
                if (own) {
                    refuse(
                            name,
                            e.reason() != Reason.NOT_FOUND
                                    ? e
                                    : new TransferException(
                                            Reason.PERMISSION,
                                            "the entries of " + StorePath.shown(directory)
                                                    + " cannot be read (no permission, or it was removed): "
                                                    + e.getMessage(),
                                            e));
                    return Optional.empty();
                }
                if (again) {
                    source.stat(root); // fails when the server or the connection is at fault
                    refuse(
                            name,
                            new TransferException(
                                    e.reason() == Reason.CONNECTION_LOST ? Reason.GAVE_UP : e.reason(),
                                    e.getMessage() + "; the server was asked twice",
                                    e));
                    return Optional.empty();
                }
            }
        }
    }

    private void entries(
            List<Entry> entries, String real, String name, String targetDirectory, Set<String> open, int depth)
            throws TransferException, InterruptedException {
        for (Entry entry : entries) {
            kept.take(entry.path().length());
            String childName = child(name, entry);
            String childTarget = StorePath.join(targetDirectory, entry.name());
            if (filter.isChosen(childName)) {
                met.add(childName);
            }
            if (!filter.mayAccept(childName)) {
                continue;
            }
            switch (entry.kind()) {
                case FILE -> file(entry, childName, childTarget);
                case DIRECTORY ->
                    directory(entry, StorePath.join(real, entry.name()), childName, childTarget, open, depth);
                case LINK -> link(entry, childName, childTarget, open, depth);
                case SPECIAL -> leaveOut(entry, childName, NotTransferred.SPECIAL);
                default -> refuse(childName, StorePath.badInput(entry.path(), ": " + entry.whyUnnameable()));
            }
        }
    }

    private static String child(String name, Entry entry) {
        return name.isEmpty() ? entry.name() : name + "/" + entry.name();
    }

    /**
     * Without those that a listing shows under another's name, cut off at a line break or without some characters. Only
     * the one that the server means by the name can be asked for; each other is refused.
     */
    private List<Entry> once(List<Entry> entries, String name) throws TransferException, InterruptedException {
        Map<String, List<Entry>> byPath = new LinkedHashMap<>();
        entries.forEach(entry ->
                byPath.computeIfAbsent(entry.path(), _ -> new ArrayList<>(1)).add(entry));
        if (byPath.size() == entries.size()) {
            return entries;
        }
        List<Entry> single = new ArrayList<>();
        for (List<Entry> alike : byPath.values()) {
            Entry first = alike.getFirst();
            if (alike.size() == 1 || first.kind() == Entry.Kind.UNNAMEABLE) {
                single.addAll(alike);
                continue;
            }
            boolean plain = alike.stream().noneMatch(entry -> entry.kind() == Entry.Kind.LINK);
            Optional<Entry> meant = plain ? existing(first.path()) : Optional.empty();
            meant.ifPresent(single::add);
            for (int i = meant.isPresent() ? 1 : 0; i < alike.size(); i++) {
                refuse(child(name, first), StorePath.badInput(first.path(), ": " + Entry.whySeveral(alike)));
            }
        }
        return single;
    }

    private Optional<Entry> existing(String path) throws TransferException, InterruptedException {
        try {
            return source.stat(path);
        } catch (TransferException e) {
            if (!OWN.contains(e.reason())) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private void leaveOut(Entry entry, String name, String why) {
        NotTransferred one = NotTransferred.leftOut(name, why);
        notTransferred.add(one);
        events.tell(one.event(), StorePath.shown(entry.path()) + " " + why + "; left out");
    }

    private void leaveOutEmpty(Entry directory, String name, String targetDirectory)
            throws TransferException, InterruptedException {
        if (target.stat(targetDirectory).isEmpty()) {
            if (!name.isEmpty()) {
                directories.remove(targetDirectory);
            }
            leaveOut(
                    directory,
                    name.isEmpty() ? "." : name,
                    "is empty, and " + target.label() + " holds no empty directories");
        }
    }

    private void refuse(String name, TransferException why) {
        notTransferred.add(NotTransferred.failed(name, why));
        refused.add(new Failure(name, why, false));
    }

    private void file(Entry entry, String name, String targetPath) throws TransferException, InterruptedException {
        if (!isAccepted(entry, name)) {
            return;
        }
        if (PartialName.isOurs(entry.name())) {
            leaveOut(entry, name, NotTransferred.PARTIAL);
            return;
        }
        if (items.size() >= MOST_FILES) {
            throw new TransferException(Reason.LIMIT, "more than " + MOST_FILES + " files; copy a part at a time");
        }
        add(items, entry, name, targetPath);
    }

    private void add(List<FileItem> to, Entry entry, String name, String targetPath) throws TransferException {
        try {
            source.checkName(entry.path());
            target.checkName(targetPath);
            kept.take(name.length() + targetPath.length());
            to.add(new FileItem(name, entry, targetPath, earlier));
        } catch (TransferException e) {
            if (e.reason() == Reason.LIMIT || e.reason() == Reason.INTERRUPTED) {
                throw e;
            }
            refuse(name, e);
        }
    }

    /** Sizes and times of a listing may be rounded. */
    private boolean isAccepted(Entry entry, String name) throws TransferException, InterruptedException {
        Entry known =
                filter.judgesFiles() && !entry.exact() ? existing(entry.path()).orElse(entry) : entry;
        return filter.acceptsFile(name, known.sizeBytes(), known.modified());
    }

    private void directory(Entry entry, String real, String name, String targetPath, Set<String> open, int depth)
            throws TransferException, InterruptedException {
        if (!filter.acceptsDirectory(name)) {
            return;
        }
        try {
            source.checkName(entry.path());
            target.checkName(targetPath);
        } catch (TransferException e) {
            refuse(name, e);
            return;
        }
        if (!open.add(real)) {
            leaveOut(entry, name, "leads back into itself");
            return;
        }
        walk(entry, real, name, targetPath, open, depth + 1);
        open.remove(real);
    }

    private void link(Entry entry, String name, String targetPath, Set<String> open, int depth)
            throws TransferException, InterruptedException {
        // as by rsync, a link on the way to what a list names becomes a directory
        boolean onTheWay =
                policy == CopyRules.Links.KEEP && !filter.chosenBelow(name).isEmpty();
        if (policy == CopyRules.Links.SKIP || policy == CopyRules.Links.KEEP && !onTheWay) {
            keep(entry, name, targetPath);
            return;
        }
        if (!saidFollowed && !onTheWay) {
            saidFollowed = true;
            events.tell(
                    "LINKS_FOLLOWED",
                    "symbolic links inside the tree are followed: "
                            + (source.has(Store.Feature.LINKS) ? target : source).label()
                            + " does not support links");
        }
        Optional<Entry> there;
        String real;
        try {
            there = source.stat(entry.path());
            real = there.isPresent() ? source.realPath(entry.path()) : "";
        } catch (TransferException e) {
            if (!OWN.contains(e.reason())) {
                throw e;
            }
            refuse(name, e);
            return;
        }
        if (onTheWay && (!there.filter(Entry::isDirectory).isPresent() || !StorePath.isWithin(rootReal, real))) {
            keep(entry, name, targetPath);
        } else if (there.isEmpty()) {
            leaveOut(entry, name, "leads nowhere");
        } else if (policy == CopyRules.Links.INSIDE && !StorePath.isWithin(rootReal, real)) {
            leaveOut(entry, name, "leads out of the directory, to " + StorePath.shown(real));
        } else if (there.get().isDirectory()) {
            directory(there.get(), real, name, targetPath, open, depth);
        } else if (there.get().isFile()) {
            file(there.get(), name, targetPath);
        } else {
            leaveOut(entry, name, NotTransferred.LEADS_TO_SPECIAL);
        }
    }

    private void keep(Entry entry, String name, String targetPath) throws TransferException {
        if (!filter.acceptsFile(name, -1, null)) {
            return;
        }
        if (policy == CopyRules.Links.SKIP || !bothKeep) {
            leaveOut(
                    entry,
                    name,
                    policy == CopyRules.Links.SKIP
                            ? "is a symbolic link"
                            : "is a symbolic link, and "
                                    + (source.has(Store.Feature.LINKS) ? target : source).label()
                                    + " does not support links");
            return;
        }
        add(links, entry, name, targetPath);
    }
}

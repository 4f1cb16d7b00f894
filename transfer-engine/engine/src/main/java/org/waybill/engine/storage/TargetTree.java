package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.platform.FreeSpace;

/** Where the files of a transfer go: the place beneath a confined root, its directories, and who may write there. */
public final class TargetTree implements AutoCloseable {
    private static final int PLACE_CHARACTERS = 16;

    private final ConfinedRoot root;
    private final TemporaryNames own;
    private final DirectoryCache directories;
    private final List<String> base;
    private final boolean directory;
    /** Whether the next run would take a directory that is there for one to put the tree into. */
    private final boolean needsMark;
    /** Whether links must not lead out of the root. */
    private boolean confined;
    /** Whether nothing was at its place before. */
    private final boolean isNew;

    private String place = "";
    /** Whether zeros of its files become holes. */
    private volatile boolean sparse;
    /** What the root was opened as, on this machine. */
    private @Nullable Path opened;
    /** Whether {@link #lock} has locked the single file of it. */
    private volatile boolean locksFile;

    private final WriteGuard guard;
    private final UnfinishedMark mark;
    private final NameFidelityCheck exact = new NameFidelityCheck();
    private final StaleFileCleanup leftovers = new StaleFileCleanup();
    /** The directories that were not there before. */
    private final Set<List<String>> made = new HashSet<>();

    private TargetTree(
            ConfinedRoot root,
            TemporaryNames own,
            List<String> base,
            boolean directory,
            String sourceName,
            WriteGuard guard)
            throws IOException {
        this.root = root;
        this.own = own;
        this.guard = guard;
        this.directories = new DirectoryCache(root);
        this.base = List.copyOf(base);
        this.directory = directory;
        this.mark = new UnfinishedMark(directories, own, this.base);
        this.isNew = directory && !isThere(root, base);
        this.needsMark =
                directory && !sourceName.isEmpty() && !EntryNames.last(base).equals(sourceName);
    }

    /**
     * Finds where to put something: into the directory named, under its own name, if the path ends in a slash or such
     * a directory is there; else it becomes what the path names. So that an interrupted transfer of a directory can be
     * run again, a directory that is marked as unfinished or has the source's name already is gone on with. The
     * contents of a directory, which have no name of their own, go to the path itself.
     *
     * @param own the names of our own files there; keyed for the sender, if that is another than this user
     * @param sourceName the file's name at its source; empty for the contents of a directory
     * @param guard judges what may be replaced
     */
    public static TargetTree beneath(
            ConfinedRoot root, TemporaryNames own, String path, String sourceName, boolean directory, WriteGuard guard)
            throws IOException {
        TargetTree tree = place(root, own, path, sourceName, directory, guard);
        tree.confined = true;
        for (String name : tree.base) {
            EntryNames.refuseOwn(name);
        }
        return tree;
    }

    private static TargetTree place(
            ConfinedRoot root, TemporaryNames own, String path, String sourceName, boolean directory, WriteGuard guard)
            throws IOException {
        List<String> names = new ArrayList<>(EntryNames.split(path));
        boolean contents = directory && sourceName.isEmpty();
        if (!contents
                && (path.endsWith("/")
                        || UnfinishedMark.isDirectoryToPutInto(root, own, names, sourceName, directory))) {
            names.add(EntryNames.checked(sourceName));
        }
        return new TargetTree(root, own, names, directory, sourceName, guard);
    }

    private static boolean isThere(ConfinedRoot root, List<String> names) throws IOException {
        try (Directory _ = root.open(names)) {
            return true;
        } catch (NoSuchFileException | NotDirectoryException | BadNameException _) {
            return false;
        }
    }

    /** A path of this machine, as its user names it. */
    public static TargetTree local(
            Path path, TemporaryNames own, boolean endsInSlash, String sourceName, boolean directory)
            throws IOException {
        Path named = path.toAbsolutePath().normalize();
        // the one link that is followed: that which its user names as the destination
        Path absolute = Files.isSymbolicLink(named) ? LocalPlace.whereItLeads(named) : named;
        Path parent = absolute.getParent();
        if (parent == null) {
            return place(ConfinedRoot.open(absolute), own, "/", sourceName, directory, WriteGuard.NONE);
        }
        Path there = LocalPlace.nearestDirectory(parent);
        TargetTree tree = place(
                ConfinedRoot.open(there),
                own,
                there.relativize(absolute) + (endsInSlash ? "/" : ""),
                sourceName,
                directory,
                WriteGuard.NONE);
        tree.opened = there;
        return tree;
    }

    /** Has files made in which zeros are holes. */
    public void makeHoles() {
        sparse = true;
    }

    /** The names of its files. */
    public TargetNames fileNames() {
        List<String> top = new ArrayList<>();
        Path path = opened;
        if (path != null) {
            path.forEach(name -> top.add(name.toString()));
        }
        return new TargetNames(root, top, base, directories, own, guard, exact);
    }

    /** Where it is, or its only file, below the root. */
    public List<String> names() {
        return base;
    }

    /**
     * Makes a directory of the tree, open to no one whom its source is closed to.
     *
     * @param permissions of the source's directory
     */
    public void createDirectory(List<String> names, int permissions) throws IOException {
        List<String> all = EntryNames.joined(base, names);
        boolean fresh = isNew;
        if (!names.isEmpty()) {
            List<String> parent = EntryNames.above(all);
            try (Directory at = directories.acquire(parent)) {
                exact.refuseAnothers(at, parent, names.getLast());
                if (Files.isSymbolicLink(at.entry(names.getLast()))) {
                    // what the tree holds goes into the tree, not where a link leads
                    guard.mayReplace(at.entry(names.getLast()), names.getLast());
                    Files.delete(at.entry(names.getLast()));
                }
                fresh = !Files.exists(at.entry(names.getLast()), LinkOption.NOFOLLOW_LINKS);
            }
        }
        try {
            try (Directory there = directories.acquire(all)) {
                leftovers.sweep(there, all);
                if (fresh) {
                    if (guard.keepsPermissions()) {
                        Permissions.give(
                                there.path(), Permissions.narrowed(Permissions.ALL, permissions), there.links());
                    } else {
                        Permissions.narrow(there.path(), permissions, there.links());
                    }
                    synchronized (made) {
                        made.add(all);
                    }
                }
            }
        } catch (NotDirectoryException e) {
            // its parent was opened above
            throw names.isEmpty() ? e : new FileAlreadyExistsException(names.getLast());
        }
    }

    /**
     * Makes a symbolic link, in the place of a file or link that is there; of a directory never. The caller
     * writes nothing beneath it any more.
     *
     * @param text what it leads to, as it is written
     * @param rules whether what is there may stay
     * @return why not, if it is left out; null else
     */
    public @Nullable NotTransferred link(TreeEntry link, String text, CopyRules rules) throws IOException {
        List<String> names = EntryNames.joined(base, link.names());
        List<String> parent = EntryNames.above(names);
        String name = names.getLast();
        if (confined && EntryNames.leadsOut(names.subList(root.depth(), names.size()), text)) {
            return NotTransferred.leftOut(link.path(), Directory.LEADS_OUT);
        }
        try (Directory at = directories.acquire(parent)) {
            exact.refuseAnothers(at, parent, name);
            Path path = at.entry(name);
            if (Files.isSymbolicLink(path)
                    && Files.readSymbolicLink(path).toString().equals(text)) {
                return null;
            }
            Instant modified = Instant.EPOCH.plus(link.modifiedNanos(), ChronoUnit.NANOS);
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(name);
            } else if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                if (rules.keeps(
                        Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                                .toInstant(),
                        modified)) {
                    return NotTransferred.kept(link.path());
                }
                guard.mayReplace(path, name);
            }
            FileState.replaceByLink(path, at.entry(own.stem(name) + "-0.part"), text, modified);
            return null;
        }
    }

    /** Makes what got its name in a directory of the tree last. */
    public void sync(List<String> names) throws IOException {
        try (Directory at = directories.acquire(EntryNames.joined(base, names))) {
            at.sync();
        }
    }

    /** Gives a directory of the tree its time, when nothing more is put into it; not the root that all is confined to. */
    public void setModified(TreeEntry entry) throws IOException {
        Instant modified = Instant.EPOCH.plus(entry.modifiedNanos(), ChronoUnit.NANOS);
        List<String> names = EntryNames.joined(base, entry.names());
        if (names.size() > root.depth()) {
            try (Directory at = directories.acquire(names)) {
                FileState.setDirectoryTime(at.path(), modified, at.links());
            }
        }
    }

    /** Something done to a directory of the tree, or to a file that was there before. */
    @FunctionalInterface
    public interface Update {
        /** @param refusal why this writer must not change it; empty if it may */
        void run(Path path, String refusal, LinkOption... links) throws IOException;
    }

    /** Gives it another owner and the like, or looks what it has of them. */
    public void update(TreeEntry entry, Update update) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        if (entry.directory()) {
            try (Directory at = directories.acquire(names)) {
                update.run(at.path(), refusal(names), at.links());
            }
            return;
        }
        String name = names.getLast();
        try (Directory above = directories.acquire(EntryNames.above(names));
                Directory at = above.pin(name)) {
            String refusal = refusal(above, name);
            if (!at.isAt(above.entry(name)) || !Files.isRegularFile(at.path(), at.links())) {
                throw new FileSystemException(name, null, "another process replaced it");
            }
            update.run(at.path(), refusal, at.links());
        }
    }

    /** A directory that was made for this tree is always this writer's; the root that all is confined to never. */
    private String refusal(List<String> directory) {
        synchronized (made) {
            return directory.size() <= root.depth()
                    ? "it is the top directory of what this client may write, which stays as it is"
                    : guard.changesOthers() || made.contains(directory)
                            ? ""
                            : "the directory was there before, and this client's pairing does not include changing it";
        }
    }

    private String refusal(Directory above, String name) throws IOException {
        try {
            guard.mayReplace(above.entry(name), name);
            return "";
        } catch (RefusedException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Those of the paths written that are at the target under other names. @param paths beneath this tree */
    public List<List<String>> altered(List<List<String>> paths) throws IOException {
        return exact
                .altered(
                        paths.stream()
                                .map(names -> EntryNames.joined(base, names))
                                .toList(),
                        directories::acquire)
                .stream()
                .map(path -> path.subList(base.size(), path.size()))
                .toList();
    }

    /**
     * What is elsewhere by now, since its directory was renamed or replaced: paths below this tree, the
     * empty one for all of it.
     */
    public Set<List<String>> displaced() throws IOException {
        Set<List<String>> lost = new HashSet<>();
        for (List<String> each : directories.displaced()) {
            lost.add(each.size() <= base.size() ? List.of() : each.subList(base.size(), each.size()));
        }
        Path path = opened;
        if (path != null) {
            try (Directory top = root.open(List.of())) {
                if (!top.isAt(path)) {
                    lost.add(List.of());
                }
            }
        }
        return lost;
    }

    /** What is to be said of that. */
    public static RefusedException elsewhere(String name) {
        return new RefusedException(
                Reason.UNSAFE,
                "its directory was renamed or replaced by another process while it was"
                        + " written; the data is in the renamed directory; re-run to write to \""
                        + EntryNames.printable(name) + "\"");
    }

    /** Keeps every other writer of the same tree, or of the same single file, away. */
    public TargetLock lock(String owner) throws IOException {
        if (needsMark) {
            mark.make();
        }
        List<String> parent = directory ? base : EntryNames.above(base);
        try (Directory at = directories.acquire(parent)) {
            TargetLock lock = TargetLock.acquire(at, own, directory ? "." : base.getLast(), owner);
            locksFile = !directory;
            return lock;
        }
    }

    /** Marks the directory as unfinished, if this is one that the next run would not know for its own otherwise. */
    public void begin() throws IOException {
        if (needsMark) {
            mark.set();
        }
    }

    /** Takes the mark away. */
    public void end() throws IOException {
        if (directory) {
            mark.remove();
        }
    }

    /** What is at an entry's place now; null if nothing is. Fails if it is another version and must stay. */
    public @Nullable SourceVersion existing(TreeEntry entry) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            if (!directory) {
                leftovers.sweep(at, EntryNames.above(names));
            }
            BasicFileAttributes now = Files.readAttributes(
                    at.entry(names.getLast()), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            exact.refuseAnothers(at, EntryNames.above(names), names.getLast());
            if (now.isDirectory()) {
                throw new FileAlreadyExistsException(entry.path());
            }
            SourceVersion there = now.isRegularFile()
                    ? new SourceVersion(now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS))
                    : null;
            if (!entry.version().equals(there)) {
                guard.mayReplace(at.entry(names.getLast()), names.getLast());
            }
            return there;
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** @throws RefusedException if what is at an entry's place is not to be replaced */
    public void requireReplaceable(TreeEntry entry) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            guard.mayReplace(at.entry(names.getLast()), names.getLast());
        }
    }

    /** Gives a file that is elsewhere on this file system the name of an entry, too, where nothing has it. */
    public void linkFrom(TreeEntry entry, Path file) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.createLink(at.entry(names.getLast()), file);
        }
    }

    /** Gives the file of an entry another name elsewhere on this file system, too. */
    public void linkTo(TreeEntry entry, Path name) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.createLink(name, at.entry(names.getLast()));
        }
    }

    /** Removes the file of an entry, if it is there. */
    public void unlink(TreeEntry entry) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.deleteIfExists(at.entry(names.getLast()));
        }
    }

    /** Opens what is at an entry's place, to compare it. */
    public FileChannel openExisting(TreeEntry entry) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            return FileChannel.open(at.entry(names.getLast()), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * Distinguishes the small partial files of this tree from those of others that reach into it. The next transfer to
     * the same place finds those that a kill has left; its {@link #lock} keeps two from being there at once.
     */
    private synchronized String place() throws IOException {
        if (place.isEmpty()) {
            try (Directory at = directories.acquire(directory ? base : EntryNames.above(base))) {
                Object inode = Files.readAttributes(at.path(), BasicFileAttributes.class)
                        .fileKey();
                place = Sha256.ofText(inode + "/" + (directory ? "." : base.getLast()), PLACE_CHARACTERS);
            }
        }
        return place;
    }

    /**
     * Removes what killed runs have left next to a file that has arrived, unless it is being written.
     *
     * @param names of the file; none for a single one
     */
    public void tidy(List<String> names, String owner) throws IOException {
        List<String> all = EntryNames.joined(base, names);
        List<String> parent = EntryNames.above(all);
        String name = all.getLast();
        if (!leftovers.has(parent, own, name)) {
            return;
        }
        try (Directory at = directories.acquire(parent);
                TargetLock _ = locksFile ? null : TargetLock.acquire(at, own, name, owner)) {
            leftovers.remove(at, parent, own, name);
        } catch (TargetBusyException _) {
            // it is theirs, not a leftover
        }
    }

    /** Opens a partial file in an open directory, which it closes. */
    private interface Opening {
        PartialFile in(Directory at) throws IOException;
    }

    private PartialFile open(List<String> parent, Opening opening) throws IOException {
        Directory at = directories.acquire(parent);
        PartialFile part;
        try {
            part = opening.in(at);
        } catch (IOException e) {
            at.close();
            throw e;
        }
        return part.under(guard, exact, parent);
    }

    /** Opens the partial file of an entry. */
    public PartialFile openPartial(TreeEntry entry, String owner) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        return open(
                EntryNames.above(names),
                at -> PartialFile.open(at, own, names.getLast(), entry.version(), place(), owner, sparse));
    }

    /** Opens a partial file for a stream of unknown length, which becomes the single file of this locked tree. */
    public PartialFile openGrowing() throws IOException {
        return open(EntryNames.above(base), at -> {
            guard.mayReplace(at.entry(base.getLast()), base.getLast());
            leftovers.sweep(at, EntryNames.above(base));
            return PartialFile.growing(at, own, base.getLast(), place());
        });
    }

    /** What an unfinished run has left of a large file: it has that room already. */
    public long partialBytes(TreeEntry entry) throws IOException {
        if (entry.sizeBytes() < PartialFile.RESUMABLE_BYTES) {
            return 0;
        }
        List<String> names = EntryNames.joined(base, entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            return Files.readAttributes(
                            at.entry(own.stem(names.getLast()) + ".part"),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS)
                    .size();
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    /** Bytes left for us on the file system of the target, or {@link FreeSpace#UNKNOWN}. @param wantedBytes what they are needed for */
    public long usableBytes(long wantedBytes) throws IOException {
        List<String> parent = directory || base.isEmpty() ? base : EntryNames.above(base);
        try (Directory at = directories.acquire(parent)) {
            return guard.usableBytes(() -> FreeSpace.bytes(at.path()), wantedBytes);
        }
    }

    @Override
    public void close() {
        directories.close();
        root.close();
    }
}

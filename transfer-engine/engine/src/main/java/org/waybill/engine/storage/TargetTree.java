package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.platform.FreeSpace;

/**
 * Where the files of a transfer go: the place beneath a confined root ({@link TargetPlace}), its directories
 * ({@link TargetDirectories}), what is at the places of its files ({@link TargetEntries}), which names are of one file
 * ({@link TargetHardLinks}), what becomes of replaced files ({@link TargetBackups}), and the files that are being written
 * ({@link TargetPartials}).
 */
public final class TargetTree implements AutoCloseable {
    private final TargetPlace place;
    private final DirectoryCache open;
    private final UnfinishedMark mark;
    private final TargetDirectories directories;
    private final TargetEntries entries;
    private final TargetPartials partials;
    private final TargetHardLinks hardLinks;
    private final TargetBackups backups;

    /** Whether zeros of its files become holes. */
    private volatile boolean sparse;
    /** Whether {@link #lock} has locked the single file of it. */
    private volatile boolean locksFile;

    private TargetTree(TargetPlace place) throws IOException {
        NameFidelityCheck exact = new NameFidelityCheck();
        StaleFileCleanup leftovers = new StaleFileCleanup();
        this.place = place;
        this.open = new DirectoryCache(place.root());
        this.mark = new UnfinishedMark(open, place.own(), place.base());
        this.directories = new TargetDirectories(place, open, exact, leftovers);
        this.backups = new TargetBackups(place, open, directories);
        this.entries = new TargetEntries(place, open, exact, leftovers, backups);
        this.partials = new TargetPartials(place, open, exact, leftovers, backups, directories);
        this.hardLinks = new TargetHardLinks(place, open, exact, backups);
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
        TargetPlace place = TargetPlace.beneath(root, own, path, sourceName, directory, guard);
        TargetTree tree = new TargetTree(place);
        for (String name : place.base()) {
            EntryNames.refuseOwn(name);
        }
        return tree;
    }

    /** A path of this machine, as its user names it. */
    public static TargetTree local(
            Path path, TemporaryNames own, boolean endsInSlash, String sourceName, boolean directory)
            throws IOException {
        return new TargetTree(TargetPlace.local(path, own, endsInSlash, sourceName, directory));
    }

    /** Has files made in which zeros are holes. */
    public void makeHoles() {
        sparse = true;
    }

    /**
     * Has files that are replaced kept, under their own paths, in a directory of the target.
     *
     * @param directory a path below the target; below the directory of a single file
     */
    public void keepReplaced(String directory) throws IOException {
        backups.keepIn(directory);
    }

    /** What keeps the files that are replaced by several that get their names together. */
    public TargetBackups.Batch backups() {
        return backups.batch();
    }

    /** Which of its names are of one file. */
    public TargetHardLinks hardLinks() {
        return hardLinks;
    }

    /** Where it is, or its only file, below the root. */
    public List<String> names() {
        return place.base();
    }

    /**
     * Makes a directory of the tree, open to no one whom its source is closed to. A read-only one of this user's own that is
     * there is opened as soon as something is to be written into it, as by rsync, where the writer may change what others
     * wrote; it is closed again before the tree's lock is freed.
     *
     * @param permissions of the source's directory
     */
    public void createDirectory(List<String> names, int permissions) throws IOException {
        directories.create(names, permissions);
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
        return entries.link(link, text, rules);
    }

    /** Makes what got its name in a directory of the tree last. */
    public void sync(List<String> names) throws IOException {
        directories.sync(names);
    }

    /** Gives a directory of the tree its time, when nothing more is put into it; not the root that all is confined to. */
    public void setModified(TreeEntry entry) throws IOException {
        directories.setModified(entry);
    }

    /** Something done to a directory of the tree, or to a file that was there before. */
    @FunctionalInterface
    public interface Update {
        /** @param refusal why this writer must not change it; empty if it may */
        void run(Path path, String refusal, LinkOption... links) throws IOException;
    }

    /** Gives it another owner and the like, or looks what it has of them. */
    public void update(TreeEntry entry, Update update) throws IOException {
        if (entry.directory()) {
            directories.update(entry, update);
        } else {
            entries.update(entry, update);
        }
    }

    /** Those of the paths written that are at the target under other names. @param paths beneath this tree */
    public List<List<String>> altered(List<List<String>> paths) throws IOException {
        return entries.altered(paths);
    }

    /**
     * What is elsewhere by now, since its directory was renamed or replaced: paths below this tree, the
     * empty one for all of it.
     */
    public Set<List<String>> displaced() throws IOException {
        return directories.displaced();
    }

    /** What is to be said of that. */
    public static RefusedException elsewhere(String name) {
        return new RefusedException(
                Reason.UNSAFE,
                "its directory was renamed or replaced by another process while it was"
                        + " written; the data is in the renamed directory; re-run to write to \""
                        + EntryNames.printable(name) + "\"");
    }

    /** Whether the directory that it all goes to is not there any more. */
    public boolean isGone() throws IOException {
        Path opened = place.opened();
        try (Directory _ = place.root().open(place.base())) {
            return place.directory() && opened != null && !Files.exists(opened);
        } catch (NoSuchFileException _) {
            return place.directory();
        }
    }

    /** What is to be said of that. */
    public static String gone(String name) {
        return "the destination \"" + name
                + "\" was removed while it was written; run the command again to write all of it";
    }

    /** Keeps every other writer of the same tree, or of the same single file, away, until {@link #unlock}. */
    public TargetLock lock(String owner) throws IOException {
        place.removeLink();
        if (place.needsMark()) {
            mark.make();
        }
        try (Directory at = open.acquire(place.top())) {
            TargetLock lock = lock(at, owner);
            locksFile = !place.directory();
            return lock;
        }
    }

    private TargetLock lock(Directory at, String owner) throws IOException {
        return TargetLock.acquire(
                at,
                place.own(),
                place.lockName(),
                owner,
                place.directory() ? taking -> directories.locked(at, taking) : TargetLock.Around.NOTHING);
    }

    /** What is still done to the directories of a tree, before another writer may come. */
    @FunctionalInterface
    public interface Last {
        /** Nothing. */
        Last NOTHING = _ -> {};

        /** @param top to the tree's own one, in which nothing of ours is by now; else to those below it, which comes first */
        void run(boolean top) throws IOException;
    }

    /** Closes the read-only directories that were opened, and frees the lock. */
    public void unlock(TargetLock lock, Last last) throws IOException {
        try (lock) {
            try {
                last.run(false);
            } finally {
                directories.closeAgain(false);
            }
            try (Directory.Gate _ = place.directory() ? lock.gate() : null) {
                try {
                    lock.removeFile(); // before its directory is closed and has its time
                } finally {
                    last.run(true);
                    directories.closeAgain(true);
                }
            }
        }
    }

    /** Marks the directory as unfinished, if this is one that the next run would not know for its own otherwise. */
    public void begin() throws IOException {
        if (place.needsMark()) {
            mark.set();
        }
    }

    /** Takes the mark away. */
    public void end() throws IOException {
        if (place.directory()) {
            mark.remove();
        }
    }

    /** Whether a link is at the place of an entry that is not the tree itself. */
    public boolean hasLink(List<String> names) throws IOException {
        return entries.hasLink(names);
    }

    /**
     * What is at an entry's place now; null if nothing is. Fails if it is another version that this writer may not replace.
     *
     * @param stays whether it is not to be replaced anyway: then it does not matter whose it is
     */
    public @Nullable SourceVersion existing(TreeEntry entry, Predicate<SourceVersion> stays) throws IOException {
        return entries.existing(entry, stays);
    }

    /** @throws RefusedException if what is at an entry's place is not to be replaced */
    public void requireReplaceable(TreeEntry entry) throws IOException {
        entries.requireReplaceable(entry);
    }

    /** Gives a file that is elsewhere on this file system the name of an entry, too, where nothing has it. */
    public void linkFrom(TreeEntry entry, Path file) throws IOException {
        entries.linkFrom(entry, file);
    }

    /** Gives the file of an entry another name elsewhere on this file system, too. */
    public void linkTo(TreeEntry entry, Path name) throws IOException {
        entries.linkTo(entry, name);
    }

    /** Removes the file of an entry, if it is there. */
    public void unlink(TreeEntry entry) throws IOException {
        entries.unlink(entry);
    }

    /** Opens what is at an entry's place, to compare it. */
    public FileChannel openExisting(TreeEntry entry) throws IOException {
        return entries.openExisting(entry);
    }

    /**
     * Removes what killed runs have left next to a file that has arrived, unless it is being written.
     *
     * @param names of the file; none for a single one
     */
    public void tidy(List<String> names, String owner) throws IOException {
        partials.tidy(names, owner, locksFile);
    }

    /**
     * Removes what an unfinished run of this writer has left here, where something else has completed it: beside the
     * files that are there, unless they are being written, and the mark of the directory.
     */
    public void giveUp(String owner) throws IOException {
        if (!place.isTopThere()) {
            return;
        }
        try (Directory at = open.acquire(place.top())) {
            TargetLock lock = lock(at, owner);
            try {
                if (place.directory()) {
                    partials.giveUpAll(place.base(), owner);
                    end();
                } else {
                    partials.giveUp(at, place.lockName(), owner, true);
                }
            } finally {
                unlock(lock, Last.NOTHING);
            }
        }
    }

    /** Opens the partial file of an entry. */
    public PartialFile openPartial(TreeEntry entry, String owner) throws IOException {
        return partials.openPartial(entry, owner, sparse);
    }

    /** Opens a partial file for a stream of unknown length, which becomes the single file of this locked tree. */
    public PartialFile openGrowing() throws IOException {
        return partials.openGrowing();
    }

    /** What an unfinished run has left of a large file: it has that room already. */
    public long partialBytes(TreeEntry entry) throws IOException {
        return partials.partialBytes(entry);
    }

    /** Bytes left for us on the file system of the target, or {@link FreeSpace#UNKNOWN}. @param wantedBytes what they are needed for */
    public long usableBytes(long wantedBytes) throws IOException {
        try (Directory at = open.acquire(place.base().isEmpty() ? place.base() : place.top())) {
            return place.guard().usableBytes(() -> FreeSpace.bytes(at.path()), wantedBytes);
        }
    }

    @Override
    public void close() {
        directories.closeAgain(false); // of a lock that was not freed by unlock
        directories.closeAgain(true);
        open.close();
        place.root().close();
    }
}

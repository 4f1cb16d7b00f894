package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;

/**
 * Gives the files of a target their names, and keeps what has them where that is requested: under its own path, below
 * one directory of the target, to which no link leads. There is no moment at which nothing has the name, except where
 * no hard link is made of what has it.
 */
public final class TargetBackups {
    private static final int MOST_OF_ONE_NAME = 10_000;
    /** All of them are opened for the first backup in a directory. */
    private static final int MOST_NAMES = 32;

    private final TargetPlace place;
    private final DirectoryCache directories;
    private final TargetDirectories tree;
    private final Linking linking;
    private volatile List<String> kept = List.of();

    /** Gives a file one more name, as {@link Files#createLink}. */
    @FunctionalInterface
    interface Linking {
        void link(Path name, Path file) throws IOException;
    }

    TargetBackups(TargetPlace place, DirectoryCache directories, TargetDirectories tree) {
        this(place, directories, tree, Files::createLink);
    }

    TargetBackups(TargetPlace place, DirectoryCache directories, TargetDirectories tree, Linking linking) {
        this.place = place;
        this.directories = directories;
        this.tree = tree;
        this.linking = linking;
    }

    /**
     * The names along a path that backups are to be kept below.
     *
     * @throws RefusedException if it does not lead below the destination, or has a name of our own files
     */
    public static List<String> names(String directory) throws RefusedException {
        try {
            List<String> names = directory.startsWith("/") ? List.of() : EntryNames.split(directory);
            for (String name : names) {
                EntryNames.refuseOwn(name);
            }
            if (!names.isEmpty() && names.size() <= MOST_NAMES) {
                return List.copyOf(names);
            }
        } catch (BadNameException _) {
            // said below
        }
        throw new RefusedException(
                Reason.BAD_INPUT,
                "invalid " + CopyRules.BACKUP_OPTION + " '" + EntryNames.printable(EntryNames.shortened(directory))
                        + "': expected a path below the destination of at most " + MOST_NAMES
                        + " names, without a leading slash and ..");
    }

    /**
     * What a backup is called if so many have its name.
     *
     * @throws RefusedException if these are too many
     */
    public static String numbered(String name, int others) throws RefusedException {
        if (others >= MOST_OF_ONE_NAME) {
            throw new RefusedException(
                    Reason.LIMIT, "it has " + MOST_OF_ONE_NAME + " backups: choose another " + CopyRules.BACKUP_OPTION);
        }
        return others == 0 ? name : name + "~" + others;
    }

    /** @see TargetTree#keepReplaced */
    void keepIn(String directory) throws IOException {
        kept = names(directory);
    }

    /** For files that get their names together. */
    Batch batch() {
        return new Batch();
    }

    /**
     * Gives something a name, in place of a file or link that has it.
     *
     * @param parent the names of its directory, below the root
     */
    void publish(Directory at, List<String> parent, String name, WriteGuard.Rename rename) throws IOException {
        try (Batch one = batch()) {
            one.keep(at, parent, name);
            one.sync();
            one.publish(at, parent, name, rename);
        }
    }

    /**
     * Opens a directory below the target's own and makes what of it is not there, as closed as the directory whose files
     * it keeps; a link is refused.
     */
    private Directory open(List<String> names) throws IOException {
        Directory at = directories.acquire(place.top());
        try {
            for (int depth = 0; depth < names.size(); depth++) {
                Directory here = at;
                String name = names.get(depth);
                boolean made =
                        tree.writing(EntryNames.joined(place.top(), names.subList(0, depth)), () -> make(here, name));
                Directory below = below(at, name);
                at.close();
                at = below;
                if (made && depth >= kept.size()) {
                    narrow(at, EntryNames.joined(place.top(), names.subList(kept.size(), depth + 1)));
                }
            }
            return at;
        } catch (IOException e) {
            at.close();
            throw e;
        }
    }

    private void narrow(Directory made, List<String> like) throws IOException {
        try (Directory of = directories.acquire(like)) {
            Permissions.narrow(made.path(), FileState.of(of.path()).permissions(), made.links());
        }
    }

    /** @return false if something is there, as of an earlier copy; opening it shows what it is */
    private static boolean make(Directory at, String name) throws IOException {
        try {
            Permissions.createDirectory(at.entry(name));
            at.sync();
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    private static Directory below(Directory at, String name) throws IOException {
        Directory below;
        try {
            below = at.pin(name);
        } catch (BadNameException e) {
            throw notHere(Reason.UNSAFE, name, "a symbolic link");
        }
        if (!Files.isDirectory(below.path(), below.links())) {
            below.close();
            throw notHere(Reason.BAD_INPUT, name, "no directory");
        }
        return below;
    }

    private static RefusedException notHere(Reason reason, String name, String what) {
        return new RefusedException(
                reason,
                "it is not replaced, since \"" + EntryNames.printable(name) + "\", where it would be kept, is " + what
                        + ": choose another directory for backups");
    }

    /**
     * Files that get their names together: what has the names is linked first, then each directory of backups is synced
     * once, then the files are renamed. Only the last is done while no other client may give the name. For one thread.
     */
    public final class Batch implements AutoCloseable {
        private final Map<List<String>, Backup> made = new HashMap<>();
        private final Map<List<String>, Directory> opened = new HashMap<>();
        private final Set<Directory> unsynced = new LinkedHashSet<>();

        private Batch() {}

        /** Whether anything is kept. */
        boolean isKeeping() {
            return !kept.isEmpty();
        }

        /** Keeps the file that has a name, if there is one and this writer may replace it. */
        void keep(Directory at, List<String> parent, String name) throws IOException {
            if (isKeeping() && Files.isRegularFile(at.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                place.guard().mayReplace(at.entry(name), name);
                Backup backup = new Backup(this, at.again(), parent, name);
                made.put(EntryNames.joined(parent, List.of(name)), backup);
                backup.link();
            }
        }

        /** Makes all that was kept durable. */
        public void sync() throws IOException {
            for (Directory each : unsynced) {
                each.sync();
            }
            unsynced.clear();
        }

        /** As {@link TargetBackups#publish}, of what was to be kept before. */
        void publish(Directory at, List<String> parent, String name, WriteGuard.Rename rename) throws IOException {
            if (!isKeeping()) {
                publish(at, parent, name, WriteGuard.Rename.NONE, rename);
                return;
            }
            Backup before = made.remove(EntryNames.joined(parent, List.of(name)));
            try (Backup backup = before == null ? new Backup(this, at.again(), parent, name) : before) {
                publish(at, parent, name, backup::complete, () -> {
                    rename.run();
                    backup.stays = true;
                });
            }
        }

        private void publish(
                Directory at, List<String> parent, String name, WriteGuard.Rename keep, WriteGuard.Rename rename)
                throws IOException {
            tree.writing(parent, () -> {
                place.guard().publish(at.entry(name), name, keep, rename);
                return true;
            });
        }

        private Directory directory(List<String> names) throws IOException {
            Directory known = opened.get(names);
            if (known == null) {
                known = open(names);
                opened.put(names, known);
            }
            return known;
        }

        @Override
        public void close() throws IOException {
            IOException failure = null;
            for (Backup each : made.values()) {
                try (each) {
                    // its file did not get the name
                } catch (IOException e) {
                    failure = e;
                }
            }
            made.clear();
            opened.values().forEach(Directory::close);
            opened.clear();
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** Gives what has a file's name a name of a backup; false if something has that. */
    @FunctionalInterface
    private interface Keeping {
        boolean isKept(Path backup) throws IOException;
    }

    /** One file's; it goes again if the new file does not get the name. */
    private final class Backup implements AutoCloseable {
        private final Batch batch;
        private final Directory from;
        private final String name;
        private final List<String> within;
        private @Nullable Path path;
        private boolean stays;

        /** @param from closed with it */
        Backup(Batch batch, Directory from, List<String> parent, String name) {
            this.batch = batch;
            this.from = from;
            this.name = name;
            this.within = EntryNames.joined(kept, parent.subList(place.top().size(), parent.size()));
        }

        /** Where no link is made, nothing is done yet. */
        void link() throws IOException {
            try {
                make(this::isLinked);
            } catch (UnsupportedOperationException | FileSystemException e) {
                if (!FileSystemLimits.isLinkRefused(e)) {
                    throw e;
                }
            }
        }

        /** The new file gets the name next: what has it may be another file by now, or is to be moved. */
        void complete() throws IOException {
            if (path == null || !Objects.equals(inode(path), inode(from.entry(name)))) {
                path = null;
                make(this::isLinkedOrMoved);
                batch.sync();
            }
        }

        private void make(Keeping keeping) throws IOException {
            if (!Files.isRegularFile(from.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            Directory directory = batch.directory(within);
            List<String> names = EntryNames.joined(place.top(), within);
            try {
                for (int i = 0; path == null; i++) {
                    Path one = directory.entry(numbered(name, i));
                    if (!Files.exists(one, LinkOption.NOFOLLOW_LINKS)
                            && tree.writing(names, () -> keeping.isKept(one))) {
                        path = one;
                    }
                }
                batch.unsynced.add(directory);
            } catch (NoSuchFileException e) {
                if (Files.exists(from.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                    throw e;
                } // else it was removed meanwhile: nothing is replaced
            }
        }

        private boolean isLinked(Path backup) throws IOException {
            try {
                linking.link(backup, from.entry(name));
                return true;
            } catch (FileAlreadyExistsException _) {
                return false; // another copy was quicker
            }
        }

        /** By a move where no link is made: over a file of our own, since it replaces what it finds. */
        private boolean isLinkedOrMoved(Path backup) throws IOException {
            try {
                return isLinked(backup);
            } catch (UnsupportedOperationException | FileSystemException e) {
                if (!FileSystemLimits.isLinkRefused(e)) {
                    throw e;
                }
            }
            try {
                Files.createFile(backup);
            } catch (FileAlreadyExistsException _) {
                return false;
            }
            try {
                Files.move(from.entry(name), backup, StandardCopyOption.ATOMIC_MOVE);
                return true;
            } catch (IOException e) {
                Files.delete(backup);
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            try (from) {
                if (path == null || stays) {
                    return;
                }
                if (!Files.exists(from.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(path, from.entry(name), StandardCopyOption.ATOMIC_MOVE);
                } else if (Objects.equals(inode(path), inode(from.entry(name)))) {
                    Files.delete(path);
                }
            }
        }

        /** Null for nothing. */
        private static @Nullable Object inode(Path path) throws IOException {
            try {
                return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .fileKey();
            } catch (NoSuchFileException _) {
                return null;
            }
        }
    }
}

package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;

/**
 * Gives the files of a target their names, and keeps what has them where that is requested: under its own path, below
 * one directory of the target, to which no link leads. There is no moment at which nothing has the name, except where
 * the file system has no hard links.
 */
final class TargetBackups {
    private static final int MOST_OF_ONE_NAME = 10_000;

    private final TargetPlace place;
    private final DirectoryCache directories;
    private volatile List<String> kept = List.of();

    TargetBackups(TargetPlace place, DirectoryCache directories) {
        this.place = place;
        this.directories = directories;
    }

    /** @see TargetTree#keepReplaced */
    void keepIn(String directory) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            names.addAll(directory.startsWith("/") ? List.of() : EntryNames.split(directory));
            for (String name : names) {
                EntryNames.refuseOwn(name);
            }
        } catch (BadNameException _) {
            names.clear();
        }
        if (names.isEmpty()) {
            throw new RefusedException(
                    Reason.BAD_INPUT,
                    "backups cannot be kept in \"" + EntryNames.printable(directory)
                            + "\", which is not below the destination: expected a relative path without ..");
        }
        kept = List.copyOf(names);
    }

    /**
     * Gives something a name, in place of a file or link that has it.
     *
     * @param parent the names of its directory, below the root
     */
    void publish(Directory at, List<String> parent, String name, WriteGuard.Rename rename) throws IOException {
        Path path = at.entry(name);
        if (kept.isEmpty()) {
            place.guard().publish(path, name, WriteGuard.Rename.NONE, rename);
            return;
        }
        List<String> within = EntryNames.joined(kept, parent.subList(place.top().size(), parent.size()));
        try (Backup backup = new Backup(at, name, within)) {
            place.guard().publish(path, name, backup::make, () -> {
                rename.run();
                backup.stays = true;
            });
        }
    }

    /** Opens a directory below the target's own and makes what of it is not there; a link is refused. */
    private Directory open(List<String> names) throws IOException {
        Directory at = directories.acquire(place.top());
        try {
            for (String name : names) {
                Directory below = below(at, name);
                at.close();
                at = below;
            }
            return at;
        } catch (IOException e) {
            at.close();
            throw e;
        }
    }

    private static Directory below(Directory at, String name) throws IOException {
        try {
            Permissions.createDirectory(at.entry(name));
            at.sync();
        } catch (FileAlreadyExistsException _) {
            // as in an earlier copy; opening it shows what it is
        }
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

    /** One file's; it goes again if the new file does not get the name. */
    private final class Backup implements AutoCloseable {
        private final Directory from;
        private final String name;
        private final List<String> within;
        private @Nullable Directory to;
        private String free = "";
        private boolean stays;

        Backup(Directory from, String name, List<String> within) {
            this.from = from;
            this.name = name;
            this.within = within;
        }

        void make() throws IOException {
            if (!Files.isRegularFile(from.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            Directory directory = open(within);
            to = directory;
            for (int i = 0; i < MOST_OF_ONE_NAME; i++) {
                String one = i == 0 ? name : name + "~" + i;
                if (!Files.exists(directory.entry(one), LinkOption.NOFOLLOW_LINKS) && isMade(directory.entry(one))) {
                    free = one;
                    directory.sync();
                    return;
                }
            }
            throw new RefusedException(
                    Reason.LIMIT, "it has " + MOST_OF_ONE_NAME + " backups; choose another directory for them");
        }

        private boolean isMade(Path backup) throws IOException {
            try {
                Files.createLink(backup, from.entry(name));
                return true;
            } catch (FileAlreadyExistsException _) {
                return false; // another copy was quicker
            } catch (UnsupportedOperationException | FileSystemException _) {
                // no hard links here, or not of this file
                Files.move(from.entry(name), backup, StandardCopyOption.ATOMIC_MOVE);
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            try (Directory directory = to) {
                if (directory == null || free.isEmpty() || stays) {
                    return;
                }
                Path backup = directory.entry(free);
                if (!Files.exists(from.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(backup, from.entry(name), StandardCopyOption.ATOMIC_MOVE);
                } else if (Objects.equals(inode(backup), inode(from.entry(name)))) {
                    Files.delete(backup);
                }
            }
        }

        private static @Nullable Object inode(Path path) throws IOException {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        }
    }
}

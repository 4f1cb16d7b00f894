package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The mark of a directory that a transfer has not finished: the next run continues in it, and does not take it for one
 * to put the tree into.
 *
 * @param base the directory's names beneath the root
 */
record UnfinishedMark(DirectoryCache directories, TemporaryNames own, List<String> base) {
    /** What version 0.1 marked an unfinished directory with. */
    private static final String OLD_MARK = EntryNames.OWN_PREFIX + "tree";

    /** Whether a directory is there that is neither the source's copy nor marked. */
    static boolean isDirectoryToPutInto(
            ConfinedRoot root, TemporaryNames own, List<String> names, String sourceName, boolean directory)
            throws IOException {
        try (Directory at = root.open(names)) {
            boolean sameName = !names.isEmpty() && names.getLast().equals(sourceName);
            return !directory
                    || !(sameName || isMarked(at, own.mark(EntryNames.last(names))) || isMarked(at, OLD_MARK));
        } catch (NoSuchFileException | NotDirectoryException _) {
            return false;
        }
    }

    private static boolean isMarked(Directory at, String mark) throws IOException {
        Optional<TemporaryFile> found = TemporaryFile.find(at, mark);
        found.ifPresent(TemporaryFile::close);
        return found.isPresent();
    }

    /**
     * Makes the directory, if it is not there, with its mark in it: a process that is killed between the two would
     * leave one that looks finished, and the next run would put the tree into it.
     */
    void make() throws IOException {
        if (base.isEmpty()) {
            return;
        }
        String name = base.getLast();
        try (Directory parent = directories.acquire(EntryNames.above(base))) {
            if (Files.exists(parent.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try {
                make(parent, own.mark(name), name);
            } catch (IOException e) {
                // another process may have been quicker: its lock shows which
                if (!Files.isDirectory(parent.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                    throw e;
                }
            }
            parent.sync();
        }
    }

    private static void make(Directory parent, String mark, String name) throws IOException {
        try {
            Permissions.createDirectory(parent.entry(mark));
        } catch (FileAlreadyExistsException _) {
            // one that was killed has left it
        }
        try (Directory made = parent.pin(mark)) {
            TemporaryFile.findOrCreate(made, mark).close();
            try {
                Files.move(parent.entry(mark), parent.entry(name), StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException e) {
                // it has its name already, by another process that makes the same
                throw e;
            } catch (FileSystemException e) {
                TemporaryFile.remove(made, mark);
                Files.deleteIfExists(parent.entry(mark));
                throw e;
            }
        }
    }

    /** Marks the directory, which is there. */
    void set() throws IOException {
        try (Directory at = directories.acquire(base)) {
            TemporaryFile.findOrCreate(at, own.mark(EntryNames.last(base))).close();
        }
    }

    void remove() throws IOException {
        try (Directory at = directories.acquire(base)) {
            for (String mark : List.of(own.mark(EntryNames.last(base)), OLD_MARK)) {
                try (TemporaryFile found = TemporaryFile.find(at, mark).orElse(null)) {
                    if (found != null) {
                        found.delete();
                    }
                }
            }
        }
    }
}

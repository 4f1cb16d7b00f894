package org.waybill.engine.mover.local;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.FileState;

/** What is where on this machine. */
final class LocalEntries {
    private LocalEntries() {}

    static Optional<Entry> stat(String path) throws TransferException {
        try {
            return Optional.of(entry(path, Path.of(path)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            if (LocalFailures.isLoop(e)
                    || (e instanceof IOException && !Files.exists(Path.of(path)) && isBelowFile(path))) {
                return Optional.empty();
            }
            throw LocalFailures.explain(e, path);
        }
    }

    static Optional<Entry> look(String path) throws TransferException {
        try {
            return Optional.of(entry(path, Path.of(path), LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            if (isBelowFile(path)) {
                return Optional.empty();
            }
            throw LocalFailures.explain(e, path);
        }
    }

    private static boolean isBelowFile(String path) {
        return Files.isRegularFile(Path.of(StorePath.parent(path)));
    }

    /** The tag is inode and time of change: a process that restores size and time of a file cannot restore that. */
    static Entry entry(String path, Path file, LinkOption... links) throws IOException {
        FileState now = FileState.of(file, links);
        Entry.Kind kind = now.isRegular()
                ? Entry.Kind.FILE
                : now.isDirectory() ? Entry.Kind.DIRECTORY : now.isLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
        return new Entry(
                path,
                kind,
                now.isRegular() ? now.sizeBytes() : -1,
                now.modified().toInstant(),
                now.permissions(),
                now.inode() + " " + now.changed(),
                true);
    }

    static List<Entry> list(String directory) throws TransferException {
        List<Entry> entries = new ArrayList<>();
        Path parent = Path.of(directory);
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
            for (Path child : children) {
                @Nullable Path file = child.getFileName();
                String name = file == null ? "" : file.toString();
                String path = StorePath.checkedChild(directory, name);
                addEntry(entries, path, child);
            }
        } catch (DirectoryIteratorException e) {
            throw LocalFailures.explain(Objects.<Exception>requireNonNullElse(e.getCause(), e), directory);
        } catch (IOException e) {
            throw LocalFailures.explain(e, directory);
        }
        return entries;
    }

    private static void addEntry(List<Entry> entries, String path, Path child) throws IOException {
        try {
            Entry entry = entry(path, child, LinkOption.NOFOLLOW_LINKS);
            // Java keeps a name's bytes, but its text only when they are text; the path must lead back to the file
            entries.add(Path.of(path).equals(child) ? entry : entry.unnameable());
        } catch (NoSuchFileException _) {
            // it vanished since it was listed
        }
    }

    static Optional<String> sharedFile(String path) throws TransferException {
        return LocalFailures.ask(path, () -> {
            try {
                return FileState.sharedFile(Path.of(path), 2);
            } catch (NoSuchFileException _) {
                return Optional.empty();
            }
        });
    }
}

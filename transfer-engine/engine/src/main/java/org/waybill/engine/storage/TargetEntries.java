package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;

/** The files and links at the places of a tree's entries: looked at, compared, linked, removed. */
record TargetEntries(
        TargetPlace place,
        DirectoryCache directories,
        NameFidelityCheck exact,
        StaleFileCleanup leftovers,
        TargetBackups backups) {
    /** @see TargetTree#existing */
    @Nullable
    SourceVersion existing(TreeEntry entry, Predicate<SourceVersion> stays) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            if (!place.directory()) {
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
            if (!entry.version().mayBe(there) && (there == null || !stays.test(there))) {
                place.guard().mayReplace(at.entry(names.getLast()), names.getLast());
            }
            return there;
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** @see TargetTree#hasLink */
    boolean hasLink(List<String> path) throws IOException {
        List<String> names = place.names(path);
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            return Files.isSymbolicLink(at.entry(names.getLast()));
        }
    }

    /** @see TargetTree#requireReplaceable */
    void requireReplaceable(TreeEntry entry) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            place.guard().mayReplace(at.entry(names.getLast()), names.getLast());
        }
    }

    /** @see TargetTree#linkFrom */
    void linkFrom(TreeEntry entry, Path file) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.createLink(at.entry(names.getLast()), file);
        }
    }

    /** @see TargetTree#linkTo */
    void linkTo(TreeEntry entry, Path name) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.createLink(name, at.entry(names.getLast()));
        }
    }

    /** @see TargetTree#unlink */
    void unlink(TreeEntry entry) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            Files.deleteIfExists(at.entry(names.getLast()));
        }
    }

    /** @see TargetTree#openExisting */
    FileChannel openExisting(TreeEntry entry) throws IOException {
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names));
                TemporaryFile there = TemporaryFile.finished(at, names.getLast())) {
            if (!Files.isRegularFile(there.path(), there.links())) { // a pipe would be waited for
                throw new FileSystemException(names.getLast(), null, "another process replaced it");
            }
            return there.channel(StandardOpenOption.READ);
        }
    }

    /** @see TargetTree#link */
    @Nullable
    NotTransferred link(TreeEntry link, String text, CopyRules rules) throws IOException {
        List<String> names = place.names(link.names());
        List<String> parent = EntryNames.above(names);
        String name = names.getLast();
        if (place.confined() && EntryNames.leadsOut(names.subList(place.root().depth(), names.size()), text)) {
            return NotTransferred.leftOut(link.path(), Directory.LEADS_OUT);
        }
        try (Directory at = directories.acquire(parent)) {
            exact.refuseAnothers(at, parent, name);
            Path path = at.entry(name);
            Instant modified = Instant.EPOCH.plus(link.modifiedNanos(), ChronoUnit.NANOS);
            if (Files.isSymbolicLink(path)
                    && Files.readSymbolicLink(path).toString().equals(text)) {
                if (refusal(at, name).isEmpty()) {
                    FileState.setDirectoryTime(path, modified, LinkOption.NOFOLLOW_LINKS);
                }
                return null;
            }
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(name);
            } else if (rules.overwrite() == CopyRules.Overwrite.NEVER
                    && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return NotTransferred.kept(link.path());
            }
            Path fresh = at.entry(place.own().stem(name) + "-0.part");
            backups.publish(at, parent, name, () -> FileState.replaceByLink(path, fresh, text, modified));
            return null;
        }
    }

    /** Has a file changed that was there before, or looked at. */
    void update(TreeEntry entry, TargetTree.Update update) throws IOException {
        List<String> names = place.names(entry.names());
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

    private String refusal(Directory above, String name) throws IOException {
        try {
            place.guard().mayReplace(above.entry(name), name);
            return "";
        } catch (RefusedException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** @see TargetTree#altered */
    List<List<String>> altered(List<List<String>> paths) throws IOException {
        return exact.altered(paths.stream().map(place::names).toList(), directories::acquire).stream()
                .map(path -> path.subList(place.base().size(), path.size()))
                .toList();
    }
}

package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.waybill.engine.Sha256;

/** The partial files of a tree: opened, and those of earlier runs looked at and removed. */
final class TargetPartials {
    private static final int TOKEN_CHARACTERS = 16;

    private final TargetPlace place;
    private final DirectoryCache directories;
    private final NameFidelityCheck exact;
    private final StaleFileCleanup leftovers;
    private final TargetBackups backups;
    private final TargetDirectories tree;
    private String token = "";

    TargetPartials(
            TargetPlace place,
            DirectoryCache directories,
            NameFidelityCheck exact,
            StaleFileCleanup leftovers,
            TargetBackups backups,
            TargetDirectories tree) {
        this.place = place;
        this.directories = directories;
        this.exact = exact;
        this.leftovers = leftovers;
        this.backups = backups;
        this.tree = tree;
    }

    /**
     * Distinguishes the small partial files of this tree from those of others that reach into it. The next transfer to
     * the same place finds those that a kill has left; its lock keeps two from being there at once.
     */
    private synchronized String token() throws IOException {
        if (token.isEmpty()) {
            try (Directory at = directories.acquire(place.top())) {
                Object inode = Files.readAttributes(at.path(), BasicFileAttributes.class)
                        .fileKey();
                token = Sha256.ofText(inode + "/" + place.lockName(), TOKEN_CHARACTERS);
            }
        }
        return token;
    }

    /**
     * Removes what killed runs have left next to a file that has arrived, unless it is being written.
     *
     * @param locked whether the file's lock is held already
     */
    void tidy(List<String> names, String owner, boolean locked) throws IOException {
        List<String> all = place.names(names);
        List<String> parent = EntryNames.above(all);
        String name = all.getLast();
        if (!leftovers.has(parent, place.own(), name)) {
            return;
        }
        try (Directory at = directories.acquire(parent);
                TargetLock _ = locked ? null : TargetLock.acquire(at, place.own(), name, owner)) {
            leftovers.remove(at, parent, place.own(), name);
        } catch (TargetBusyException _) {
            // it is theirs, not a leftover
        }
    }

    /** Removes what this writer has left beside the files of a directory, and below it. @see TargetTree#giveUp */
    void giveUpAll(List<String> directory, String owner) throws IOException {
        List<String> files = new ArrayList<>();
        List<String> below = new ArrayList<>();
        try (Directory at = place.root().open(directory)) {
            Set<String> ours = StaleFileCleanup.swept(at);
            at.list(path -> {
                String name = String.valueOf(path.getFileName());
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    below.add(name);
                } else if (left(name).anyMatch(ours::contains)) {
                    files.add(name);
                }
            });
            for (String file : files) {
                giveUp(at, file, owner, false);
            }
        } catch (NoSuchFileException | NotDirectoryException | BadNameException _) {
            return; // it was removed or replaced meanwhile, or has no name that a transfer gives
        }
        for (String name : below) {
            giveUpAll(EntryNames.joined(directory, List.of(name)), owner);
        }
    }

    /** The same beside one file, if that is there and nobody writes it. @param locked whether its lock is held already */
    void giveUp(Directory at, String name, String owner, boolean locked) throws IOException {
        if (!Files.isRegularFile(at.entry(name), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (TargetLock _ = locked ? null : TargetLock.acquire(at, place.own(), name, owner)) {
            for (String one : left(name).toList()) {
                TemporaryFile.removeLeft(at, one);
            }
        } catch (TargetBusyException _) {
            // it is theirs, not a leftover
        }
    }

    private Stream<String> left(String name) {
        String stem = place.own().stem(name);
        return Stream.of(stem + ".part", stem + ".ledger");
    }

    /** Opens a partial file in an open directory, which it closes. */
    private interface Opening {
        PartialFile in(Directory at) throws IOException;
    }

    private PartialFile open(List<String> parent, Opening opening) throws IOException {
        Directory at = directories.acquire(parent);
        PartialFile part;
        try {
            part = tree.writing(parent, () -> opening.in(at));
        } catch (IOException e) {
            at.close();
            throw e;
        }
        return part.under(place.guard(), exact, backups::publish, parent);
    }

    /** @see TargetTree#openPartial */
    PartialFile openPartial(TreeEntry entry, String owner, boolean sparse) throws IOException {
        List<String> names = place.names(entry.names());
        return open(
                EntryNames.above(names),
                at -> PartialFile.open(at, place.own(), names.getLast(), entry.version(), token(), owner, sparse));
    }

    /** @see TargetTree#openGrowing */
    PartialFile openGrowing() throws IOException {
        return open(EntryNames.above(place.base()), at -> {
            place.guard()
                    .mayReplace(at.entry(place.base().getLast()), place.base().getLast());
            leftovers.sweep(at, EntryNames.above(place.base()));
            return PartialFile.growing(at, place.own(), place.base().getLast(), token());
        });
    }

    /** @see TargetTree#partialBytes */
    long partialBytes(TreeEntry entry) throws IOException {
        if (entry.sizeBytes() < PartialFile.RESUMABLE_BYTES) {
            return 0;
        }
        List<String> names = place.names(entry.names());
        try (Directory at = directories.acquire(EntryNames.above(names))) {
            return Files.readAttributes(
                            at.entry(place.own().stem(names.getLast()) + ".part"),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS)
                    .size();
        } catch (NoSuchFileException _) {
            return 0;
        }
    }
}

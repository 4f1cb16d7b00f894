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
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Looks which names of a target are of one file, and gives a file of it more names. No symbolic link is followed below
 * the target's own place, and a name is only made of the very file that was looked at.
 */
public final class TargetHardLinks {
    private final TargetPlace place;
    /** The names that lead to the root on this machine; none where names begin at the root. */
    private final List<String> top;

    private final DirectoryCache directories;
    private final NameFidelityCheck exact;
    private final TargetBackups backups;

    TargetHardLinks(TargetPlace place, DirectoryCache directories, NameFidelityCheck exact, TargetBackups backups) {
        this.place = place;
        this.directories = directories;
        this.exact = exact;
        this.backups = backups;
        List<String> names = new ArrayList<>();
        Path opened = place.opened();
        if (opened != null) {
            opened.forEach(name -> names.add(name.toString()));
        }
        this.top = List.copyOf(names);
    }

    /**
     * A regular file that is there.
     *
     * @param path beneath the root
     * @param names how many it has
     */
    public record Found(List<String> path, Object inode, int names, SourceVersion version) {
        /** Whether another name is of the same file. */
        public boolean isSameFile(Found other) {
            return inode.equals(other.inode);
        }
    }

    /** The file that has an entry's name; empty if there is none, also where its directory is not there. */
    public Optional<Found> find(TreeEntry entry) {
        return find(place.names(entry.names()));
    }

    /** The same by all names from the top, as {@link #fromTop} gives them; empty for what is not beneath the root. */
    public Optional<Found> findFromTop(List<String> names) {
        boolean beneath =
                names.size() > top.size() && names.subList(0, top.size()).equals(top);
        return beneath ? find(names.subList(top.size(), names.size())) : Optional.empty();
    }

    /** All names from the top: another transfer's target may have another root. */
    public List<String> fromTop(Found file) {
        return EntryNames.joined(top, file.path());
    }

    /** Whether these names from the top are an entry's. */
    public boolean isFromTop(List<String> names, TreeEntry entry) {
        return names.equals(EntryNames.joined(top, place.names(entry.names())));
    }

    private Optional<Found> find(List<String> path) {
        if (!Permissions.isPosix()) {
            return Optional.empty();
        }
        try (Directory above = above(path);
                Directory file = above.pin(path.getLast())) {
            Map<String, Object> now = Files.readAttributes(
                    file.path(), "unix:isRegularFile,fileKey,nlink,size,lastModifiedTime", file.links());
            return now.get("isRegularFile") instanceof Boolean regular
                            && regular
                            && now.get("fileKey") instanceof Object inode
                            && now.get("nlink") instanceof Integer names
                            && now.get("size") instanceof Long size
                            && now.get("lastModifiedTime") instanceof FileTime modified
                    ? Optional.of(new Found(
                            List.copyOf(path),
                            inode,
                            names,
                            new SourceVersion(size, modified.to(TimeUnit.NANOSECONDS))))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // what cannot be looked at is not used
        }
    }

    /** Opens the directory above a path; the part of it that leads to the target's place may lead through links. */
    private Directory above(List<String> path) throws IOException {
        List<String> base = place.base();
        int same = 0;
        while (same < Math.min(base.size(), path.size() - 1) && base.get(same).equals(path.get(same))) {
            same++;
        }
        Directory at = place.root().open(path.subList(0, same));
        try {
            for (String name : path.subList(same, path.size() - 1)) {
                Directory below = at.pin(name);
                at.close();
                at = below;
            }
            return at;
        } catch (IOException e) {
            at.close();
            throw e;
        }
    }

    /** Opens a file that was found, to read it, if it is still this one. */
    public FileChannel open(Found file) throws IOException {
        try (TemporaryFile there = pinned(file)) {
            return there.channel(StandardOpenOption.READ);
        }
    }

    private TemporaryFile pinned(Found file) throws IOException {
        TemporaryFile there;
        try (Directory above = above(file.path())) {
            there = TemporaryFile.finished(above, file.path().getLast());
        }
        if (!file.inode().equals(there.inode())) {
            there.close();
            throw new FileSystemException(
                    file.path().getLast(), null, "another process replaced it while its names were made");
        }
        return there;
    }

    /** @throws RefusedException if this writer may not replace the file, and so makes no name of it either */
    public void requireLinkable(Found file) throws IOException {
        try (Directory above = above(file.path())) {
            place.guard()
                    .mayReplace(above.entry(file.path().getLast()), file.path().getLast());
        }
    }

    /**
     * Gives a file that was found the name of an entry, too, in the place of a file or link that has it.
     *
     * @throws FileAlreadyExistsException if a directory has it
     * @throws RefusedException if what has it must stay
     * @throws IOException also where no such name can be made
     */
    public void link(Found file, TreeEntry entry) throws IOException {
        List<String> names = place.names(entry.names());
        List<String> parent = EntryNames.above(names);
        String name = names.getLast();
        try (TemporaryFile there = pinned(file);
                Directory at = directories.acquire(parent)) {
            exact.refuseAnothers(at, parent, name);
            Path path = at.entry(name);
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(name);
            }
            if (!isFile(path, there)) {
                backups.publish(
                        at, parent, name, () -> there.link(at, name, place.own().stem(name) + "-0.part"));
            }
        }
    }

    /** Whether the file system of a file that was found keeps hard links: tried with a file of our own beside it. */
    public boolean areMade(Found file) {
        String own = place.own().stem(file.path().getLast());
        try (Directory above = above(file.path());
                TemporaryFile probe = TemporaryFile.create(above, own + "-1.part")) {
            try {
                probe.link(above, own + "-2.part", own + "-0.part");
                return true;
            } finally {
                TemporaryFile.remove(above, own + "-2.part");
                probe.delete();
            }
        } catch (FileSystemException e) {
            return !FileSystemLimits.NO_HARD_LINKS.equals(e.getReason());
        } catch (IOException _) {
            return true;
        }
    }

    /** Makes the names of these entries durable. */
    public void sync(Collection<TreeEntry> entries) throws IOException {
        Set<List<String>> parents = new LinkedHashSet<>();
        entries.forEach(entry -> parents.add(EntryNames.above(place.names(entry.names()))));
        for (List<String> parent : parents) {
            try (Directory at = directories.acquire(parent)) {
                at.sync();
            }
        }
    }

    private static boolean isFile(Path path, TemporaryFile file) throws IOException {
        try {
            return Objects.equals(
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .fileKey(),
                    file.inode());
        } catch (NoSuchFileException _) {
            return false;
        }
    }
}

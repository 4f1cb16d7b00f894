package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;

/**
 * Where a tree, or a single file, goes: found from what its user names and from what is there.
 *
 * @param own the names of our own files there
 * @param base the names of the tree's root, or of the file, below the confined root
 * @param below whether the last of these names is the source's, below what was named
 * @param directory whether it is a tree
 * @param sourceName the name at the source; empty for the contents of a directory
 * @param confined whether links must not lead out of the root
 * @param opened what the root was opened as, on this machine
 * @param guard judges what may be replaced
 */
record TargetPlace(
        ConfinedRoot root,
        TemporaryNames own,
        List<String> base,
        boolean below,
        boolean directory,
        String sourceName,
        boolean confined,
        @Nullable Path opened,
        WriteGuard guard) {
    TargetPlace {
        base = List.copyOf(base);
    }

    /** @see TargetTree#beneath */
    static TargetPlace beneath(
            ConfinedRoot root, TemporaryNames own, String path, String sourceName, boolean directory, WriteGuard guard)
            throws IOException {
        List<String> base = find(root, own, path, sourceName, directory);
        return new TargetPlace(root, own, base, isBelow(base, path), directory, sourceName, true, null, guard);
    }

    private static List<String> find(
            ConfinedRoot root, TemporaryNames own, String path, String sourceName, boolean directory)
            throws IOException {
        List<String> names = new ArrayList<>(EntryNames.split(path));
        boolean contents = directory && sourceName.isEmpty();
        if (!contents
                && (path.endsWith("/")
                        || UnfinishedMark.isDirectoryToPutInto(root, own, names, sourceName, directory))) {
            names.add(EntryNames.checked(sourceName));
        }
        return names;
    }

    /** A path of this machine, as its user names it. */
    static TargetPlace local(Path path, TemporaryNames own, boolean endsInSlash, String sourceName, boolean directory)
            throws IOException {
        Path named = path.toAbsolutePath().normalize();
        // the one link that is followed: that which its user names as the destination
        Path absolute = Files.isSymbolicLink(named) ? whereItLeads(named) : named;
        Path parent = absolute.getParent();
        if (parent == null) {
            return local(ConfinedRoot.open(absolute), own, "/", sourceName, directory, null);
        }
        Path there = nearestDirectory(parent);
        String below = there.relativize(absolute) + (endsInSlash ? "/" : "");
        return local(ConfinedRoot.open(there), own, below, sourceName, directory, there);
    }

    private static TargetPlace local(
            ConfinedRoot root,
            TemporaryNames own,
            String path,
            String sourceName,
            boolean directory,
            @Nullable Path opened)
            throws IOException {
        List<String> base = find(root, own, path, sourceName, directory);
        return new TargetPlace(
                root, own, base, isBelow(base, path), directory, sourceName, false, opened, WriteGuard.NONE);
    }

    private static boolean isBelow(List<String> base, String named) throws IOException {
        return base.size() > EntryNames.split(named).size();
    }

    /** What a link that was named as the destination leads to. */
    private static Path whereItLeads(Path link) throws IOException {
        FileState led;
        try {
            // the system follows no link of other users in a directory such as /tmp
            led = FileState.of(link);
        } catch (NoSuchFileException _) {
            throw new RefusedException(
                    Reason.BAD_INPUT, "the link leads nowhere: remove it, or name the file that it should lead to");
        }
        Path real = link.toRealPath();
        FileState there = FileState.of(real);
        if (!Objects.equals(there.inode(), led.inode())) {
            throw new RefusedException(Reason.UNSAFE, "another process changed the link: try again");
        }
        return real;
    }

    /** The deepest directory along a path that exists; those below it will be made. */
    private static Path nearestDirectory(Path path) throws IOException {
        Path parent = path.getParent();
        try {
            if (parent == null
                    || Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
                return path;
            }
        } catch (NoSuchFileException _) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return nearestDirectory(parent);
            }
            // a link that leads nowhere
        }
        throw new NotDirectoryException(path.toString());
    }

    /** Whether a directory is there. */
    boolean isThere() throws IOException {
        return !hasLink() && isThere(base);
    }

    /** Whether the directory is there that has it all. */
    boolean isTopThere() throws IOException {
        return !hasLink() && isThere(top());
    }

    /** Whether a link that nobody named is in the place of the tree: it does not lead, and is replaced (decision 0277). */
    private boolean hasLink() throws IOException {
        if (!mayHaveLink()) {
            return false;
        }
        try (Directory at = root.open(EntryNames.above(base))) {
            return Files.isSymbolicLink(at.entry(base.getLast()));
        }
    }

    private boolean mayHaveLink() throws IOException {
        return directory && below && isThere(EntryNames.above(base));
    }

    /** Removes such a link; what is no link when it is to go stays. */
    void removeLink() throws IOException {
        if (mayHaveLink()) {
            try (Directory at = root.open(EntryNames.above(base))) {
                Path link = at.entry(base.getLast());
                if (Files.isSymbolicLink(link)) {
                    guard.mayReplace(link, base.getLast());
                    Files.delete(link);
                }
            } catch (AccessDeniedException e) { // else all would be written where it leads
                throw new RefusedException(
                        Reason.PERMISSION, "no permission to replace the link \"" + EntryNames.last(base) + "\"");
            }
        }
    }

    private boolean isThere(List<String> names) throws IOException {
        try (Directory _ = root.open(names)) {
            return true;
        } catch (NoSuchFileException | NotDirectoryException | BadNameException _) {
            return false;
        }
    }

    /** Whether the next run would take a directory that is there for one to put the tree into. */
    boolean needsMark() {
        return directory && !sourceName.isEmpty() && !EntryNames.last(base).equals(sourceName);
    }

    /** The names of an entry of the tree below the root. */
    List<String> names(List<String> within) {
        return EntryNames.joined(base, within);
    }

    /** The names of the directory that has it all: the tree's own, or the one above the single file. */
    List<String> top() {
        return directory ? base : EntryNames.above(base);
    }

    /** What the lock of it is named after. */
    String lockName() {
        return directory ? "." : base.getLast();
    }
}

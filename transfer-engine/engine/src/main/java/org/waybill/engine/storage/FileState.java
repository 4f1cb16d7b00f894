package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.LibC;

/**
 * What distinguishes one state of a file from every later one: also where size and time of modification were put back,
 * since no one can set the time of change back, and where another file has taken its place.
 *
 * @param mode type and permissions, as in POSIX' {@code st_mode}
 * @param inode device and inode; null where there is nothing of that kind
 * @param changed the time of change (ctime); null where there is none
 */
public record FileState(
        int mode,
        @Nullable Object inode,
        long sizeBytes,
        FileTime modified,
        @Nullable FileTime changed) {
    private static final int TYPE_BITS = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int LINK = 0120000;

    /** That of what a path means now. */
    public static FileState of(Path path, LinkOption... links) throws IOException {
        if (!Permissions.isPosix()) {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class, links);
            int mode = now.isRegularFile()
                    ? REGULAR | Permissions.USUAL
                    : now.isDirectory() ? DIRECTORY : now.isSymbolicLink() ? LINK : 0;
            return new FileState(mode, now.fileKey(), now.size(), now.lastModifiedTime(), null);
        }
        Map<String, Object> now = Files.readAttributes(path, "unix:mode,fileKey,size,lastModifiedTime,ctime", links);
        return new FileState(
                value(now, "mode", Integer.class),
                now.get("fileKey"),
                value(now, "size", Long.class),
                value(now, "lastModifiedTime", FileTime.class),
                value(now, "ctime", FileTime.class));
    }

    /** How many names a regular file has; 0 where that cannot be told. Links are not followed. */
    public static int names(Path file) {
        try {
            Map<String, Object> now = hardLinks(file);
            return Boolean.TRUE.equals(now.get("isRegularFile")) && now.get("nlink") instanceof Integer names
                    ? names
                    : 0;
        } catch (IOException _) {
            return 0;
        }
    }

    /**
     * What all names of a regular file have in common, and no other file has; empty for one that has fewer names, and where
     * it cannot be told. Links are not followed.
     */
    public static Optional<String> sharedFile(Path file, int leastNames) throws IOException {
        Map<String, Object> now = hardLinks(file);
        return Boolean.TRUE.equals(now.get("isRegularFile"))
                        && now.get("nlink") instanceof Integer names
                        && names >= leastNames
                ? Optional.ofNullable(now.get("fileKey")).map(Object::toString)
                : Optional.empty();
    }

    private static Map<String, Object> hardLinks(Path file) throws IOException {
        return Permissions.isPosix()
                ? Files.readAttributes(file, "unix:isRegularFile,nlink,fileKey", LinkOption.NOFOLLOW_LINKS)
                : Map.of();
    }

    private static <T> T value(Map<String, Object> attributes, String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(attributes.get(name), name));
    }

    public boolean isRegular() {
        return (mode & TYPE_BITS) == REGULAR;
    }

    public boolean isDirectory() {
        return (mode & TYPE_BITS) == DIRECTORY;
    }

    public boolean isLink() {
        return (mode & TYPE_BITS) == LINK;
    }

    /** Whether kind, size and time of modification are those of another state: a new name, owner or mode keeps them. */
    public boolean isSameVersion(FileState other) {
        return (mode & TYPE_BITS) == (other.mode & TYPE_BITS)
                && sizeBytes == other.sizeBytes
                && modified.equals(other.modified);
    }

    /** See {@link Permissions}. */
    public int permissions() {
        return mode & 0777;
    }

    /** What a symbolic link says, slashes that lead nowhere else included; empty where that is not UTF-8. */
    public static Optional<String> linkText(Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        String text = target.toString();
        // Java keeps a name's bytes, but its text only when they are text; a path made of the text has fewer slashes
        boolean replaced = text.indexOf('\uFFFD') >= 0 && !Path.of(text).equals(target);
        return replaced ? Optional.empty() : Optional.of(text);
    }

    private static void makeLink(Path path, String text) throws IOException {
        if (LibC.isSupported() && !Path.of(text).toString().equals(text)) {
            LinuxCalls.makeLink(path.toString(), text);
        } else {
            Files.createSymbolicLink(path, Path.of(text));
        }
    }

    /**
     * Makes a symbolic link, at once in the place of a file or link that is there.
     *
     * @param fresh a name next to it that is ours
     */
    public static void replaceByLink(Path path, Path fresh, String text, @Nullable Instant modified)
            throws IOException {
        try {
            Files.deleteIfExists(fresh);
            FileSystemLimits.symbolicLink(() -> makeLink(fresh, text));
            if (modified != null && LibC.isSupported()) {
                LinuxCalls.setModified(fresh.toString(), modified, false);
            }
            FileSystemLimits.name(
                    String.valueOf(path.getFileName()), () -> Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE));
        } catch (InvalidPathException | UnsupportedOperationException e) {
            throw new BadNameException(
                    "no symbolic link to \"" + EntryNames.printable(text) + "\" can be made: " + e.getMessage());
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /**
     * Gives a file its time of last change. The JDK makes 1970 of what is before it by a fraction of a second, and opens
     * the file.
     */
    public static void setModified(Path path, Instant modified, LinkOption... links) throws IOException {
        if (LibC.isSupported()) {
            LinuxCalls.setModified(path.toString(), modified, links.length == 0);
        } else {
            Files.getFileAttributeView(path, BasicFileAttributeView.class, links)
                    .setTimes(FileTime.from(modified), null, null);
        }
    }

    /** Gives a directory its time of last change, unless it is another user's, in which this one may write. */
    public static void setDirectoryTime(Path path, Instant modified, LinkOption... links) throws IOException {
        try {
            setModified(path, modified, links);
        } catch (AccessDeniedException _) {
            // as said
        } catch (FileSystemException e) {
            if (!"Operation not permitted".equals(e.getReason())) { // EPERM has no class of its own
                throw e;
            }
        }
    }
}

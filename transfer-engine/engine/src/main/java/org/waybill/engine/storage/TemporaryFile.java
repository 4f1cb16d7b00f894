package org.waybill.engine.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.platform.LibC;
import org.waybill.platform.PrivateFiles;

/**
 * One of our own files next to a target. Others may write in its directory and put anything under its name: so no link
 * is followed, nothing is used but a regular file of our own that has this one name, and once it is open it is known by
 * its inode, even if the name changes.
 */
public final class TemporaryFile implements Closeable {
    private static final int MOST_ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int TYPE_BITS = 0170000;
    private static final int REGULAR = 0100000;

    private final Directory directory;
    private final String name;
    private final Directory pinned;
    private final @Nullable Object inode;

    private TemporaryFile(Directory directory, String name, Directory pinned) throws IOException {
        this.name = name;
        this.pinned = pinned;
        this.inode = inode(pinned.path(), pinned.links());
        this.directory = directory.again();
    }

    /** Opens what has the name; empty if nothing has it, or something that is not a file of ours. */
    public static Optional<TemporaryFile> find(Directory directory, String name) throws IOException {
        return find(directory, name, false);
    }

    /** Opens what has the name by now, whoever's it is and whatever other names it has: to be given one more. */
    public static TemporaryFile finished(Directory directory, String name) throws IOException {
        return opened(directory, name, directory.pin(name));
    }

    /** Opens what has the name, or makes a file of mode 0600; what has it and is not ours is removed first. */
    public static TemporaryFile findOrCreate(Directory directory, String name) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Directory fresh;
            try {
                fresh = directory.create(name);
            } catch (FileAlreadyExistsException | BadNameException e) {
                EntryNames.checked(name);
                Optional<TemporaryFile> found = find(directory, name, true);
                if (found.isPresent()) {
                    return found.get();
                }
                continue;
            }
            return opened(directory, name, fresh);
        }
        throw replaced(name);
    }

    /**
     * Makes a file of mode 0600 that is held until it is closed, so that others know that it is written; what an
     * earlier run has left under the name is removed first.
     */
    static TemporaryFile create(Directory directory, String name) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                TemporaryFile file = opened(directory, name, directory.create(name));
                if (file.pinned.hold() != Directory.Hold.OTHERS && file.hasItsName()) {
                    return file;
                }
                // another thread checks right now whether it is left from an earlier run
                file.close();
            } catch (FileAlreadyExistsException | BadNameException e) {
                EntryNames.checked(name);
                try (TemporaryFile left = find(directory, name).orElse(null)) {
                    if (left == null || left.hold() != Directory.Hold.OTHERS) {
                        remove(directory, name);
                    } else {
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                }
            }
        }
        throw TargetLock.busy(name, "");
    }

    private Directory.Hold hold() throws IOException {
        try {
            return pinned.hold();
        } catch (AccessDeniedException | NoSuchFileException _) {
            return Directory.Hold.UNKNOWN;
        }
    }

    /** Removes what {@link #create} made, if it is known that no one writes it any more. */
    public void deleteIfUnheld() throws IOException {
        // the remover has it exclusively: it cannot become another's between the look and the removal
        if (hold() == Directory.Hold.OURS) {
            delete();
        }
    }

    private static TemporaryFile opened(Directory directory, String name, Directory pinned) throws IOException {
        try {
            return new TemporaryFile(directory, name, pinned);
        } catch (IOException e) {
            pinned.close();
            throw e;
        }
    }

    private static Optional<TemporaryFile> find(Directory directory, String name, boolean elseRemove)
            throws IOException {
        TemporaryFile file;
        try {
            file = opened(directory, name, directory.pin(name));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (BadNameException _) {
            if (elseRemove && Files.isSymbolicLink(directory.entry(name))) {
                remove(directory, name);
            }
            return Optional.empty();
        }
        boolean named = file.hasItsName();
        if (named && file.isOurs()) {
            return Optional.of(file);
        }
        try (file) {
            if (elseRemove && named) {
                remove(directory, name);
            }
        }
        return Optional.empty();
    }

    /**
     * Removes what an earlier run has left under the name, if it is a file of ours: also one that has more names, as
     * after a run that was killed when it had made hard links and the file had not got its own name.
     */
    public static void removeLeft(Directory directory, String name) throws IOException {
        try (TemporaryFile left = opened(directory, name, directory.pin(name))) {
            if (left.isOurs(Integer.MAX_VALUE)) {
                left.delete();
            }
        } catch (NoSuchFileException | BadNameException _) {
            // nothing has the name, or a link
        }
    }

    /** Removes what has the name, if anything has. */
    static void remove(Directory directory, String name) throws IOException {
        try {
            Files.deleteIfExists(directory.entry(name));
        } catch (DirectoryNotEmptyException _) {
            throw new BadNameException("a directory that is not ours has the name of a partial file, "
                    + EntryNames.printable(name) + "; remove it");
        }
    }

    /** A regular file that we own and that has one name: anything else was put there by another user. */
    private boolean isOurs() throws IOException {
        return isOurs(1);
    }

    private boolean isOurs(int mostNames) throws IOException {
        if (!Permissions.isPosix()) {
            return Files.isRegularFile(pinned.path(), pinned.links());
        }
        Map<String, Object> now = Files.readAttributes(pinned.path(), "unix:mode,nlink,uid", pinned.links());
        return now.get("mode") instanceof Integer mode
                && (mode & TYPE_BITS) == REGULAR
                && now.get("nlink") instanceof Integer links
                && links <= mostNames
                && now.get("uid") instanceof Integer user
                && isThisUser(user);
    }

    private static boolean isThisUser(int user) {
        return !LibC.isSupported() || user == PrivateFiles.thisUser();
    }

    /** What distinguishes this file from every other one; null where the file system has nothing of that kind. */
    public @Nullable Object inode() {
        return inode;
    }

    private static @Nullable Object inode(Path path, LinkOption... links) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, links).fileKey();
    }

    /** Whether its name still means this file. */
    public boolean hasItsName() throws IOException {
        return isNamed(directory, name);
    }

    private boolean isNamed(Directory place, String entry) throws IOException {
        try {
            return Objects.equals(inode, inode(place.entry(entry), LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** What it is in; open as long as this file is. */
    Directory directory() {
        return directory;
    }

    /** To look at this very file, or to change its attributes; not to show to a person. */
    public Path path() {
        return pinned.path();
    }

    /** How {@link #path()} is to be looked at. */
    public LinkOption[] links() {
        return pinned.links();
    }

    /** What to write it by, if it was made just now; empty where it must be opened. */
    Optional<Directory.Descriptor> descriptor() {
        return pinned.descriptor();
    }

    /** Opens this very file. */
    public FileChannel channel(OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
        all.addAll(Arrays.asList(pinned.links()));
        return FileChannel.open(pinned.path(), all);
    }

    /** Makes this very file as long as that, if it is shorter: what is added reads as zeros, and is a hole. */
    public void lengthen(long bytes) throws IOException {
        if (LinuxRoot.isSupported()) {
            try (RandomAccessFile file = new RandomAccessFile(pinned.path().toFile(), "rw")) {
                if (file.length() < bytes) {
                    file.setLength(bytes);
                }
            }
            return;
        }
        // the path may be a link by now: only what is opened as this class does is this file
        try (FileChannel channel = channel(StandardOpenOption.WRITE)) {
            if (channel.size() < bytes) {
                channel.write(ByteBuffer.allocate(1), bytes - 1);
            }
        }
    }

    /** Gives this very file another name, at once, in place of what has it; fails if its own name means another. */
    public void rename(Directory place, String to) throws IOException {
        if (!hasItsName()) {
            throw Files.exists(directory.entry(name), LinkOption.NOFOLLOW_LINKS) ? replaced(name) : removed(name);
        }
        FileSystemLimits.name(
                to,
                () -> Files.move(
                        directory.entry(name),
                        place.entry(to),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING));
        // another process may have been quicker between the look and the renaming
        if (!isNamed(place, to)) {
            throw replaced(to);
        }
    }

    /**
     * Gives this very file one more name, at once, in place of a file or link that has it.
     *
     * @param fresh a name beside it that is ours
     */
    public void link(Directory place, String to, String fresh) throws IOException {
        remove(place, fresh);
        try {
            FileSystemLimits.hardLink(
                    isOurs(Integer.MAX_VALUE), () -> Files.createLink(place.entry(fresh), directory.entry(name)));
            if (!isNamed(place, fresh)) {
                throw replaced(name);
            }
            FileSystemLimits.name(
                    to, () -> Files.move(place.entry(fresh), place.entry(to), StandardCopyOption.ATOMIC_MOVE));
            if (!isNamed(place, to)) {
                throw replaced(to);
            }
        } finally {
            // two names of one file: a move from one to the other does nothing
            Files.deleteIfExists(place.entry(fresh));
        }
    }

    private static IOException removed(String name) {
        return new RefusedException(
                Reason.NOT_FOUND,
                "\"" + EntryNames.printable(name)
                        + "\" was removed while it was written; run the command again to write it again");
    }

    private static IOException replaced(String name) {
        return new BadNameException(
                "\"" + EntryNames.printable(name) + "\" was replaced by another process while it was"
                        + " written; choose a directory that no other user can write to");
    }

    /** Removes it, unless its name means another file. */
    public void delete() throws IOException {
        if (hasItsName()) {
            Files.deleteIfExists(directory.entry(name));
        }
    }

    @Override
    public void close() {
        pinned.close();
        directory.close();
    }
}

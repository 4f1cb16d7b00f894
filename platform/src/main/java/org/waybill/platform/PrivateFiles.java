package org.waybill.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Small files for their owner's eyes: mode 0600 from their first byte on, and whole or not there at all. */
public final class PrivateFiles {
    /** By the name of the lock file: one file may have several paths. */
    private static final Map<String, Object> MONITORS = new ConcurrentHashMap<>();

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    private static final int STICKY = 01000;

    private PrivateFiles() {}

    /** Creates {@code directory}, and what is missing above it, with mode 0700. */
    public static void createDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, modes(directory, "rwx------"));
        }
    }

    /**
     * Closes a directory of ours to others, and the files in it, if it is open to them and belongs to this user; a
     * directory that is not ours alone by its nature is left as it is: one with the sticky bit, the user's own home.
     *
     * @param filesToo whether all files in it are ours
     */
    public static void close(Path directory, boolean filesToo) throws IOException {
        if (!Files.isDirectory(directory) || !isOpenToOthers(directory) || !isUsersAlone(directory)) {
            return;
        }
        Files.setPosixFilePermissions(directory, OWNER);
        if (filesToo) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    closeFile(file);
                }
            }
        }
    }

    private static void closeFile(Path file) {
        try {
            PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Set<PosixFilePermission> owners = new HashSet<>(now.permissions());
            owners.retainAll(OWNER);
            if (now.isRegularFile() && !owners.equals(now.permissions())) {
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setPermissions(owners);
            }
        } catch (IOException _) {
            // another user's, or gone: no one else gets into the directory now
        }
    }

    private static boolean isUsersAlone(Path directory) throws IOException {
        Path real = directory.toRealPath();
        return real.getParent() != null
                && !real.equals(Path.of(System.getProperty("user.home", "")))
                && Files.getAttribute(real, "unix:mode") instanceof Integer mode
                && (mode & STICKY) == 0
                && Files.getAttribute(real, "unix:uid") instanceof Integer user
                && LibC.isSupported()
                && user == thisUser();
    }

    /**
     * Replaces {@code file} by {@code content}: written aside, synced, renamed. A reader sees the old or the new. This
     * user's own pipe, and what is below {@code /dev}, is written to and stays what it is.
     *
     * @throws IOException also for another's pipe or device
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, content, "rw-------");
    }

    private static void replace(Path file, byte[] content, String modes) throws IOException {
        if (isOpenedAsItIs(file)) {
            Files.write(file, content, StandardOpenOption.WRITE);
            return;
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(file + " has no directory");
        }
        createDirectory(parent);
        Path aside = Files.createTempFile(parent, "." + file.getFileName(), ".new", modes(file, modes));
        try {
            try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            if (hasModes(aside)) { // what the file was made with is less where the umask of this process says so
                Files.getFileAttributeView(aside, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setPermissions(PosixFilePermissions.fromString(modes));
            }
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /** As {@link #replace(Path, byte[])}, in UTF-8. */
    public static void replace(Path file, String content) throws IOException {
        replace(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /** A change of a file that others may want to change at the same time. */
    @FunctionalInterface
    public interface Change<T, X extends Exception> {
        T run() throws IOException, X;
    }

    /**
     * Keeps others away while a file is read and changed: other processes by a lock file, other threads of this one by a
     * monitor.
     *
     * @param lock the lock file, which is created with its directory if it is not there
     */
    public static <T, X extends Exception> T holding(Path lock, Change<T, X> change) throws IOException, X {
        Path directory = lock.toAbsolutePath().getParent();
        if (directory != null) {
            createDirectory(directory);
        }
        synchronized (MONITORS.computeIfAbsent(String.valueOf(lock.getFileName()), _ -> new Object())) {
            try (FileChannel channel = openLock(lock);
                    FileLock _ = channel.lock()) {
                return change.run();
            }
        }
    }

    /** The file that is locked while another is changed, see {@link #holding}. */
    public static Path lockOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    /** Opens (creating it when needed) a file to lock. */
    public static FileChannel openLock(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), modes(file, "rw-------"));
    }

    /**
     * Locks a file, which is created when needed, until the channel is closed.
     *
     * @return null if another process, or another part of this one, has locked it
     */
    public static @Nullable FileChannel tryLock(Path file) throws IOException {
        FileChannel channel = openLock(file);
        boolean taken = false;
        try {
            taken = channel.tryLock() != null;
            return taken ? channel : null;
        } catch (OverlappingFileLockException _) {
            return null;
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    /**
     * Opens a new file in place of {@code file}, to be written bit by bit; it is its owner's alone. A link, a file or a
     * pipe that another user has put there is replaced or refused, never written; this user's own pipe, and what is
     * below {@code /dev}, is opened as it is.
     *
     * @throws IOException also for another's pipe, a directory, or where this user may not remove what is there
     */
    public static OutputStream overwrite(Path file) throws IOException {
        if (isOpenedAsItIs(file)) {
            return Channels.newOutputStream(FileChannel.open(file, StandardOpenOption.WRITE));
        }
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        Files.deleteIfExists(file);
        return Channels.newOutputStream(FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), modes(file, "rw-------")));
    }

    private static boolean isOpenedAsItIs(Path file) throws IOException {
        if (file.toAbsolutePath().normalize().startsWith("/dev") && Files.exists(file)) {
            return true; // standard output and the shell's >(command) are links there
        }
        if (!hasModes(file)
                || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                || !Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .isOther()) {
            return false;
        }
        boolean ours = !LibC.isSupported()
                || Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(thisUser());
        if (!ours) {
            throw new FileSystemException(file.toString(), null, "is another user's pipe or device");
        }
        return true;
    }

    /** As {@link #replace(Path, String)}, for a program: its owner may run it. */
    public static void replaceProgram(Path file, String content) throws IOException {
        replace(file, content.getBytes(StandardCharsets.UTF_8), "rwx------");
    }

    /** As {@link #replace(Path, String)}, for all to read whom the user's umask does not keep out. */
    public static void replaceShared(Path file, String content) throws IOException {
        int kept = Umask.ofUser();
        String modes = "rw-" + ((kept & 040) == 0 ? "r--" : "---") + ((kept & 04) == 0 ? "r--" : "---");
        replace(file, content.getBytes(StandardCharsets.UTF_8), modes);
    }

    /**
     * Whether other users than the owner may read or write {@code file}; false where the file system has no such modes.
     */
    public static boolean isOpenToOthers(Path file) throws IOException {
        return hasModes(file) && !OWNER.containsAll(Files.getPosixFilePermissions(file));
    }

    /** The files of a directory whose names match; none where there is no directory. */
    public static List<Path> list(Path directory, String names) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, names)) {
                stream.forEach(files::add);
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return files;
    }

    /** Every file and directory below a directory, and itself, each after what is in it; none where nothing is there. */
    public static List<Path> tree(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Removes a directory with all that is in it, or a file; links are removed, not followed. */
    public static void removeTree(Path root) throws IOException {
        for (Path each : tree(root)) {
            Files.deleteIfExists(each);
        }
    }

    /**
     * Why this user may not use {@code file} of a home, or a directory above it, and what helps: mostly root has run a
     * command there before, and what it made is root's.
     */
    public static String denial(Path file, Path home) {
        for (Path part = file.toAbsolutePath(); part != null; part = part.getParent()) {
            try {
                String owner = Files.getOwner(part, LinkOption.NOFOLLOW_LINKS).getName();
                String user = System.getProperty("user.name", "");
                return "permission denied: " + part
                        + (owner.equals(user)
                                ? " is not accessible to its owner"
                                : " belongs to " + owner + " ('sudo chown -R " + user + " " + home + "' fixes it)");
            } catch (IOException | UnsupportedOperationException _) {
                // not there, or not to be seen: the directory above says more
            }
        }
        return "permission denied";
    }

    /** The user as whom this process reads and writes; where {@link LibC#isSupported}. */
    public static int thisUser() {
        try (Arena arena = Arena.ofConfined()) {
            return new LibC(arena).geteuid();
        }
    }

    /** What makes a file or directory with these modes, as in {@code rw-------}; nothing where there are no modes. */
    public static FileAttribute<?>[] modes(Path file, String modes) {
        return hasModes(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(modes))}
                : new FileAttribute<?>[0];
    }

    static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

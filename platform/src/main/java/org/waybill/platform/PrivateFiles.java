package org.waybill.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/** Small files for their owner's eyes: mode 0600 from their first byte on, and whole or not there at all. */
public final class PrivateFiles {
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
            // somebody else's, or gone: nobody else gets into the directory now
        }
    }

    private static boolean isUsersAlone(Path directory) throws IOException {
        Path real = directory.toRealPath();
        return real.getParent() != null && !real.equals(Path.of(System.getProperty("user.home", "")))
                && Files.getAttribute(real, "unix:mode") instanceof Integer mode && (mode & STICKY) == 0
                && Files.getAttribute(real, "unix:uid") instanceof Integer user && LibC.isSupported()
                && user == thisUser();
    }

    /** Replaces {@code file} by {@code content}: written aside, synced, renamed. A reader sees the old or the new. */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, content, "rw-------");
    }

    private static void replace(Path file, byte[] content, String modes) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(file + " has no directory");
        }
        createDirectory(parent);
        Path aside = Files.createTempFile(parent, "." + file.getFileName(), ".new", modes(file, modes));
        try {
            try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
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

    /** Opens (creating it when needed) a file to lock. */
    public static FileChannel openLock(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                modes(file, "rw-------"));
    }

    /** Opens a file to be written from its beginning; what is made for it is its owner's alone. */
    public static OutputStream overwrite(Path file) throws IOException {
        return Channels.newOutputStream(FileChannel.open(file, Set.of(StandardOpenOption.CREATE,
                StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING), modes(file, "rw-------")));
    }

    /** As {@link #replace(Path, String)}, for a program: its owner may run it. */
    public static void replaceProgram(Path file, String content) throws IOException {
        replace(file, content.getBytes(StandardCharsets.UTF_8), "rwx------");
    }

    /** Whether anybody but the owner may read or write {@code file}; false where the file system has no such modes. */
    public static boolean isOpenToOthers(Path file) throws IOException {
        return hasModes(file) && !OWNER.containsAll(Files.getPosixFilePermissions(file));
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

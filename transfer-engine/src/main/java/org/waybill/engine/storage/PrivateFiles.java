package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Small files for their owner's eyes: mode 0600 from their first byte on, and whole or not there at all. */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /** Creates {@code directory} with mode 0700 where it is missing, its missing parents with the usual modes. */
    public static void createDirectory(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, modes(directory, "rwx------"));
        }
    }

    /** Replaces {@code file} by {@code content}: written aside, synced, renamed. A reader sees the old or the new. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(file + " has no directory");
        }
        createDirectory(parent);
        Path aside = Files.createTempFile(parent, "." + file.getFileName(), ".new", modes(file, "rw-------"));
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

    /** Whether anybody but the owner may read or write {@code file}; false where the file system has no such modes. */
    public static boolean isOpenToOthers(Path file) throws IOException {
        return hasModes(file) && !OWNER.containsAll(Files.getPosixFilePermissions(file));
    }

    static FileAttribute<?>[] modes(Path file, String modes) {
        return hasModes(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(modes))}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

package org.waybill.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Small files for their owner's eyes: mode 0600 from their first byte on, and whole or not there at all. */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /** Replaces {@code file} by {@code content}: written aside, synced, renamed. A reader sees the old or the new. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            WaybillHome.createPrivate(parent);
        }
        Path aside = Files.createTempFile(parent, "." + file.getFileName(), ".new", attributes(file));
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

    /** Whether anybody but the owner may read {@code file}; false where the file system has no such modes. */
    public static boolean isReadableByOthers(Path file) throws IOException {
        if (!hasModes(file)) {
            return false;
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        return !others.isEmpty();
    }

    private static FileAttribute<?>[] attributes(Path file) {
        return hasModes(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

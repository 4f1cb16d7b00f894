package org.waybill.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Small files of the service's home that nobody but their owner may read. */
public final class OwnerFiles {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

    private OwnerFiles() {}

    /** Writes {@code file}, mode 0600 from its first byte on: whole or not there at all; an old one is replaced. */
    public static void write(Path file, String text) throws IOException {
        Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "." + file.getFileName(), ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Makes a directory, mode 0700, where there is none. */
    public static void createDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Whether others than its owner may use {@code file}. */
    public static boolean isOpenToOthers(Path file) throws IOException {
        return !OWNER.containsAll(Files.getPosixFilePermissions(file));
    }
}

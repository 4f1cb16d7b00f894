package org.waybill.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * A new H2 database with all its tables, kept by a test of this module. A service that starts with a copy of it need not
 * make them, which takes a JVM that has just started 5 s of processor time.
 */
public final class MigratedDatabase {
    private static final Path TARGET =
            Path.of(System.getProperty("waybill.root", ".."), "db", "target").toAbsolutePath();
    private static final Path FILE = TARGET.resolve("migrated").resolve("advisor.mv.db");

    private MigratedDatabase() {}

    /** Keeps the database of this directory, which is closed. */
    static void keep(Path directory) throws IOException {
        Files.createDirectories(FILE.getParent());
        Path unfinished = Files.createTempFile(FILE.getParent(), "advisor", ".new");
        Files.copy(directory.resolve(FILE.getFileName()), unfinished, StandardCopyOption.REPLACE_EXISTING);
        Files.move(unfinished, FILE, StandardCopyOption.ATOMIC_MOVE);
    }

    /** For a home whose service has not started yet; nothing, if none was kept of today's migrations. */
    public static Path putInto(Path home) {
        Path service = home.resolve("service");
        try {
            if (!Files.exists(service) && isOfToday()) {
                Files.createDirectories(
                        home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                Path unfinished = Files.createTempDirectory(home, "service");
                Path file = Files.copy(FILE, unfinished.resolve(FILE.getFileName()));
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                putInPlace(unfinished, service);
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void putInPlace(Path unfinished, Path service) throws IOException {
        try {
            Files.move(unfinished, service, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.exists(service)) {
                throw e;
            }
            // another JVM was faster
            Files.delete(unfinished.resolve(FILE.getFileName()));
            Files.delete(unfinished);
        }
    }

    private static boolean isOfToday() throws IOException {
        Path migrations = TARGET.resolve("classes/db/migration");
        if (!Files.exists(FILE) || !Files.isDirectory(migrations)) {
            return false;
        }
        FileTime kept = Files.getLastModifiedTime(FILE);
        try (Stream<Path> all = Files.list(migrations)) {
            for (Path each : all.toList()) {
                if (Files.getLastModifiedTime(each).compareTo(kept) > 0) {
                    return false;
                }
            }
        }
        return true;
    }
}

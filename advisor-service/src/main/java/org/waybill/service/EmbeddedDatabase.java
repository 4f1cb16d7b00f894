package org.waybill.service;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.DatabaseLocation;
import org.waybill.platform.PrivateFiles;

/**
 * The file of the embedded database, so that a start may be cut off at any point and nothing is started again silently.
 * While a new database is made a file next to it says so, and what is left of one that was cut off is removed. Before
 * tables are changed the file is copied, and after a cut the copy is brought back. A third file says which version was
 * used last: to the database an empty file would be a new one.
 */
final class EmbeddedDatabase {
    private final Path file;
    private final Path making;
    private final Path copy;
    private final Path begun;
    private final boolean ours;

    EmbeddedDatabase(ServiceSettings settings) {
        Path directory = settings.home().resolve("service");
        this.file = directory.resolve("advisor.mv.db");
        this.making = directory.resolve("advisor.making");
        this.copy = directory.resolve("advisor.before-upgrade");
        this.begun = directory.resolve("advisor.begun");
        this.ours = settings.databaseUrl() == null;
    }

    /**
     * To be called, by the one process that may, before the database is opened.
     *
     * @throws ServiceException {@code UNAVAILABLE} if the database was emptied since it was last used, or a file cannot
     *     be written
     */
    void prepare() {
        if (!ours) {
            return;
        }
        try {
            PrivateFiles.createDirectory(Objects.requireNonNull(file.getParent()));
            if (Files.exists(making)) {
                Files.deleteIfExists(file);
            } else if (Files.exists(copy)) {
                Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!Files.exists(file)) {
                PrivateFiles.replace(making, "");
            } else if (Files.size(file) == 0) {
                throw ServiceException.unavailable(
                        "the advisor service did not start: " + damaged("is empty (0 bytes)"));
            } else if (!version().equals(DatabaseLocation.newestMigration())) {
                keepACopy();
            }
        } catch (IOException e) {
            throw ServiceException.unavailable("cannot use " + file.getParent() + ": " + e.getMessage(), e);
        }
    }

    private void keepACopy() throws IOException {
        Path fresh = copy.resolveSibling(copy.getFileName() + ".new");
        Files.copy(file, fresh, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
    }

    private String version() throws IOException {
        return Files.exists(begun) ? Files.readString(begun).strip() : "";
    }

    /** To be called when its tables are as they should be. */
    void begun() {
        if (!ours) {
            return;
        }
        try {
            if (!version().equals(DatabaseLocation.newestMigration())) {
                PrivateFiles.replace(begun, DatabaseLocation.newestMigration() + "\n");
            }
            Files.deleteIfExists(making);
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            throw ServiceException.unavailable("cannot use " + file.getParent() + ": " + e.getMessage(), e);
        }
    }

    /** What to do about a database that cannot be used any more. */
    String damaged(String how) {
        if (!ours) {
            return "the database " + how + ": restore a backup";
        }
        return "the database " + file + " " + how + ": restore a backup, or rename it to start with a new one"
                + " ('waybill history import' reads old logs); a copy with --workflow needs no service";
    }
}

package org.waybill.engine.mover.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.PrefixLedger;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.FileSystemLimits;
import org.waybill.engine.storage.Permissions;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.platform.FreeSpace;
import org.waybill.protocol.Protocols;

/** The files of this machine: synced before they get their names, with their directory synced after it. */
public final class LocalStore implements Store {
    private static final Set<Feature> FEATURES = Set.of(
            Feature.READ_FROM,
            Feature.WRITE_FROM,
            Feature.RENAME,
            Feature.DIRECTORIES,
            Feature.TIMES,
            Feature.READ_BACK,
            Feature.CHEAP_READ,
            Feature.LINKS,
            Feature.HOLES,
            Feature.HARD_LINKS);

    private final OpenTemporaryFiles files;
    private final LocalData data;
    private final LocalMetadata metadata;

    private LocalStore(TemporaryNames own) {
        this.files = new OpenTemporaryFiles(own);
        this.data = new LocalData(files);
        this.metadata = new LocalMetadata(files);
    }

    /** Opens stores for the scheme {@code file}. @param own the names of our own files next to local targets */
    public static StoreProvider provider(TemporaryNames own) {
        return new StoreProvider(Set.of(Protocols.FILE), (_, _, _) -> new LocalStore(own));
    }

    @Override
    public String label() {
        return "this machine";
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public String resolve(String path) throws TransferException {
        return LocalFailures.ask(
                path, () -> Path.of(path).toAbsolutePath().normalize().toString());
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        return LocalEntries.stat(path);
    }

    @Override
    public Optional<Entry> look(String path) throws TransferException {
        return LocalEntries.look(path);
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        return LocalEntries.list(directory);
    }

    @Override
    public Optional<String> sharedFile(String path) throws TransferException {
        return LocalEntries.sharedFile(path);
    }

    @Override
    public int names(String path) throws TransferException {
        return FileState.names(Path.of(path));
    }

    @Override
    public String realPath(String path) throws TransferException {
        return LocalFailures.ask(path, () -> Path.of(path).toRealPath().toString());
    }

    @Override
    public String readLink(String path) throws TransferException {
        return LocalFailures.ask(path, () -> FileState.linkText(Path.of(path)))
                .orElseThrow(() -> Store.linkNotUtf8(path));
    }

    @Override
    public void createLink(String path, String text, @Nullable Instant modified, boolean replace)
            throws TransferException {
        LocalFailures.run(path, () -> files.link(path, text, modified));
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        return data.read(path, offset);
    }

    /** Writes a file of ours: {@link #publish} alone gives others their content. */
    @Override
    public void write(String path, long offset, InputStream content, long length) throws IOException {
        data.write(path, offset, content, length);
    }

    @Override
    public void writeSparse(String path, long offset, InputStream content, long length) throws IOException {
        data.writeSparse(path, offset, content);
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        LocalFailures.run(to, () -> files.publish(from, to));
    }

    @Override
    public void link(String from, String to, boolean replace) throws TransferException {
        LocalFailures.run(to, () -> files.link(from, to));
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        LocalFailures.run(path, () -> create(Path.of(path)));
    }

    private static void create(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (Files.isDirectory(directory)) {
            return;
        }
        if (parent != null) {
            create(parent);
        }
        try {
            Permissions.createDirectory(directory);
        } catch (FileAlreadyExistsException _) {
            if (!Files.isDirectory(directory)) {
                throw new FileAlreadyExistsException(directory.toString(), null, "expected a directory, found a file");
            }
        }
    }

    @Override
    public void delete(String path) throws TransferException {
        LocalFailures.run(path, () -> {
            files.forget(path);
            Files.deleteIfExists(Path.of(path));
        });
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        LocalFailures.run(path, () -> {
            try {
                if (!Files.isDirectory(Path.of(path), LinkOption.NOFOLLOW_LINKS)) {
                    throw new NotDirectoryException(path);
                }
                Files.delete(Path.of(path));
            } catch (DirectoryNotEmptyException _) {
                throw RenameErrors.notEmpty(path);
            }
        });
    }

    @Override
    public void removeTree(String directory, RemovedTree removed) throws TransferException, InterruptedException {
        try {
            LocalRemoval.removeTree(this, Path.of(directory), removed);
        } catch (IOException e) {
            throw failure(e, directory);
        }
    }

    @Override
    public void rename(String from, String to, boolean replace) throws TransferException, InterruptedException {
        RenameErrors.check(this, from, to, replace);
        try {
            // not across file systems: that would be a copy, and one that is not verified
            Files.move(Path.of(from), Path.of(to), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    StorePath.shown(to) + ": that is on another file system; use 'waybill copy' and then 'waybill rm'",
                    e);
        } catch (IOException e) {
            throw failure(e, from);
        }
    }

    @Override
    public boolean isReadable(String path) {
        return Files.isReadable(Path.of(path));
    }

    @Override
    public Metadata metadata() {
        return metadata;
    }

    @Override
    public OptionalLong freeBytes(String directory) {
        long free = LocalFailures.freeBytes(directory);
        return free == FreeSpace.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(free);
    }

    @Override
    public boolean makesHardLinks(String path) {
        return FileSystemLimits.makesHardLinks(Path.of(path));
    }

    /** Device and kind; file systems that have no device, in memory for example, are distinguished by their number. */
    @Override
    public Optional<String> fileSystem(String path) throws TransferException {
        return LocalFailures.ask(path, () -> {
            Object number = Files.getAttribute(Path.of(path), "unix:dev");
            try {
                FileStore on = Files.getFileStore(Path.of(path));
                return Optional.of(on.name() + " " + on.type() + (on.name().equals(on.type()) ? " " + number : ""));
            } catch (IOException _) {
                return Optional.of("device " + number); // as in FreeSpace: below another root no mount is listed
            }
        });
    }

    @Override
    public Optional<PrefixLedger> ledger(String partial) {
        return Optional.of(new FileLedger(files, partial));
    }

    @Override
    public String partial(String target, String origin) throws TransferException {
        return LocalFailures.ask(target, () -> files.partial(target, origin));
    }

    @Override
    public void tidy(String target, String partial) throws TransferException {
        LocalFailures.run(target, () -> files.tidy(target, partial));
    }

    @Override
    public Set<String> displaced() throws TransferException {
        return LocalFailures.ask("/", files::displaced);
    }

    @Override
    public void mark(String directory) throws IOException {
        files.mark(directory);
    }

    @Override
    public boolean isMarked(String directory) throws TransferException {
        return LocalFailures.ask(directory, () -> files.isMarked(directory));
    }

    @Override
    public void unmark(String directory) throws TransferException {
        LocalFailures.run(directory, () -> files.unmark(directory));
    }

    @Override
    public Lock lock(String target) throws TransferException {
        return LocalFailures.ask(target, () -> {
            try {
                return files.lock(target, TargetLock.thisProcess());
            } catch (TargetBusyException e) {
                throw StorageErrors.map(e, "writing", target);
            }
        });
    }

    @Override
    public void checkName(String path) throws TransferException {
        resolve(path);
    }

    @Override
    public Store another() {
        return this;
    }

    /** Nothing of it breaks, and other threads may be using it. */
    @Override
    public Store renewed() {
        return this;
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return LocalFailures.explain(cause, path);
    }

    @Override
    public void close() {
        files.close();
    }
}

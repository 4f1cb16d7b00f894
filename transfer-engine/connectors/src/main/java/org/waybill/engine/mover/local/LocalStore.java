package org.waybill.engine.mover.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.ZeroRuns;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.PrefixLedger;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.Permissions;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.platform.LibC;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocols;

/** The files of this machine: synced before they get their names, with their directory synced after it. */
public final class LocalStore implements Store {
    private static final int BLOCK_BYTES = 1 << 20;
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

    private static final Set<Extra> ATTRIBUTES = Set.of(Extra.OWNERS, Extra.XATTRS, Extra.ACLS);

    /** What has no permissions at its source is for all whom the umask lets in, as what any program makes. */
    private static final int NO_PERMISSIONS_TOLD = 0666;

    private final OpenTemporaryFiles files;

    private LocalStore(TemporaryNames own) {
        this.files = new OpenTemporaryFiles(own);
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
        return ask(path, () -> Path.of(path).toAbsolutePath().normalize().toString());
    }

    @FunctionalInterface
    private interface Command<T> {
        T run() throws IOException, TransferException;
    }

    /** Asks the system; what it refuses concerns {@code path}. */
    private <T> T ask(String path, Command<T> command) throws TransferException {
        try {
            return command.run();
        } catch (IOException | InvalidPathException e) {
            throw failure(e, path);
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException, TransferException;
    }

    private void run(String path, Action action) throws TransferException {
        ask(path, () -> {
            action.run();
            return true;
        });
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException {
        try {
            return Optional.of(entry(path, Path.of(path)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            if (LocalFailures.isLoop(e)
                    || (e instanceof IOException && !Files.exists(Path.of(path)) && isBelowFile(path))) {
                return Optional.empty();
            }
            throw failure(e, path);
        }
    }

    @Override
    public Optional<Entry> look(String path) throws TransferException {
        try {
            return Optional.of(entry(path, Path.of(path), LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | InvalidPathException e) {
            if (isBelowFile(path)) {
                return Optional.empty();
            }
            throw failure(e, path);
        }
    }

    private static boolean isBelowFile(String path) {
        return Files.isRegularFile(Path.of(StorePath.parent(path)));
    }

    /** The tag is inode and time of change: a process that restores size and time of a file cannot restore that. */
    private static Entry entry(String path, Path file, LinkOption... links) throws IOException {
        FileState now = FileState.of(file, links);
        Entry.Kind kind = now.isRegular()
                ? Entry.Kind.FILE
                : now.isDirectory() ? Entry.Kind.DIRECTORY : now.isLink() ? Entry.Kind.LINK : Entry.Kind.SPECIAL;
        return new Entry(
                path,
                kind,
                now.isRegular() ? now.sizeBytes() : -1,
                now.modified().toInstant(),
                now.permissions(),
                now.inode() + " " + now.changed(),
                true);
    }

    @Override
    public List<Entry> list(String directory) throws TransferException {
        List<Entry> entries = new ArrayList<>();
        Path parent = Path.of(directory);
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
            for (Path child : children) {
                @Nullable Path file = child.getFileName();
                String name = file == null ? "" : file.toString();
                String path = StorePath.checkedChild(directory, name);
                // Java keeps a name's bytes, but its text only when they are text; the path must lead back to the file
                if (Path.of(path).equals(child)) {
                    addEntry(entries, path, child);
                } else {
                    entries.add(new Entry(path, Entry.Kind.UNNAMEABLE, -1, null, -1, null, false));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw failure(Objects.<Exception>requireNonNullElse(e.getCause(), e), directory);
        } catch (IOException e) {
            throw failure(e, directory);
        }
        return entries;
    }

    private static void addEntry(List<Entry> entries, String path, Path child) throws IOException {
        try {
            entries.add(entry(path, child, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            // it vanished since it was listed
        }
    }

    @Override
    public String realPath(String path) throws TransferException {
        return ask(path, () -> Path.of(path).toRealPath().toString());
    }

    @Override
    public String readLink(String path) throws TransferException {
        Path target = ask(path, () -> Files.readSymbolicLink(Path.of(path)));
        if (!Path.of(target.toString()).equals(target)) {
            throw Store.linkNotUtf8(path);
        }
        return target.toString();
    }

    @Override
    public void createLink(String path, String text, @Nullable Instant modified, boolean replace)
            throws TransferException {
        run(path, () -> files.link(path, text, modified));
    }

    @Override
    public void setDirectoryTime(String directory, Instant modified) throws TransferException {
        run(directory, () -> {
            try (Directory at = OpenTemporaryFiles.directory(StorePath.join(directory, "."))) {
                FileState.setDirectoryTime(at.path(), modified, at.links());
            }
        });
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        return ask(path, () -> {
            @Nullable TemporaryFile held = files.held(path);
            FileChannel channel = held == null
                    ? FileChannel.open(Path.of(path), StandardOpenOption.READ)
                    : held.channel(StandardOpenOption.READ);
            return Channels.newInputStream(channel.position(offset));
        });
    }

    /** Writes a file of ours: {@link #publish} alone gives others their content. */
    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException {
        files.use(path, file -> {
            write(file, offset, data, length);
            return file;
        });
    }

    private static void write(TemporaryFile file, long offset, InputStream data, long length) throws IOException {
        try (FileChannel channel = file.channel(StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            channel.position(offset);
            byte[] block = new byte[length >= 0 ? Math.clamp(length, 1, BLOCK_BYTES) : BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                ByteBuffer buffer = ByteBuffer.wrap(block, 0, n);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
            channel.force(true);
        }
    }

    @Override
    public void writeSparse(String path, long offset, InputStream data, long length) throws IOException {
        files.use(path, file -> {
            writeSparse(file, offset, data);
            return file;
        });
    }

    private static void writeSparse(TemporaryFile file, long offset, InputStream data) throws IOException {
        try (FileChannel channel = file.channel(StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            byte[] block = new byte[BLOCK_BYTES];
            long end = offset;
            for (int n = data.readNBytes(block, 0, block.length); n > 0; n = data.readNBytes(block, 0, block.length)) {
                long at = end;
                ZeroRuns.writeOthers(block, 0, n, (start, count) -> {
                    ByteBuffer buffer = ByteBuffer.wrap(block, start, count);
                    while (buffer.hasRemaining()) {
                        channel.write(buffer, at + buffer.position());
                    }
                });
                end += n;
            }
            file.lengthen(end);
            channel.force(true);
        }
    }

    @Override
    public void publish(String from, String to) throws TransferException {
        run(to, () -> files.publish(from, to));
    }

    @Override
    public Optional<String> sharedFile(String path) throws TransferException {
        return ask(path, () -> {
            try {
                Map<String, Object> now = Files.readAttributes(
                        Path.of(path), "unix:nlink,isRegularFile,fileKey", LinkOption.NOFOLLOW_LINKS);
                boolean shared = Boolean.TRUE.equals(now.get("isRegularFile"))
                        && now.get("nlink") instanceof Integer names
                        && names > 1;
                return shared ? Optional.ofNullable(now.get("fileKey")).map(Object::toString) : Optional.empty();
            } catch (UnsupportedOperationException | IllegalArgumentException | NoSuchFileException _) {
                return Optional.empty();
            }
        });
    }

    @Override
    public void link(String from, String to, boolean replace) throws TransferException {
        run(to, () -> files.link(from, to));
    }

    @Override
    public void createDirectories(String path) throws TransferException {
        run(path, () -> create(Path.of(path)));
    }

    @Override
    public void narrow(String directory, int permissions) throws TransferException {
        if (permissions >= 0) {
            run(directory, () -> Permissions.narrow(Path.of(directory), permissions, LinkOption.NOFOLLOW_LINKS));
        }
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
        run(path, () -> {
            files.forget(path);
            Files.deleteIfExists(Path.of(path));
        });
    }

    @Override
    public void removeDirectory(String path) throws TransferException {
        run(path, () -> {
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
    public void setAttributes(String path, Entry like) throws TransferException {
        ask(
                path,
                () -> files.use(path, file -> {
                    @Nullable Instant modified = like.modified();
                    if (modified != null) {
                        FileState.setModified(file.path(), modified, file.links());
                    }
                    Permissions.finish(
                            file.path(),
                            like.permissions() < 0 ? NO_PERMISSIONS_TOLD : like.permissions(),
                            file.links());
                    return file;
                }));
    }

    @Override
    public Set<Extra> shows() {
        return LibC.isSupported() ? ATTRIBUTES : Set.of();
    }

    /** Only root can give files to other users. */
    @Override
    public Set<Extra> gives() {
        return !LibC.isSupported()
                ? Set.of()
                : PrivateFiles.thisUser() == 0 ? ATTRIBUTES : Set.of(Extra.XATTRS, Extra.ACLS);
    }

    @Override
    public FileAttributes attributes(String path, Set<Extra> wanted) throws TransferException {
        return ask(path, () -> LocalAttributes.read(Path.of(path), wanted));
    }

    @Override
    public Map<Extra, String> giveAttributes(String partial, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        return ask(
                partial,
                () -> files.use(partial, file -> LocalAttributes.write(file.path(), like, wanted, file.links())));
    }

    @Override
    public Map<Extra, String> giveAttributes(String root, String directory, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        return ask(directory, () -> {
            List<String> names = EntryNames.split(directory.substring(root.length()));
            try (ConfinedRoot tree = ConfinedRoot.open(Path.of(root));
                    Directory at = tree.open(names)) {
                return LocalAttributes.write(at.path(), like, wanted, at.links());
            }
        });
    }

    @Override
    public OptionalLong freeBytes(String directory) {
        long free = LocalFailures.freeBytes(directory);
        return free == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(free);
    }

    /** Device and kind; file systems that have no device, in memory for example, are distinguished by their number. */
    @Override
    public Optional<String> fileSystem(String path) throws TransferException {
        return ask(path, () -> {
            FileStore on = Files.getFileStore(Path.of(path));
            return Optional.of(on.name() + " " + on.type()
                    + (on.name().equals(on.type()) ? " " + Files.getAttribute(Path.of(path), "unix:dev") : ""));
        });
    }

    @Override
    public Optional<PrefixLedger> ledger(String partial) {
        return Optional.of(new FileLedger(files, partial));
    }

    @Override
    public String partial(String target, String origin) throws TransferException {
        return ask(target, () -> files.partial(target, origin));
    }

    @Override
    public void tidy(String target, String partial) throws TransferException {
        run(target, () -> files.tidy(target, partial));
    }

    @Override
    public Set<String> displaced() throws TransferException {
        return ask("/", files::displaced);
    }

    @Override
    public void mark(String directory) throws IOException {
        files.mark(directory);
    }

    @Override
    public boolean isMarked(String directory) throws TransferException {
        return ask(directory, () -> files.isMarked(directory));
    }

    @Override
    public void unmark(String directory) throws TransferException {
        run(directory, () -> files.unmark(directory));
    }

    @Override
    public Lock lock(String target) throws TransferException {
        return ask(target, () -> {
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

package org.waybill.engine.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.PrivateFiles;

/**
 * The content of whole files that this node has sent on, on its disk: each client's apart, so that none learns what
 * others have (decision 0299). An entry is named by the SHA-256 of its content and by size, time and mode, by which it is
 * found; it is a hard link to a file that was verified and synced, so that a kill leaves it whole or not at all. What was
 * used last stays, also over a restart: the time of the last use is the file's time of access. For many threads of one
 * process; others are refused.
 */
public final class ContentCache implements AutoCloseable {
    /** A smaller file is sent as soon as it is looked for. */
    static final long LEAST_BYTES = 64 << 10;

    private static final Logger LOG = System.getLogger(ContentCache.class.getName());
    /** What is known of each is in memory. */
    private static final int MOST_ENTRIES = 100_000;

    private static final Duration ABANDONED = Duration.ofHours(1);
    private static final Pattern CLIENT = Pattern.compile("[0-9a-f]{64}(-[0-9a-f]{64})?");
    private static final Pattern ENTRY = Pattern.compile("([0-9a-f]{64})-([0-9]{1,18})-(-?[0-9]{1,19})-([0-7]{1,3})");
    private static final String CONTENT = "content";
    private static final String STAGES = "stages";
    private static final String LOCK = "lock";
    private static final String METRICS = "metrics.prom";
    /** A session whose connection was closed has given back what it holds. */
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final Path directory;
    private final long mostBytes;
    private final FileChannel lock;
    /** The SHA-256 of each, what was used longest ago first. */
    private final LinkedHashMap<Version, String> entries = new LinkedHashMap<>(16, 0.75f, true);

    /** Entries that are offered no more, while a stage has their content; with their sizes, which count. */
    private final Map<Path, Long> outdated = new HashMap<>();

    private final Map<Path, CacheStage> stages = new HashMap<>();
    private boolean closed;
    private long bytes;
    private long reservedBytes;
    private long hits;
    private long hitBytes;
    private long stored;
    private long storedBytes;
    private long evicted;
    private long dropped;
    private long outdatedEver;

    /** By what a client's file is found, without reading it: one content for each. */
    record Version(String client, long sizeBytes, long modifiedNanos, int permissions) {
        private String name(String sha256) {
            return sha256 + "-" + sizeBytes + "-" + modifiedNanos + "-" + Integer.toOctalString(permissions);
        }
    }

    /** Gives a file a name, or another one. */
    @FunctionalInterface
    interface Naming {
        void give(Path name) throws IOException;
    }

    private record Found(Version version, String sha256, FileTime used) {}

    private ContentCache(CacheSettings settings, FileChannel lock) {
        directory = settings.directory();
        mostBytes = settings.mostBytes();
        this.lock = lock;
    }

    /**
     * Takes the directory, and takes up what an earlier run has left there.
     *
     * @throws TransferException if it is another process's, or holds anything else
     */
    public static ContentCache open(CacheSettings settings) throws TransferException {
        Path directory = settings.directory();
        try {
            requireOwn(directory);
            PrivateFiles.createDirectory(directory);
            PrivateFiles.close(directory, false);
            FileChannel lock =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (!isTaken(lock)) {
                    throw new TransferException(
                            Reason.TARGET_BUSY,
                            "the cache " + directory + " is used by another node; name another directory");
                }
                ContentCache cache = new ContentCache(settings, lock);
                cache.takeUp();
                return cache;
            } catch (IOException | TransferException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "using the cache", directory.toString());
        }
    }

    /** It is closed to other users, and what is not known in it is removed. */
    private static void requireOwn(Path directory) throws IOException, TransferException {
        if (Files.isDirectory(directory) && !Files.exists(directory.resolve(LOCK))) {
            try (Stream<Path> all = Files.list(directory)) {
                if (all.findAny().isPresent()) {
                    throw new TransferException(
                            Reason.BAD_INPUT,
                            "the directory " + directory + " is not a cache and not empty; name a new directory");
                }
            }
        }
    }

    private static boolean isTaken(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false; // by another node of this process
        }
    }

    private synchronized void takeUp() throws IOException {
        List<Found> found = new ArrayList<>();
        for (Path client : children(directory)) {
            String name = String.valueOf(client.getFileName());
            if (CLIENT.matcher(name).matches()) {
                delete(client.resolve(STAGES));
                for (Path file : children(client.resolve(CONTENT))) {
                    takeUp(name, file, found);
                }
            }
        }
        found.sort(Comparator.comparing(Found::used));
        for (Found one : found) {
            // of two contents with one size and time, the one that was used last
            remove(one.version());
            entries.put(one.version(), one.sha256());
            bytes += one.version().sizeBytes();
        }
        makeRoom(0);
        writeCounts();
    }

    private static void takeUp(String client, Path file, List<Found> found) throws IOException {
        Matcher parts = ENTRY.matcher(String.valueOf(file.getFileName()));
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        try {
            if (parts.matches() && now.isRegularFile() && now.size() == Long.parseLong(parts.group(2))) {
                Version version = new Version(
                        client, now.size(), Long.parseLong(parts.group(3)), Integer.parseInt(parts.group(4), 8));
                found.add(new Found(version, parts.group(1), now.lastAccessTime()));
                return;
            }
        } catch (NumberFormatException _) {
            // no name of ours
        }
        Files.delete(file);
    }

    private static List<Path> children(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (NoSuchFileException _) {
            // it was never there
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Where a client's tree is put to be sent on; the caller closes it.
     *
     * @param client its fingerprint, and after a dash that of the client it acts for
     * @param key of one transfer
     */
    public synchronized CacheStage stage(String client, String key) throws IOException {
        CacheStage stage = enter(client, key);
        if (stage.users == 1) {
            try {
                recount(stage);
            } catch (IOException e) {
                left(stage);
                throw e;
            }
        }
        return stage;
    }

    /** The same, where what is in it is only read. */
    public synchronized CacheStage enter(String client, String key) throws IOException {
        if (closed) {
            throw new IOException("the node is stopping");
        }
        if (!CLIENT.matcher(client).matches()) {
            throw new IllegalArgumentException("no client: " + client);
        }
        Path place = directory.resolve(client).resolve(STAGES).resolve(key);
        for (CacheStage other : List.copyOf(stages.values())) {
            if (other.users == 0
                    && !other.directory().equals(place)
                    && System.nanoTime() - other.leftNanos > ABANDONED.toNanos()) {
                remove(other);
            }
        }
        PrivateFiles.createDirectory(place);
        CacheStage stage = stages.computeIfAbsent(place, _ -> new CacheStage(this, client, place));
        stage.users++;
        return stage;
    }

    /** An earlier session may have taken room for what has not arrived; what has, and is no entry, takes its room. */
    private void recount(CacheStage stage) throws IOException {
        release(stage, stage.reservedBytes);
        stage.found.clear();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(stage.directory())) {
            all = walk.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : all) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (now.isRegularFile() && names(file) == 1) {
                take(stage, now.size());
                stage.found.put(Objects.requireNonNullElse(now.fileKey(), file), now.size());
            }
        }
    }

    /** What was put there was sent on, or will not be; where the client puts something there again, it stays. */
    public synchronized void remove(CacheStage stage) {
        if (stage.users > 1) {
            return;
        }
        stages.remove(stage.directory(), stage);
        release(stage, stage.reservedBytes);
        try {
            delete(stage.directory());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + stage.directory() + ": " + e);
        }
        removeOutdated();
        writeCounts();
    }

    /** A session with it is over; what of it is partial may be resumed. */
    synchronized void left(CacheStage stage) {
        stage.users--;
        stage.leftNanos = System.nanoTime();
        writeCounts();
        notifyAll();
        releaseLock();
    }

    /** Gives what is known of a version another name, by which its reader compares it. */
    synchronized void offer(Version version, Naming naming) {
        String sha256 = entries.get(version);
        if (sha256 == null) {
            return;
        }
        try {
            naming.give(path(version, sha256));
        } catch (FileAlreadyExistsException _) {
            // an earlier attempt has put it there
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot use an entry of the cache: " + e);
            if (!Files.exists(path(version, sha256))) {
                remove(version);
            }
        }
    }

    /** The source has another content: the entry is damaged, or outdated. */
    synchronized void drop(Version version) {
        dropped += remove(version) ? 1 : 0;
    }

    /**
     * A verified file is there, whether it arrived or was found.
     *
     * @param naming gives it another name
     */
    synchronized void keep(CacheStage stage, Version version, String sha256, Naming naming) {
        if (version.sizeBytes() < LEAST_BYTES || version.sizeBytes() > mostBytes) {
            return;
        }
        Path content = directory.resolve(version.client()).resolve(CONTENT);
        Path entry = path(version, sha256);
        Path aside = content.resolve("new");
        try {
            PrivateFiles.createDirectory(content);
            Files.deleteIfExists(aside);
            naming.give(aside);
            boolean known = sha256.equals(entries.get(version)) && Files.exists(entry);
            if (known && Files.isSameFile(aside, entry)) {
                hits++;
                hitBytes += version.sizeBytes();
            }
            if (known) {
                // where it is another file, that stays the stage's
                Files.delete(aside);
            } else if (names(aside) > 2) {
                // it was an entry, and counts as such
                Files.delete(aside);
                return;
            } else {
                remove(version);
                Files.move(aside, entry, StandardCopyOption.ATOMIC_MOVE);
                entries.put(version, sha256);
                bytes += version.sizeBytes();
                release(stage, version.sizeBytes());
                stored++;
                storedBytes += version.sizeBytes();
            }
            Files.getFileAttributeView(entry, BasicFileAttributeView.class)
                    .setTimes(null, FileTime.from(Instant.now()), null);
            makeRoom(0);
        } catch (IOException e) {
            // the copy itself does not need it
            LOG.log(Level.WARNING, "cannot keep a file in the cache: " + e);
        }
    }

    /**
     * Takes room for a file that arrives.
     *
     * @param inode of the file, which may have its room already; null where it has none
     */
    synchronized void reserve(CacheStage stage, @Nullable Object inode, long sizeBytes) throws RefusedException {
        long hadBytes = inode == null ? 0 : stage.found.getOrDefault(inode, 0L);
        long moreBytes = Math.max(0, sizeBytes - hadBytes);
        if (moreBytes > roomBytes(moreBytes)) {
            throw new RefusedException(
                    Reason.DISK_FULL, "the cache of " + mostBytes + " bytes has no room for " + moreBytes + " more");
        }
        if (inode != null) {
            stage.found.remove(inode);
        }
        take(stage, moreBytes);
    }

    private void take(CacheStage stage, long sizeBytes) {
        stage.reservedBytes += sizeBytes;
        reservedBytes += sizeBytes;
    }

    private void release(CacheStage stage, long sizeBytes) {
        long released = Math.min(stage.reservedBytes, sizeBytes);
        stage.reservedBytes -= released;
        reservedBytes -= released;
    }

    /** How much may arrive, after what is not in use has made room for {@code wantedBytes}. */
    public synchronized long roomBytes(long wantedBytes) {
        makeRoom(wantedBytes);
        return Math.max(0, mostBytes - bytes - reservedBytes);
    }

    /** Nothing is removed for what would not fit though all were. */
    private void makeRoom(long wantedBytes) {
        if (wantedBytes > Math.max(0, mostBytes - reservedBytes)) {
            return;
        }
        if (bytes > mostBytes - reservedBytes - wantedBytes) {
            removeOutdated();
        }
        Iterator<Map.Entry<Version, String>> eldest = entries.entrySet().iterator();
        while (eldest.hasNext() && (bytes > mostBytes - reservedBytes - wantedBytes || entries.size() > MOST_ENTRIES)) {
            Map.Entry<Version, String> one = eldest.next();
            Path file = path(one.getKey(), one.getValue());
            if (!isBeingSent(file)) {
                eldest.remove();
                bytes -= one.getKey().sizeBytes();
                evicted++;
                deleteFile(file);
            }
        }
    }

    /** Removing a file with another name in a stage would free nothing. */
    private static boolean isBeingSent(Path file) {
        return names(file) > 1;
    }

    /** How many names a file has; 1 where that is not known. */
    private static int names(Path file) {
        try {
            return Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                    ? names
                    : 1;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
            return 1;
        }
    }

    /** It is offered no more, and counts until no stage has it. */
    private boolean remove(Version version) {
        String sha256 = entries.remove(version);
        if (sha256 == null) {
            return false;
        }
        Path file = path(version, sha256);
        if (isBeingSent(file)) {
            Path other = file.resolveSibling("outdated-" + outdatedEver++);
            try {
                Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
                outdated.put(other, version.sizeBytes());
                return true;
            } catch (IOException e) {
                LOG.log(Level.WARNING, "cannot rename " + file + ": " + e);
            }
        }
        bytes -= version.sizeBytes();
        deleteFile(file);
        return true;
    }

    private void removeOutdated() {
        outdated.entrySet().removeIf(one -> {
            boolean free = !isBeingSent(one.getKey());
            if (free) {
                bytes -= one.getValue();
                deleteFile(one.getKey());
            }
            return free;
        });
    }

    private static void deleteFile(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + file + ": " + e);
        }
    }

    private Path path(Version version, String sha256) {
        return directory.resolve(version.client()).resolve(CONTENT).resolve(version.name(sha256));
    }

    public synchronized CacheCounts counts() {
        return new CacheCounts(hits, hitBytes, stored, storedBytes, evicted, dropped, entries.size(), bytes);
    }

    private void writeCounts() {
        try {
            PrivateFiles.replace(directory.resolve(METRICS), counts().prometheus());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot write " + METRICS + " of the cache: " + e);
        }
    }

    /** Sessions with it have been ended: waits for them, and releases its directory when none uses it. */
    @Override
    public synchronized void close() {
        closed = true;
        long startedNanos = System.nanoTime();
        try {
            for (long left = LEAVING.toMillis();
                    isInUse() && left > 0;
                    left = LEAVING.minusNanos(System.nanoTime() - startedNanos).toMillis()) {
                wait(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        releaseLock();
    }

    private boolean isInUse() {
        return stages.values().stream().anyMatch(stage -> stage.users > 0);
    }

    private void releaseLock() {
        if (!closed || isInUse()) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot release the cache: " + e);
        }
    }
}

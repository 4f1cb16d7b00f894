package org.waybill.engine.cache;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.waybill.engine.storage.FileState;
import org.waybill.platform.PrivateFiles;

/**
 * The files that are kept: what of them is known, in which order they were used, and which make room. What was used last
 * stays, also over a restart: the time of the last use is the file's time of access. Guarded by the cache.
 */
final class CacheEntries {
    private static final Logger LOG = System.getLogger(CacheEntries.class.getName());
    /** What is known of each is in memory. */
    private static final int MOST = 100_000;

    private final CacheDirectory directory;
    /** The SHA-256 of each, what was used longest ago first. */
    private final LinkedHashMap<FileVersion, String> entries = new LinkedHashMap<>(16, 0.75f, true);

    /** Entries that are offered no more, while a stage has their content; with their sizes, which count. */
    private final Map<Path, Long> outdated = new HashMap<>();

    private long bytes;
    private long hits;
    private long hitBytes;
    private long stored;
    private long storedBytes;
    private long evicted;
    private long dropped;
    private long outdatedEver;

    /** Gives a file a name, or another one. */
    @FunctionalInterface
    interface Naming {
        void give(Path name) throws IOException;
    }

    private record Found(FileVersion.Named entry, FileTime used) {}

    CacheEntries(CacheDirectory directory) {
        this.directory = directory;
    }

    /** Takes up what an earlier run has left, and removes what is no whole entry. */
    void takeUp() throws IOException {
        List<Found> found = new ArrayList<>();
        for (String client : directory.clients()) {
            for (Path file : directory.entries(client)) {
                takeUp(client, file, found);
            }
        }
        found.sort(Comparator.comparing(Found::used));
        for (Found one : found) {
            FileVersion version = one.entry().version();
            // of two contents with one size and time, the one that was used last
            remove(version);
            entries.put(version, one.entry().sha256());
            bytes += version.sizeBytes();
        }
    }

    private static void takeUp(String client, Path file, List<Found> found) throws IOException {
        Optional<FileVersion.Named> named = FileVersion.parse(client, String.valueOf(file.getFileName()));
        if (named.isPresent() && named.get().version().isOf(file)) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            found.add(new Found(named.get(), now.lastAccessTime()));
        } else {
            PrivateFiles.removeTree(file);
        }
    }

    /** What they take. */
    long bytes() {
        return bytes;
    }

    /**
     * As {@link ContentCache#offer}; one that was changed on the disk is removed, so that the file is kept anew.
     *
     * @return whether it has the name now, and had it not before
     */
    boolean offer(FileVersion version, Naming naming) {
        String sha256 = entries.get(version);
        if (sha256 == null) {
            return false;
        }
        Path entry = directory.entry(version, sha256);
        if (!version.isOf(entry)) {
            drop(version);
            return false;
        }
        try {
            naming.give(entry);
            return true;
        } catch (FileAlreadyExistsException _) {
            // an earlier attempt has put it there
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot use an entry of the cache: " + e);
        }
        return false;
    }

    /** As {@link ContentCache#drop}. */
    void drop(FileVersion version) {
        dropped += remove(version) ? 1 : 0;
    }

    /**
     * A verified file is there, whether it arrived or was found.
     *
     * @param naming gives it another name
     * @return whether it is kept now, and was not before
     */
    boolean keep(FileVersion version, String sha256, Naming naming) throws IOException {
        Path entry = directory.entry(version, sha256);
        Path aside = directory.content(version.client()).resolve("new");
        PrivateFiles.createDirectory(directory.content(version.client()));
        Files.deleteIfExists(aside);
        naming.give(aside);
        boolean known = sha256.equals(entries.get(version)) && version.isOf(entry);
        if (known && Files.isSameFile(aside, entry)) {
            hits++;
            hitBytes += version.sizeBytes();
        }
        boolean isNew = !known && FileState.names(aside) <= 2;
        if (isNew) {
            remove(version);
            Files.move(aside, entry, StandardCopyOption.ATOMIC_MOVE);
            entries.put(version, sha256);
            bytes += version.sizeBytes();
            stored++;
            storedBytes += version.sizeBytes();
        } else {
            // it was an entry, and counts as such; or where it is another file than the entry, that stays the stage's
            Files.delete(aside);
        }
        if (isNew || known) {
            Files.getFileAttributeView(entry, BasicFileAttributeView.class)
                    .setTimes(null, FileTime.from(Instant.now()), null);
        }
        return isNew;
    }

    /** What was used longest ago makes room, until all take no more than this. */
    void shrinkTo(long mostBytes) {
        if (bytes > mostBytes) {
            removeOutdated();
        }
        Iterator<Map.Entry<FileVersion, String>> eldest = entries.entrySet().iterator();
        while (eldest.hasNext() && (bytes > mostBytes || entries.size() > MOST)) {
            Map.Entry<FileVersion, String> one = eldest.next();
            Path file = directory.entry(one.getKey(), one.getValue());
            if (!isBeingSent(file)) {
                eldest.remove();
                bytes -= one.getKey().sizeBytes();
                evicted++;
                CacheDirectory.remove(file);
            }
        }
    }

    /** Removing a file with another name in a stage would free nothing. */
    private static boolean isBeingSent(Path file) {
        return FileState.names(file) > 1;
    }

    /** It is offered no more, and counts until no stage has it. */
    private boolean remove(FileVersion version) {
        String sha256 = entries.remove(version);
        if (sha256 == null) {
            return false;
        }
        Path file = directory.entry(version, sha256);
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
        CacheDirectory.remove(file);
        return true;
    }

    /** A stage is gone, and with it what only it had of them. */
    void removeOutdated() {
        outdated.entrySet().removeIf(one -> {
            boolean free = !isBeingSent(one.getKey());
            if (free) {
                bytes -= one.getValue();
                CacheDirectory.remove(one.getKey());
            }
            return free;
        });
    }

    CacheCounts counts() {
        return new CacheCounts(hits, hitBytes, stored, storedBytes, evicted, dropped, entries.size(), bytes);
    }
}

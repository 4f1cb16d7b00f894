package org.waybill.engine.mover.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.StaleFileCleanup;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.TemporaryNames;

/**
 * Our own files next to local targets. A partial file stays open from the first look at it until its target is free
 * again: what is written, read back, given its attributes and renamed is one and the same file. For many threads, each
 * with targets of its own.
 */
final class OpenTemporaryFiles {
    private static final int MOST_OPEN = 64;

    private final TemporaryNames own;
    /** The locked targets, by what the paths of their partial files begin with. */
    private final Map<String, Locked> ofTargets = new ConcurrentHashMap<>();
    /** What earlier runs left, by the directory. */
    private final Map<String, Set<String>> leftovers = new ConcurrentHashMap<>();

    /** Directories written to, open: some file systems use the numbers of closed files again. */
    private final Map<String, Directory> written = new HashMap<>();

    OpenTemporaryFiles(TemporaryNames own) {
        this.own = own;
    }

    /** Something done with an open file. */
    @FunctionalInterface
    interface Use<T> {
        T with(TemporaryFile file) throws IOException;
    }

    /** A locked target; used by the thread that locked it. */
    private static final class Locked {
        final Directory directory;
        final TargetLock lock;
        /** The path of the partial file that is open. */
        String path = "";

        @Nullable
        TemporaryFile file;

        Locked(Directory directory, TargetLock lock) {
            this.directory = directory;
            this.lock = lock;
        }

        void closeFile() {
            TemporaryFile open = file;
            file = null;
            if (open != null) {
                open.close();
            }
        }

        void close() {
            closeFile();
            try (directory) {
                lock.close();
            } catch (IOException _) {
                // the lock ends with its channel; an empty file left behind locks no one out
            }
        }
    }

    /** Where the data of a source go; what version 0.1 left of them is given that name. */
    String partial(String target, String origin) throws IOException {
        String path = stem(target) + "-" + PartialName.ofOrigin(origin) + ".part";
        String old = PartialName.of(target, origin);
        for (String suffix : List.of("", ".sums")) {
            Optional<TemporaryFile> left = Files.exists(Path.of(old + suffix), LinkOption.NOFOLLOW_LINKS)
                    ? find(old + suffix)
                    : Optional.empty();
            if (left.isPresent()) {
                try (TemporaryFile file = left.get();
                        Directory there = directory(path)) {
                    file.rename(there, StorePath.name(path + suffix));
                }
            }
        }
        return path;
    }

    /** Removes what earlier runs have left of a target, except for one partial file and what is known of it. */
    void tidy(String target, String partial) throws IOException {
        String stem = StorePath.name(stem(target)) + "-";
        String directory = StorePath.parent(target);
        for (String name : leftIn(directory)) {
            if (name.startsWith(stem) && (partial.isEmpty() || !name.startsWith(StorePath.name(partial)))) {
                try (Directory at = directory(StorePath.join(directory, name))) {
                    TemporaryFile.removeLeft(at, name);
                }
            }
        }
    }

    /** The unfinished files of earlier runs in a directory: looked for once, since it may have very many entries. */
    private Set<String> leftIn(String directory) throws IOException {
        Set<String> known = leftovers.get(directory);
        if (known != null) {
            return known;
        }
        try (Directory at = directory(StorePath.join(directory, "."))) {
            Set<String> found = StaleFileCleanup.swept(at);
            leftovers.put(directory, found);
            return found;
        }
    }

    private String stem(String target) {
        return StorePath.join(StorePath.parent(target), own.stem(StorePath.name(target)));
    }

    /** What marks an unfinished directory: today's name and that of version 0.1. */
    private List<String> marks(String directory) {
        return List.of(StorePath.join(directory, own.mark(StorePath.name(directory))), PartialName.treeMark(directory));
    }

    void mark(String directory) throws IOException {
        try (Directory at = directory(marks(directory).getFirst())) {
            TemporaryFile.findOrCreate(at, own.mark(StorePath.name(directory))).close();
        }
    }

    /** Whether a file of ours marks it. */
    boolean isMarked(String directory) throws IOException {
        boolean marked = false;
        for (String mark : marks(directory)) {
            try (TemporaryFile found = find(mark).orElse(null)) {
                marked |= found != null;
            }
        }
        return marked;
    }

    void unmark(String directory) throws IOException {
        for (String mark : marks(directory)) {
            try (TemporaryFile found = find(mark).orElse(null)) {
                if (found != null) {
                    found.delete();
                }
            }
        }
    }

    /** Locks a target; what is opened of its partial file from now on is closed with the lock. */
    Store.Lock lock(String target, String owner) throws IOException {
        Directory at = directory(target);
        try {
            Locked locked = new Locked(at, TargetLock.acquire(at, own, StorePath.name(target), owner));
            String stem = stem(target);
            ofTargets.put(stem, locked);
            return () -> {
                ofTargets.remove(stem, locked);
                locked.close();
            };
        } catch (IOException e) {
            at.close();
            throw e;
        }
    }

    /** The partial file of this path if it is open. */
    @Nullable
    TemporaryFile held(String path) {
        Locked locked = ofTargets.get(stemOf(path));
        return locked != null && locked.path.equals(path) ? locked.file : null;
    }

    private static String stemOf(String partial) {
        int end = partial.lastIndexOf('-');
        return end < 0 ? partial : partial.substring(0, end);
    }

    /** Uses a file of ours, which is made if it is not there. */
    <T> T use(String path, Use<T> use) throws IOException {
        Locked locked = ofTargets.get(stemOf(path));
        if (locked == null) {
            try (Directory at = directory(path);
                    TemporaryFile file = TemporaryFile.findOrCreate(at, StorePath.name(path))) {
                return use.with(file);
            }
        }
        TemporaryFile file = held(path);
        if (file == null) {
            locked.closeFile();
            file = TemporaryFile.findOrCreate(locked.directory, StorePath.name(path));
            locked.file = file;
            locked.path = path;
        }
        return use.with(file);
    }

    /** Gives a partial file its name, for good. */
    void publish(String partial, String target) throws IOException {
        Locked locked = ofTargets.get(stemOf(partial));
        if (locked == null || !StorePath.parent(partial).equals(StorePath.parent(target))) {
            throw new IOException(partial + " is not beside a locked target");
        }
        use(partial, file -> {
            file.rename(locked.directory, StorePath.name(target));
            return file;
        });
        named(target, locked.directory);
    }

    private void named(String target, Directory directory) throws IOException {
        directory.sync();
        synchronized (written) {
            if (written.size() < MOST_OPEN && !written.containsKey(StorePath.parent(target))) {
                written.put(StorePath.parent(target), directory.again());
            }
        }
    }

    /** Gives a partial file, or one that has its name, one more name, in the place of a file or link that is there. */
    void link(String from, String target) throws IOException {
        Use<TemporaryFile> link = file -> {
            try (Directory at = directory(target)) {
                String name = StorePath.name(target);
                file.link(at, name, own.stem(name) + "-0.part");
                named(target, at);
            }
            return file;
        };
        if (EntryNames.isOwn(StorePath.name(from))) {
            use(from, link);
            return;
        }
        try (Directory at = directory(from);
                TemporaryFile finished = TemporaryFile.finished(at, StorePath.name(from))) {
            link.with(finished);
        }
    }

    /** Makes a symbolic link, in the place of a file or link that is there. */
    void link(String path, String text, @Nullable Instant modified) throws IOException {
        try (Directory at = directory(path)) {
            String name = StorePath.name(path);
            FileState.replaceByLink(at.entry(name), at.entry(own.stem(name) + "-0.part"), text, modified);
        }
    }

    /** Those of the directories written to whose names mean others by now, or nothing. */
    Set<String> displaced() throws IOException {
        Set<String> displaced = new HashSet<>();
        synchronized (written) {
            for (Map.Entry<String, Directory> each : written.entrySet()) {
                if (!each.getValue().isAt(Path.of(each.getKey()))) {
                    displaced.add(each.getKey());
                }
            }
        }
        return displaced;
    }

    void close() {
        synchronized (written) {
            written.values().forEach(Directory::close);
            written.clear();
        }
    }

    /** Forgets a partial file that is to be started again. */
    void forget(String path) {
        Locked locked = ofTargets.get(stemOf(path));
        if (locked != null && locked.path.equals(path)) {
            locked.closeFile();
        }
    }

    /** Opens a file of ours if it is there. */
    static Optional<TemporaryFile> find(String path) throws IOException {
        try (Directory at = directory(path)) {
            return TemporaryFile.find(at, StorePath.name(path));
        }
    }

    /** The directory of a path, through all links that its user has set along it. */
    static Directory directory(String path) throws IOException {
        try (ConfinedRoot root = ConfinedRoot.open(Path.of(StorePath.parent(path)))) {
            return root.open(List.of());
        }
    }
}

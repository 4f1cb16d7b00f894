package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.FileSystemSync;

/** Keeps the directories that were used last open, so that a thousand files in one do not open it a thousand times. */
final class DirectoryCache implements AutoCloseable {
    private static final int MAX_IDLE = 64;

    private final ConfinedRoot root;
    private final LinkedHashMap<List<String>, Shared> open = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that were opened first stay open: some file systems use the numbers of closed files again. */
    private final Map<List<String>, Shared> first = new HashMap<>();
    /** By their devices. */
    private final Map<Object, Optional<FileSystemSync>> fileSystems = new HashMap<>();

    DirectoryCache(ConfinedRoot root) {
        this.root = root;
    }

    /** An open directory, made if it is not there; the caller closes what it gets. */
    synchronized Directory acquire(List<String> names) throws IOException {
        Shared shared = open.get(names);
        if (shared == null) {
            Directory opened = root.openOrCreate(names);
            shared = new Shared(opened, fileSystem(opened));
            open.put(List.copyOf(names), shared);
            if (first.size() < MAX_IDLE && first.putIfAbsent(List.copyOf(names), shared) == null) {
                shared.retain();
            }
            evict();
        }
        shared.retain();
        return shared;
    }

    private Optional<FileSystemSync> fileSystem(Directory directory) {
        if (!Permissions.isPosix()) {
            return Optional.empty();
        }
        try {
            return fileSystems.computeIfAbsent(
                    Files.getAttribute(directory.path(), "unix:dev"), _ -> FileSystemSync.of(directory.path()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Those of the open ones whose names mean others by now, or nothing: what was put into them is elsewhere. */
    synchronized Set<List<String>> displaced() throws IOException {
        Map<List<String>, Shared> all = new HashMap<>(open);
        all.putAll(first);
        Set<List<String>> displaced = new HashSet<>();
        for (Map.Entry<List<String>, Shared> each : all.entrySet()) {
            try (Directory now = root.open(each.getKey())) {
                if (!Objects.equals(fileKey(each.getValue()), fileKey(now))) {
                    displaced.add(each.getKey());
                }
            } catch (NoSuchFileException | NotDirectoryException | BadNameException _) {
                displaced.add(each.getKey());
            }
        }
        return displaced;
    }

    private static @Nullable Object fileKey(Directory directory) throws IOException {
        return Files.readAttributes(directory.path(), BasicFileAttributes.class).fileKey();
    }

    private void evict() {
        Iterator<Map.Entry<List<String>, Shared>> eldest = open.entrySet().iterator();
        if (open.size() > MAX_IDLE) {
            Shared idle = eldest.next().getValue();
            eldest.remove();
            idle.close();
        }
    }

    @Override
    public synchronized void close() {
        List<Shared> all = new ArrayList<>(open.values());
        all.addAll(first.values());
        open.clear();
        first.clear();
        all.forEach(Shared::close);
        fileSystems.values().forEach(each -> each.ifPresent(FileSystemSync::close));
        fileSystems.clear();
    }

    /** A directory that closes with its last user. */
    private static final class Shared implements Directory {
        private final Directory directory;
        private final Optional<FileSystemSync> fileSystem;
        private int users = 1;

        Shared(Directory directory, Optional<FileSystemSync> fileSystem) {
            this.directory = directory;
            this.fileSystem = fileSystem;
        }

        synchronized void retain() {
            users++;
        }

        @Override
        public Path path() {
            return directory.path();
        }

        @Override
        public Directory pin(String name) throws IOException {
            return directory.pin(name);
        }

        @Override
        public Directory create(String name) throws IOException {
            return directory.create(name);
        }

        @Override
        public Optional<FileSystemSync> fileSystem() {
            return fileSystem;
        }

        @Override
        public Directory again() {
            retain();
            return this;
        }

        @Override
        public synchronized void close() {
            if (--users == 0) {
                directory.close();
            }
        }
    }
}

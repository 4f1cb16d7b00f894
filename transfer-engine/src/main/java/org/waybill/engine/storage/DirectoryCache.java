package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps the directories that were used last open, so that a thousand files in one do not open it a thousand times. */
final class DirectoryCache implements AutoCloseable {
    private static final int MAX_IDLE = 64;

    private final ConfinedRoot root;
    private final LinkedHashMap<List<String>, Shared> open = new LinkedHashMap<>(16, 0.75f, true);

    DirectoryCache(ConfinedRoot root) {
        this.root = root;
    }

    /** An open directory, made if it is not there; the caller closes what it gets. */
    synchronized Directory acquire(List<String> names) throws IOException {
        Shared shared = open.get(names);
        if (shared == null) {
            shared = new Shared(root.openOrCreate(names));
            open.put(List.copyOf(names), shared);
            evict();
        }
        shared.retain();
        return shared;
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
        open.clear();
        all.forEach(Shared::close);
    }

    /** A directory that closes with its last user. */
    private static final class Shared implements Directory {
        private final Directory directory;
        private int users = 1;

        Shared(Directory directory) {
            this.directory = directory;
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

package org.waybill.engine.mover.store;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.platform.PrivateFiles;

/**
 * What the home knows of the read-only directories of a destination that are open for a copy: one that is killed, or
 * loses its connection, leaves them so, and the next one closes them. Each run notes its own in a file that it holds
 * locked, and the lock ends with its process: what is open for a run that still writes is no other's to close. For one
 * thread at a time.
 */
final class OpenedNotes {
    /** For who has no home. */
    static final OpenedNotes NONE = new OpenedNotes(null, "");

    private static final String END = ".opened";
    /** Those of this process, which are not even opened again: closing a second descriptor would drop the lock. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final @Nullable Path directory;
    private final String stem;
    private final List<Held> taken = new ArrayList<>();
    private @Nullable Held own;

    /**
     * @param directory of the home's notes, made when it is needed; null for who has no home
     * @param stem what the names of all runs' notes of the destination begin with
     */
    OpenedNotes(@Nullable Path directory, String stem) {
        this.directory = directory == null ? null : directory.toAbsolutePath();
        this.stem = stem;
    }

    /** A line for each directory, its path below the destination. */
    private record Held(Path file, FileChannel channel) {
        /** Null if it is another run's that lives, or was done meanwhile. */
        static @Nullable Held take(Path file) throws IOException {
            if (!HELD_HERE.add(file)) {
                return null;
            }
            boolean taken = false;
            try {
                Held held = new Held(file, FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
                taken = held.isFree();
                return taken ? held : null;
            } catch (NoSuchFileException _) {
                return null;
            } finally {
                if (!taken) {
                    HELD_HERE.remove(file);
                }
            }
        }

        /** Locks it, or closes it. */
        private boolean isFree() throws IOException {
            boolean free = false;
            try {
                free = channel.tryLock() != null && Files.exists(file);
                return free;
            } catch (OverlappingFileLockException _) {
                return false;
            } finally {
                if (!free) {
                    channel.close();
                }
            }
        }

        /** Others see it when it is locked and whole. */
        static Held create(Path file, Collection<String> paths) throws IOException {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            FileChannel channel = FileChannel.open(
                    fresh,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PrivateFiles.modes(fresh, "rw-------"));
            Held held = new Held(file, channel);
            HELD_HERE.add(file);
            boolean whole = false;
            try {
                if (channel.tryLock() == null) {
                    throw new IOException(fresh + " is locked by another process");
                }
                for (String path : paths) {
                    held.add(path);
                }
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                whole = true;
                return held;
            } finally {
                if (!whole) {
                    held.leave();
                    Files.deleteIfExists(fresh);
                }
            }
        }

        void add(String path) throws IOException {
            ByteBuffer line = StandardCharsets.UTF_8.encode(URLEncoder.encode(path, StandardCharsets.UTF_8) + "\n");
            while (line.hasRemaining()) {
                channel.write(line);
            }
        }

        List<String> paths() throws IOException {
            List<String> paths = new ArrayList<>();
            String text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            try {
                for (String line : text.lines().toList()) {
                    paths.add(URLDecoder.decode(line, StandardCharsets.UTF_8));
                }
            } catch (IllegalArgumentException _) {
                // torn when the machine went down: what comes before it is known
            }
            return paths;
        }

        void leave() {
            Quietly.close(channel);
            HELD_HERE.remove(file);
        }

        void remove() throws IOException {
            try {
                Files.deleteIfExists(file);
            } finally {
                leave();
            }
        }
    }

    /** What runs that have ended left open: paths below the destination, which itself is the empty one; now this one's. */
    List<String> takeOver() {
        Path notes = directory;
        List<String> paths = new ArrayList<>();
        if (notes == null) {
            return paths;
        }
        try {
            for (Path file : PrivateFiles.list(notes, stem + "*" + END)) {
                Held one = Held.take(file);
                if (one != null) {
                    paths.addAll(takeOver(one));
                }
            }
        } catch (IOException _) {
            // left to the next run
        }
        return paths;
    }

    private List<String> takeOver(Held one) throws IOException {
        boolean keeps = false;
        try {
            List<String> left = one.paths();
            if (left.isEmpty()) {
                Files.deleteIfExists(one.file());
            } else {
                keeps = taken.add(one);
            }
            return left;
        } finally {
            if (!keeps) {
                one.leave();
            }
        }
    }

    /** Notes one that is about to be opened. */
    void add(String path) throws IOException {
        Held held = own;
        if (held == null) {
            own = created(List.of(path));
        } else {
            held.add(path);
        }
    }

    private @Nullable Held created(Collection<String> paths) throws IOException {
        Path notes = directory;
        if (notes == null) {
            return null;
        }
        PrivateFiles.createDirectory(notes);
        return Held.create(notes.resolve(stem + "-" + UUID.randomUUID() + END), paths);
    }

    /** Notes that no others are open for this run. */
    void keep(Collection<String> paths) throws IOException {
        @Nullable Held before = own;
        own = paths.isEmpty() ? null : created(paths);
        if (before != null) {
            taken.add(before);
        }
        while (!taken.isEmpty()) {
            taken.removeLast().remove();
        }
    }

    /** This run has ended: what is noted is the next one's. */
    void leave() {
        taken.forEach(Held::leave);
        taken.clear();
        Held held = own;
        if (held != null) {
            held.leave();
            own = null;
        }
    }
}

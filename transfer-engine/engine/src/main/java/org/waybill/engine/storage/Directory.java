package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.waybill.platform.FileSystemSync;

/**
 * An open directory. As long as it is open, {@link #path()} means this very directory, even if it is renamed or
 * replaced meanwhile by another process; names are resolved in it one at a time.
 */
public interface Directory extends AutoCloseable {
    /** Said of a link that a node neither gives nor takes. */
    String LEADS_OUT = "is a symbolic link out of the node's data directory";

    /** Who has a file for itself. */
    enum Hold {
        /** The one who asked: until it closes this, or its process ends. */
        OURS,
        OTHERS,
        /** The file system keeps no locks. */
        UNKNOWN
    }

    /** A path to use with {@link java.nio.file.Files}; not one to show to a person. */
    Path path();

    /** One name in this directory; slashes, NUL, {@code .} and {@code ..} are refused. */
    default Path entry(String name) throws BadNameException {
        return path().resolve(EntryNames.checked(name));
    }

    /**
     * What a symbolic link says.
     *
     * @param own its names beneath a directory that it must not lead out of; empty where it may
     * @throws BadNameException if it leads out of that, or is not UTF-8
     */
    default String linkText(String name, List<String> own) throws IOException {
        String text = FileState.linkText(entry(name)).orElseThrow(BadNameException::linkNotUtf8);
        if (!own.isEmpty() && EntryNames.leadsOut(own, text)) {
            throw new BadNameException(LEADS_OUT);
        }
        return text;
    }

    /** Lists what is in this directory, in no order. */
    default void list(Consumer<Path> visitor) throws IOException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path())) {
            children.forEach(visitor);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /**
     * Opens an entry of any kind itself, and follows no link: {@link BadNameException} where a link is. Opening
     * neither reads nor waits.
     */
    Directory pin(String name) throws IOException;

    /** Makes a file that only its owner may read and write, where nothing has the name, and opens it. */
    Directory create(String name) throws IOException;

    /** Takes this open file for its holder alone, if no one else has it. */
    default Hold hold() throws IOException {
        return Hold.UNKNOWN;
    }

    /** An open file that was made, by which it is written without being opened again. */
    interface Descriptor {
        /** @param content a direct buffer */
        void write(ByteBuffer content, long offset) throws IOException;

        /** Makes content and state durable. */
        void sync() throws IOException;
    }

    /** What to write a file by that was made by {@link #create}; empty where it must be opened by its path. */
    default Optional<Descriptor> descriptor() {
        return Optional.empty();
    }

    /** How {@link #path()} is to be looked at: a link of the kernel's own to what is open, or a name like any other. */
    default LinkOption[] links() {
        return new LinkOption[0];
    }

    /** Another hold on the same directory, to be closed by itself. */
    Directory again() throws IOException;

    /** Whether a path means this directory now: it may have been renamed or replaced since it was opened. */
    default boolean isAt(Path path) throws IOException {
        return Files.exists(path) && Files.isSameFile(path, path());
    }

    /** Makes renames and new names in this directory durable. */
    default void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** What syncs all of the file system that this is on; opened before anything was written here. */
    default Optional<FileSystemSync> fileSystem() {
        return Optional.empty();
    }

    @Override
    void close();

    /**
     * Lets one at a time, of all threads and processes of this engine, change whether a directory is open to its owner and
     * whether it has the lock of a tree. The lock is the kernel's, on the directory itself, and ends with its process.
     * Whoever may read a directory can lock it: so nobody is waited for longer than a second.
     */
    final class Gate implements AutoCloseable {
        private static final int NONE = -1;
        private static final int MOST_ATTEMPTS = 1000;
        private static final long PAUSE_NANOS = 1_000_000;

        private final int fd;

        private Gate(int fd) {
            this.fd = fd;
        }

        /** Waits until nobody is within. */
        static Gate enter(Directory directory) {
            int fd = opened(directory);
            for (int attempt = 0;
                    fd != NONE && attempt < MOST_ATTEMPTS && LinuxCalls.lock(fd) == Hold.OTHERS;
                    attempt++) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return new Gate(fd);
        }

        private static int opened(Directory directory) {
            try {
                return LinuxRoot.isSupported()
                        ? LinuxCalls.open(directory.path().toString(), LinuxCalls.O_RDONLY | LinuxCalls.O_CLOEXEC)
                        : NONE;
            } catch (IOException _) {
                return NONE; // one that this user may not list
            }
        }

        /**
         * Changes what a directory holds, and opens it for that moment if it is this user's own and closed to its owner, as
         * rsync does.
         */
        public static void changing(Directory at, WriteGuard.Rename change) throws IOException {
            try {
                change.run();
            } catch (AccessDeniedException _) {
                alone(at, change);
            }
        }

        /** The same for what no one else is to do at the same time, nor a tree that begins there to take its lock. */
        public static void alone(Directory at, WriteGuard.Rename change) throws IOException {
            try (Gate _ = enter(at)) {
                boolean opens = Permissions.letOwnerWrite(at, true);
                try {
                    change.run();
                } finally {
                    if (opens) {
                        Permissions.letOwnerWrite(at, false);
                    }
                }
            }
        }

        @Override
        public void close() {
            if (fd != NONE) {
                LinuxCalls.close(fd);
            }
        }
    }
}

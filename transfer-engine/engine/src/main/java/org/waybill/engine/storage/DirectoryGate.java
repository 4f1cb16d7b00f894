package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one at a time, of all threads and processes of this engine, change whether a directory is open to its owner and
 * whether it has the lock of a tree. The lock is the kernel's, on the directory itself, and ends with its process.
 * Whoever may read a directory can lock it: so nobody is waited for longer than a second.
 */
public final class DirectoryGate implements AutoCloseable {
    private static final int NONE = -1;
    private static final int MOST_ATTEMPTS = 1000;
    private static final long PAUSE_NANOS = 1_000_000;

    private final int fd;

    private DirectoryGate(int fd) {
        this.fd = fd;
    }

    /** Waits until nobody is within. */
    static DirectoryGate enter(Directory directory) {
        int fd = opened(directory);
        for (int attempt = 0;
                fd != NONE && attempt < MOST_ATTEMPTS && LinuxCalls.lock(fd) == Directory.Hold.OTHERS;
                attempt++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new DirectoryGate(fd);
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
        try (DirectoryGate _ = enter(at)) {
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

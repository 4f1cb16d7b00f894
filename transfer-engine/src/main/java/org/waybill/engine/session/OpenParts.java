package org.waybill.engine.session;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TargetTree;

/**
 * The partial files that a sink has open: not too many large ones at once, and none is left open whenever it ends. For
 * many threads.
 */
final class OpenParts {
    private static final int MAX_LARGE = 32;
    private static final int WAITERS = 1 << 10;

    private final TargetTree tree;
    private final String owner;
    private final Semaphore large = new Semaphore(MAX_LARGE);
    private final Set<PartialFile> open = new HashSet<>();
    private final Set<PartialFile> counted = new HashSet<>();
    private boolean closed;

    /** @param owner this side, for the lock on a large file: one line */
    OpenParts(TargetTree tree, String owner) {
        this.tree = tree;
        this.owner = owner;
    }

    /** Whether another large file may be opened now; then its place is taken. */
    boolean tryReserve() {
        return large.tryAcquire();
    }

    /** Waits for a large file's place. */
    void reserve() throws InterruptedException {
        large.acquire();
    }

    /** Opens a large file on the place that was reserved for it. */
    PartialFile openReserved(Incoming file) throws IOException {
        PartialFile part = open(file);
        synchronized (this) {
            counted.add(part);
        }
        return part;
    }

    /** Opens a file's partial one; what is opened while the session is being closed is closed at once. */
    PartialFile open(Incoming file) throws IOException {
        PartialFile part = tree.openPartial(file.entry, owner);
        synchronized (this) {
            if (!closed) {
                open.add(part);
                return part;
            }
        }
        part.close();
        throw new ClosedChannelException();
    }

    /** It is closed, or somebody else's now. */
    void release(@Nullable PartialFile part) {
        boolean waited;
        synchronized (this) {
            open.remove(part);
            waited = counted.remove(part);
        }
        if (waited) {
            large.release();
        }
    }

    /** The session ends: whoever waits for a place goes on, and nothing is opened any more. */
    synchronized void end() {
        if (!closed) {
            closed = true;
            large.release(WAITERS);
            open.forEach(PartialFile::leave);
        }
    }

    /**
     * Closes all, and whatever is opened from now on.
     *
     * @param worthless whether what they hold is of no use
     * @param problem hears what could not be closed
     */
    synchronized void close(boolean worthless, Consumer<IOException> problem) {
        end();
        for (PartialFile part : open) {
            try {
                if (worthless) {
                    part.discard();
                }
                part.close();
            } catch (IOException e) {
                problem.accept(e);
            }
        }
        open.clear();
    }
}

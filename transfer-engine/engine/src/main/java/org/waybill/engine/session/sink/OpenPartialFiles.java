package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TargetTree;

/**
 * The partial files that a sink has open: not too many large ones at once, and none is left open whenever it ends. Who
 * finds no place for a large one is notified when there is one again, and never waits: what frees a place, a digest of
 * the source's, comes by the same thread. For many threads.
 */
final class OpenPartialFiles {
    /** Each takes three descriptors, seven with a ledger and a lock. */
    private static final int MAX_LARGE = 64;

    private final TargetTree tree;
    private final String owner;
    private final Runnable free;
    private final Set<PartialFile> open = new HashSet<>();
    private final Set<PartialFile> counted = new HashSet<>();
    private int reserved;
    private boolean wanted;
    private boolean closed;

    /**
     * @param owner this side, for the lock on a large file: one line
     * @param free called, by any thread, when there is a place again after none was found; must not block
     */
    OpenPartialFiles(TargetTree tree, String owner, Runnable free) {
        this.tree = tree;
        this.owner = owner;
        this.free = free;
    }

    /** Whether another large file may be opened now; then its place is taken. */
    synchronized boolean tryReserve() {
        wanted = reserved == MAX_LARGE;
        if (!wanted) {
            reserved++;
        }
        return !wanted;
    }

    /** A place that was reserved is not needed. */
    synchronized void giveBack() {
        reserved--;
    }

    /** Opens a large file on the place that was reserved for it. */
    PartialFile openReserved(ReceivingFile file) throws IOException {
        PartialFile part = open(file);
        synchronized (this) {
            counted.add(part);
        }
        return part;
    }

    /** Opens a file's partial one; what is opened while the session is being closed is closed at once. */
    PartialFile open(ReceivingFile file) throws IOException {
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

    /** It is closed, or another transfer's now. */
    void release(@Nullable PartialFile part) {
        boolean news;
        synchronized (this) {
            open.remove(part);
            boolean given = counted.remove(part);
            reserved -= given ? 1 : 0;
            news = given && wanted;
            wanted &= !news;
        }
        if (news) {
            free.run();
        }
    }

    /** The session ends: nothing is opened any more. */
    synchronized void end() {
        if (!closed) {
            closed = true;
            open.forEach(PartialFile::leave);
        }
    }

    /**
     * Closes all, and those that are opened from now on.
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

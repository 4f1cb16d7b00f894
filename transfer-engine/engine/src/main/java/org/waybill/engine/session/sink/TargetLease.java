package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;

/** A sink's hold on its target: no one else writes it, and a tree is marked as unfinished. For many threads. */
final class TargetLease {
    private final TargetTree tree;
    private final String owner;
    private volatile @Nullable TargetLock lock;
    private boolean begun;
    private boolean closed;

    /** @param owner this side, for the second one that comes: one line */
    TargetLease(TargetTree tree, String owner) {
        this.tree = tree;
        this.owner = owner;
    }

    /** Takes it; a session that is over takes nothing any more. */
    synchronized void take() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (lock == null) {
            lock = tree.lock(owner);
        }
        if (!begun) {
            tree.begin();
            begun = true;
        }
    }

    /**
     * Nothing more comes: the mark goes, then what is last done to the directories, then the lock.
     *
     * @param whole whether all is there; else the mark stays, for the next run to continue here
     */
    synchronized void finish(boolean whole, TargetTree.Last last) throws IOException {
        if (whole) {
            tree.end();
        }
        letGo(last);
    }

    /** The session has ended: those who need the target may wait for it. Must not block. */
    void leave() {
        TargetLock held = lock;
        if (held != null) {
            held.leave();
        }
    }

    /** Lets go. */
    synchronized void close() throws IOException {
        letGo(TargetTree.Last.NOTHING);
    }

    private void letGo(TargetTree.Last last) throws IOException {
        closed = true;
        TargetLock held = lock;
        if (held == null) { // nothing could be written there
            last.run(false);
            last.run(true);
            return;
        }
        try {
            tree.unlock(held, last);
        } finally {
            lock = null;
        }
    }
}

package org.waybill.engine.storage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;

/**
 * A file that is being received, for those who send it on meanwhile. They read each part as soon as it is there; that
 * it ends well they hear only when it is whole, verified and has its name here, and with it the SHA-256 of the first
 * source, which is what their sinks compare with.
 */
public final class CutThroughFile {
    private final TreeEntry entry;
    private final PartialFile part;
    /** Of our own: it reads on when the partial file has got its name. */
    private final FileChannel channel;

    private int users = 1;
    private boolean whole;
    private boolean stopped;
    private byte @Nullable [] sha256;
    private int permissions;

    /** @param part what is written to by others */
    public CutThroughFile(TreeEntry entry, PartialFile part) throws IOException {
        this.entry = entry;
        this.part = part;
        this.permissions = entry.permissions();
        this.channel = part.reader();
    }

    /** More of it is there. */
    public synchronized void grew() {
        notifyAll();
    }

    /**
     * It has its name.
     *
     * @param digest that of its source, null if it is not compared
     * @param sourcePermissions as its source has it now
     */
    public synchronized void whole(byte @Nullable [] digest, int sourcePermissions) {
        whole = true;
        permissions = sourcePermissions;
        sha256 = digest == null ? null : digest.clone();
        notifyAll();
    }

    /** Nothing will be written to it any more. */
    public void ended() {
        synchronized (this) {
            stopped = !whole;
            notifyAll();
        }
        leave();
    }

    /** Reads it as the source of another transfer; empty if it is over, well or not. */
    public synchronized Optional<SourceTree> follow() {
        if (stopped || users == 0) {
            return Optional.empty();
        }
        users++;
        return Optional.of(new Follower());
    }

    private synchronized void leave() {
        users--;
        if (users == 0) {
            // it was only read
            Quietly.close(channel);
        }
    }

    /** One who sends it on. */
    private final class Follower implements SourceTree {
        /** Guarded by the file's monitor. */
        private boolean closed;

        @Override
        public boolean isDirectory() {
            return false;
        }

        @Override
        public void walk(EntryVisitor visitor, LeftOut leftOut) throws IOException, InterruptedException {
            visitor.visit(entry);
        }

        @Override
        public SourceFile open(TreeEntry wanted) {
            return new Reader(this);
        }

        @Override
        public int permissions(TreeEntry wanted) {
            synchronized (CutThroughFile.this) {
                return permissions;
            }
        }

        /** Waits until this much of the file from the offset on is there; with {@code end}, until it has its name. */
        void await(long offset, int length, boolean end) throws IOException {
            synchronized (CutThroughFile.this) {
                while (!whole && (end || part.endOfRun(offset) < offset + length)) {
                    if (stopped || closed) {
                        throw new AbortedException();
                    }
                    try {
                        CutThroughFile.this.wait();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                        throw new InterruptedIOException();
                    }
                }
            }
        }

        @Override
        public void close() {
            synchronized (CutThroughFile.this) {
                if (closed) {
                    return;
                }
                closed = true;
                CutThroughFile.this.notifyAll();
            }
            leave();
        }
    }

    /** Reads on behind the receiver. */
    private final class Reader implements SourceFile {
        private final Follower follower;

        Reader(Follower follower) {
            this.follower = follower;
        }

        @Override
        public void readFully(long offset, byte[] into, int start, int length) throws IOException {
            follower.await(offset, length, false);
            ByteBuffer buffer = ByteBuffer.wrap(into, start, length);
            for (long at = offset; buffer.hasRemaining(); ) {
                int count = channel.read(buffer, at);
                if (count <= 0) {
                    throw new SourceFile.ChangedException(entry.path());
                }
                at += count;
            }
        }

        @Override
        public void checkUnchanged() throws IOException {
            follower.await(0, 0, true);
        }

        @Override
        public int permissions() {
            return follower.permissions(entry);
        }

        @Override
        public byte @Nullable [] toldDigest() {
            synchronized (CutThroughFile.this) {
                return sha256 == null ? null : sha256.clone();
            }
        }

        @Override
        public void close() {
            // what is open belongs to the tree
        }
    }

    /** A file that was sent on while it was received will not be whole: the one who sent it to us is gone. */
    static final class AbortedException extends IOException {
        private static final long serialVersionUID = 1L;

        AbortedException() {
            super("it stopped arriving here before it was whole");
        }
    }
}

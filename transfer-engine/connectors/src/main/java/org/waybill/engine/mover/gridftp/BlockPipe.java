package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.mover.BlockInput;

/**
 * The blocks of several connections as one stream, in order. A block that comes early waits on its connection, which
 * holds the sender back: nothing piles up here. The stream ends well only when the server has said that all was sent;
 * it is heard meanwhile, so that what it says, or a promise that it does not keep, ends the stream at once.
 */
final class BlockPipe extends BlockInput implements DataSink {
    private static final int MOST_BLOCKS = 32;
    private static final long LOOK_MILLIS = 500;

    private final FileReader reading;
    private final Runnable broken;
    private final Duration patience;
    private final Queue<ByteBuffer> blocks = new ArrayDeque<>();
    private long nextOffset;
    /** Connections that hold a block that comes after a gap. */
    private int behindGap;

    private boolean allRead;
    private boolean allSaid;
    private long lastArrivalNs = System.nanoTime();
    private boolean complete;
    private boolean closed;
    private @Nullable IOException failure;

    private BlockPipe(FileReader reading, long offset, Duration patience, Runnable broken) {
        this.reading = reading;
        this.broken = broken;
        this.patience = patience;
        this.nextOffset = offset;
    }

    /**
     * @param patience how long nothing may come once the server has said that it sent all, and how long each
     *     connection may hold what comes after a gap
     * @param broken called when the control connection cannot be used any more
     */
    static BlockPipe start(FileReader reading, long offset, Duration patience, Runnable broken) {
        BlockPipe pipe = new BlockPipe(reading, offset, patience, broken);
        Thread.ofVirtual().name("gridftp-get").start(() -> pipe.run(pipe::pump));
        Thread.ofVirtual().name("gridftp-get-reply").start(() -> pipe.run(pipe::hear));
        return pipe;
    }

    /** One half of the work; what fails ends both. */
    @FunctionalInterface
    private interface Half {
        void run() throws IOException, InterruptedException;
    }

    private void run(Half half) {
        try {
            half.run();
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(new InterruptedIOException("interrupted"));
        }
    }

    private void pump() throws IOException, InterruptedException {
        try {
            reading.source().pumpTo(this);
        } finally {
            reading.source().close();
        }
        arrived(true, false);
    }

    private void hear() throws IOException {
        FtpReply last;
        try {
            last = reading.completion().await(marker -> {});
        } catch (IOException e) {
            // a server whose data connection was closed in its face hangs up, and its hanging up may be heard first
            IOException ofData = reading.source().failure();
            throw ofData == null ? e : ofData;
        }
        if (!last.isPositive()) {
            IOException ofData = reading.source().failure();
            if (GsiException.in(ofData) != null) {
                throw ofData; // the server knows only that we hung up
            }
        }
        last.orRefused();
        arrived(false, true);
    }

    private synchronized void arrived(boolean data, boolean word) {
        allRead |= data;
        allSaid |= word;
        complete |= allRead && allSaid;
        lastArrivalNs = System.nanoTime();
        notifyAll();
    }

    /** A refusal says more than the broken connection that it led to. */
    private void fail(IOException reason) {
        synchronized (this) {
            boolean first = failure == null && !closed;
            if (first
                    || (reason instanceof FtpError
                            && !(failure instanceof PeerLimits.Exceeded)
                            && GsiException.in(failure) == null)) {
                failure = reason;
            }
            if (first) {
                broken.run();
            }
            complete = true;
            notifyAll();
        }
        reading.source().close();
    }

    @Override
    public synchronized void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        while (!closed && failure == null && (offset > nextOffset || blocks.size() >= MOST_BLOCKS)) {
            boolean gap = offset > nextOffset;
            behindGap += gap ? 1 : 0;
            try {
                wait();
            } finally {
                behindGap -= gap ? 1 : 0;
            }
        }
        if (closed || failure != null) {
            throw new IOException("the reader has closed the stream");
        }
        if (offset < nextOffset) {
            throw new PeerLimits.Exceeded(
                    "the server sent offset " + offset + " again; " + nextOffset + " was expected");
        }
        int length = bytes.remaining();
        blocks.add(ByteBuffer.allocate(length).put(bytes).flip());
        nextOffset += length;
        lastArrivalNs = System.nanoTime();
        notifyAll();
    }

    @Override
    public void finish() {
        // the end of the stream is the server's last reply
    }

    @Override
    public int read(byte[] into, int start, int length) throws IOException {
        Objects.checkFromIndexSize(start, length, into.length);
        if (length == 0) {
            return 0;
        }
        ByteBuffer head = head();
        if (head == null) {
            return -1;
        }
        int count = Math.min(length, head.remaining());
        head.get(into, start, count);
        return count;
    }

    private synchronized @Nullable ByteBuffer head() throws IOException {
        try {
            while (true) {
                ByteBuffer head = blocks.peek();
                if (head != null && head.hasRemaining()) {
                    return head;
                }
                if (head != null) {
                    blocks.remove();
                    notifyAll();
                } else if (complete) {
                    if (failure != null) {
                        throw new IOException(failure.getMessage(), failure);
                    }
                    return null;
                } else {
                    wait(LOOK_MILLIS);
                    requireHope();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Nothing is here to be read: something must be able to come still. */
    private void requireHope() {
        if (!blocks.isEmpty() || complete) {
            return;
        }
        boolean late = System.nanoTime() - lastArrivalNs > patience.toNanos();
        boolean gap = behindGap > 0
                && (reading.source().hasNothingBut(behindGap)
                        || (late && (allSaid || behindGap >= reading.source().speaking())));
        if (gap) {
            fail(new PeerLimits.Exceeded("the server left a gap at offset " + nextOffset));
        } else if (late && allSaid) {
            fail(new PeerLimits.Exceeded(
                    "the server reported the end of the transfer but kept the data connections open"));
        }
    }

    @Override
    public void close() {
        boolean early;
        synchronized (this) {
            early = !closed && !complete;
            closed = true;
            blocks.clear();
            notifyAll();
        }
        if (early) {
            // closed in the middle: servers answer ABOR too differently, a new connection is surer
            broken.run();
            reading.source().close();
        }
    }
}

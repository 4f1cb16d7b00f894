package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Reading;
import org.waybill.engine.gridftp.data.DataSink;

/**
 * The blocks of several connections as one stream, in order. A block that comes early waits on its connection, which
 * holds the sender back: nothing piles up here. The stream ends well only when the server has said that all was sent.
 */
final class BlockPipe extends InputStream implements DataSink {
    private static final int MOST_BLOCKS = 32;

    private final Reading reading;
    private final Runnable broken;
    private final Queue<ByteBuffer> blocks = new ArrayDeque<>();
    private long nextOffset;
    private boolean complete;
    private boolean closed;
    private @Nullable IOException failure;

    private BlockPipe(Reading reading, Runnable broken) {
        this.reading = reading;
        this.broken = broken;
        this.nextOffset = reading.startOffset();
    }

    /** @param broken told when the control connection cannot be used any more */
    static BlockPipe start(Reading reading, long offset, Runnable broken) {
        BlockPipe pipe = new BlockPipe(reading, broken);
        pipe.nextOffset = offset;
        Thread.ofVirtual().name("gridftp-get").start(pipe::pump);
        return pipe;
    }

    private void pump() {
        try {
            reading.source().pumpTo(this);
            FtpReply last = reading.completion().await(marker -> { });
            if (!last.isPositive()) {
                throw new FtpError(last.code(), last.text());
            }
            end(null);
        } catch (IOException e) {
            broken.run();
            end(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(new InterruptedIOException("interrupted"));
        } finally {
            reading.source().close();
        }
    }

    private synchronized void end(@Nullable IOException reason) {
        complete = true;
        failure = reason;
        notifyAll();
    }

    @Override
    public synchronized void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        while (!closed && (offset > nextOffset || blocks.size() >= MOST_BLOCKS)) {
            wait();
        }
        if (closed) {
            throw new IOException("nobody reads any more");
        }
        if (offset < nextOffset) {
            throw new IOException("the server sent offset " + offset + " again; " + nextOffset + " was expected");
        }
        int length = bytes.remaining();
        blocks.add(ByteBuffer.allocate(length).put(bytes).flip());
        nextOffset += length;
        notifyAll();
    }

    @Override
    public void finish() {
        // the end of the stream is the server's last reply
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
                    wait();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
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
            // closed in the middle: ABOR is answered in too many ways, a new connection is surer
            broken.run();
            reading.source().close();
        }
    }
}

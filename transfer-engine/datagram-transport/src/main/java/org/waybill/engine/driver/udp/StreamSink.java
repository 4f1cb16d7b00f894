package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.DataSink;
import org.waybill.engine.transport.ReceivedData;

/**
 * A stream put in order again: datagrams arrive as they like, a reader gets bytes in sequence and waits for them. One
 * thread writes and one reads; they copy at the same time, since the reader keeps below what is contiguous and the
 * writer above it.
 */
final class StreamSink implements DataSink {
    /** While much arrives the reader is not woken for less. */
    private static final int WORTH_WAKING_BYTES = 128 * 1024;

    private final StreamBuffer buffer;
    /** Held by who reads while it copies: closing waits for that. */
    private final Object copying = new Object();

    private boolean closed;
    private @Nullable ReceivedData received;
    /** Moved on by the reader, once it has copied: the writer may use the place again. */
    private volatile long consumed;

    private long contiguous;
    private boolean ended;
    private boolean broken;

    /** @param buffer as large as data may run ahead of what is missing */
    StreamSink(StreamBuffer buffer) {
        this.buffer = buffer;
    }

    /** Sets where the books of this stream are kept; before anything arrives. */
    synchronized void bookkeeping(ReceivedData books) {
        received = books;
    }

    @Override
    public void write(long offset, ByteBuffer data) {
        buffer.put(offset, data);
        // the reader is woken by onProgress, once for all datagrams of a batch
    }

    @Override
    public long limitBytes() {
        return consumed + buffer.capacity();
    }

    /**
     * Something may have become readable. Called by the thread that writes, between writes: only then is everything in
     * the buffer that the books say is there.
     *
     * @param more whether more is arriving, so that this is called again within milliseconds
     */
    synchronized void onProgress(boolean more) {
        if (received == null) {
            return;
        }
        contiguous = received.contiguousBytes();
        ended = received.isComplete();
        if (contiguous - consumed >= (more ? WORTH_WAKING_BYTES : 1) || ended) {
            notifyAll();
        }
    }

    /** The connection has ended: the reader is notified, unless it has everything. Called once, by who writes. */
    void fail() {
        breakOff();
        buffer.leave();
    }

    /** Nothing more will be read; called once. */
    void close() {
        breakOff();
        synchronized (copying) {
            closed = true;
        }
        buffer.leave();
    }

    private synchronized void breakOff() {
        broken = true;
        notifyAll();
    }

    /** Reads what is there, at least one byte; -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException {
        long from = consumed;
        long end = awaitBytesAfter(from);
        if (end == from) {
            return -1;
        }
        int length = (int) Math.min(into.remaining(), end - from);
        synchronized (copying) {
            if (closed) {
                throw new ClosedChannelException();
            }
            buffer.get(from, into, length);
        }
        consumed = from + length;
        return length;
    }

    /** Waits until there is something to read; returns where it ends, {@code position} itself at the stream's end. */
    private synchronized long awaitBytesAfter(long position) throws IOException {
        while (contiguous == position && !ended) {
            if (broken) {
                throw new IOException("the connection ended within the stream");
            }
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for data");
            }
        }
        return contiguous;
    }
}

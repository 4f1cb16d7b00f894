package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.waybill.engine.transport.DataSource;

/**
 * A live stream as a source: what is written is kept until the receiver has it. A writer waits while the buffer is
 * full, which is how the network's pace reaches it. One thread writes and one sends; they copy at the same time, since
 * the writer keeps above what is written and the sender below it.
 */
final class StreamSource implements DataSource {
    /** What may wait unsent, as a time at the present rate: more would only make this stream hoard work. */
    private static final double BACKLOG_SECONDS = 0.06;

    private static final long LEAST_BACKLOG_BYTES = 512 * 1024;

    private final StreamBuffer buffer;
    /** Held by who writes while it copies: ending the stream waits for that. */
    private final Object copying = new Object();
    /** Moved on by the writer, once it has copied. */
    private volatile long written;
    /** The next two are the sender's. */
    private volatile long released;

    private volatile long sent;
    private volatile long backlogBytes = LEAST_BACKLOG_BYTES;
    private volatile boolean waiting;
    private volatile boolean ended;
    private volatile boolean broken;

    /** @param buffer at least as large as what is under way in a few round trips */
    StreamSource(StreamBuffer buffer) {
        this.buffer = buffer;
    }

    /** Appends bytes; waits for room. Returns how many bytes went in, at least one unless there were none. */
    int write(ByteBuffer bytes) throws IOException {
        int total = bytes.remaining();
        while (bytes.hasRemaining()) {
            int length = (int) Math.min(bytes.remaining(), awaitRoom());
            synchronized (copying) {
                checkOpen();
                buffer.put(written, bytes.slice(bytes.position(), length));
                bytes.position(bytes.position() + length);
                written += length;
            }
        }
        return total;
    }

    private synchronized long awaitRoom() throws IOException {
        while (true) {
            checkOpen();
            // said before looking: who makes room from now on will wake us
            waiting = true;
            long room = room();
            if (room > 0) {
                waiting = false;
                return room;
            }
            pause();
        }
    }

    private void checkOpen() throws IOException {
        if (ended || broken) {
            throw new IOException(ended ? "the stream has been ended" : "the connection is gone");
        }
    }

    /** Bounded by what the receiver has not got yet, and by what has not even been sent. */
    private long room() {
        long unsent = written - Math.max(sent, released);
        return Math.max(0, Math.min(buffer.capacity() - (written - released), backlogBytes - unsent));
    }

    /** The rate has changed; called by the sending thread now and then. */
    void onPace(long bitsPerSecond) {
        backlogBytes = Math.max(LEAST_BACKLOG_BYTES, (long) (bitsPerSecond / 8.0 * BACKLOG_SECONDS));
        wakeWriter();
    }

    private void wakeWriter() {
        if (waiting && room() >= Math.min(backlogBytes, buffer.capacity()) / 4) {
            wake();
        }
    }

    private synchronized void wake() {
        waiting = false;
        notifyAll();
    }

    private void pause() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the network");
        }
    }

    /** Nothing more will be written; called once. */
    void end() {
        synchronized (copying) {
            ended = true;
        }
        wake();
        buffer.leave();
    }

    /** The connection has ended; the writer is notified. Called once, by the thread that sends. */
    void fail() {
        broken = true;
        wake();
        buffer.leave();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        int length = into.remaining();
        buffer.get(offset, into, length);
        if (offset + length > sent) {
            sent = offset + length;
            wakeWriter();
        }
    }

    @Override
    public long availableBytes() {
        return written;
    }

    @Override
    public long totalBytes() {
        return ended ? written : -1;
    }

    @Override
    public void release(long belowOffset) {
        if (belowOffset > released) {
            released = Math.min(belowOffset, written);
            wakeWriter();
        }
    }
}

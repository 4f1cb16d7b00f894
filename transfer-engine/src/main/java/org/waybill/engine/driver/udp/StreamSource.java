package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.waybill.engine.transport.DataSource;

/**
 * A live stream as a source: what is written is kept until the receiver has it. A writer waits while the buffer is
 * full, which is how the network's pace reaches it.
 */
final class StreamSource implements DataSource {
    /** What may wait unsent, as a time at the present rate: more would only make this stream hoard work. */
    private static final double BACKLOG_SECONDS = 0.1;
    private static final long LEAST_BACKLOG_BYTES = 512 * 1024;

    private final StreamBuffer buffer;
    private long written;
    private long released;
    private long sent;
    private long backlogBytes = LEAST_BACKLOG_BYTES;
    private boolean waiting;
    private boolean ended;
    private boolean broken;

    /** @param capacityBytes at least what is under way in a few round trips */
    StreamSource(int capacityBytes) {
        buffer = new StreamBuffer(capacityBytes);
    }

    /** Appends bytes; waits for room. Returns how many bytes went in, at least one unless there were none. */
    synchronized int write(ByteBuffer bytes) throws IOException {
        int total = bytes.remaining();
        while (bytes.hasRemaining()) {
            while (!broken && !ended && room() == 0) {
                waiting = true;
                pause();
            }
            if (broken || ended) {
                throw new IOException(ended ? "the stream has been ended" : "the connection is gone");
            }
            int length = (int) Math.min(bytes.remaining(), room());
            buffer.put(written, bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
            written += length;
        }
        return total;
    }

    /** Bounded by what the receiver has not got yet, and by what has not even been sent. */
    private long room() {
        long unsent = written - Math.max(sent, released);
        return Math.max(0, Math.min(buffer.capacity() - (written - released), backlogBytes - unsent));
    }

    /** The rate has changed; called by the sending thread now and then. */
    synchronized void onPace(long bitsPerSecond) {
        backlogBytes = Math.max(LEAST_BACKLOG_BYTES, (long) (bitsPerSecond / 8.0 * BACKLOG_SECONDS));
        wakeWriter();
    }

    private void wakeWriter() {
        if (waiting && room() >= Math.min(backlogBytes, buffer.capacity()) / 4) {
            waiting = false;
            notifyAll();
        }
    }

    private void pause() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the network");
        }
    }

    /** Nothing more will be written. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The connection has ended; writers are told. */
    synchronized void fail() {
        broken = true;
        notifyAll();
    }

    @Override
    public synchronized void read(long offset, ByteBuffer into) {
        int length = into.remaining();
        buffer.get(offset, into, length);
        sent = Math.max(sent, offset + length);
        wakeWriter();
    }

    @Override
    public synchronized long availableBytes() {
        return written;
    }

    @Override
    public synchronized long totalBytes() {
        return ended ? written : -1;
    }

    @Override
    public synchronized void release(long belowOffset) {
        if (belowOffset > released) {
            released = Math.min(belowOffset, written);
            wakeWriter();
        }
    }
}

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
    private final StreamBuffer buffer;
    private long written;
    private long released;
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
            while (!broken && !ended && written - released == buffer.capacity()) {
                pause();
            }
            if (broken || ended) {
                throw new IOException(ended ? "the stream has been ended" : "the connection is gone");
            }
            int length = (int) Math.min(bytes.remaining(), buffer.capacity() - (written - released));
            buffer.put(written, bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
            written += length;
        }
        return total;
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
        buffer.get(offset, into, into.remaining());
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
            notifyAll();
        }
    }
}

package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.DataSink;
import org.waybill.engine.transport.ReceivedData;

/** A stream put in order again: datagrams arrive as they like, a reader gets bytes in sequence and waits for them. */
final class StreamSink implements DataSink {
    private final StreamBuffer buffer;
    private @Nullable ReceivedData received;
    private long consumed;
    private long contiguous;
    private boolean ended;
    private boolean broken;

    /** @param capacityBytes how far data may run ahead of what is missing */
    StreamSink(int capacityBytes) {
        buffer = new StreamBuffer(capacityBytes);
    }

    /** Tells where the books of this stream are kept; before anything arrives. */
    synchronized void bookkeeping(ReceivedData books) {
        received = books;
    }

    @Override
    public synchronized void write(long offset, ByteBuffer data) {
        buffer.put(offset, data);
        // readers are woken by onProgress, once for all datagrams of a batch
    }

    @Override
    public synchronized long limitBytes() {
        return consumed + buffer.capacity();
    }

    /**
     * Something may have become readable. Called by the thread that writes, between writes: only then is everything in
     * the buffer that the books say is there.
     */
    synchronized void onProgress() {
        if (received == null) {
            return;
        }
        contiguous = received.contiguousBytes();
        ended = received.isComplete();
        if (contiguous > consumed || ended) {
            notifyAll();
        }
    }

    /** The connection has ended; readers are told, unless they have everything. */
    synchronized void fail() {
        broken = true;
        notifyAll();
    }


    /** Reads what is there, at least one byte; -1 at the end of the stream. */
    synchronized int read(ByteBuffer into) throws IOException {
        while (contiguous == consumed) {
            if (ended) {
                return -1;
            }
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
        int length = (int) Math.min(into.remaining(), contiguous - consumed);
        buffer.get(consumed, into, length);
        consumed += length;
        return length;
    }
}
